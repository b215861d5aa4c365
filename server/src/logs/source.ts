import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { reasonOf } from "../workspace/files/file-errors.ts";
import type { LogObject, ObjectList } from "./bucket/object.ts";
import { readCsv } from "./csv.ts";
import { foreignFormat } from "./foreign-format.ts";
import { gunzipped, inflatedStart } from "./gunzip.ts";
import { type ByteRange, type ChunkReader, readNdjson, wholeFile } from "./ndjson.ts";
import type { readParquet } from "./parquet.ts";
import { isStop, LogError, type LogSink, Stopped } from "./sink.ts";

/** Logs to read: a file or a part of it, or standard input. */
export interface LogSource {
  /** As the user wrote it, for messages. */
  readonly path: string;
  /** Absolute; undefined for standard input and objects. */
  readonly file: string | undefined;
  /** An object of a bucket. */
  readonly object?: LogObject;
  /** The objects of a path, which are sources instead of this one. */
  readonly objects?: ObjectList;
  /** Only for plain NDJSON. */
  readonly range?: ByteRange;
  /** The fields that no line of the file has, if they were looked for. */
  readonly missing?: readonly string[];
  /** The content, if it cannot be read from the file again. */
  readonly stream?: AsyncIterable<Buffer | string>;
}

const chunkSize = 1024 * 1024;
/** The read size for plain files, small enough to stay in the CPU cache until it is scanned. */
const partSize = 512 * 1024;
/** The amount read before interrupts and messages of other threads are handled. */
const turnSize = 4 * 1024 * 1024;
/** The read size for a line that continues after the end of its part. */
const restSize = 64 * 1024;

/**
 * Reads a source to its end. Returns the number of lines; throws a `LogError` if it cannot be read, and `Stopped` if the run is
 * stopped while there is more.
 */
export async function readSource(
  { path, file, object, range, stream: given }: LogSource,
  sink: LogSink,
  stdin: Readable | undefined,
  onBytes: (count: number) => void = () => {},
  isStopped: () => boolean = () => false,
): Promise<number> {
  try {
    if (file !== undefined && range)
      return await readNdjson(partOf(file, range, onBytes, isStopped), sink, range);
    const { kind, size } =
      file === undefined || given ? { size: object?.size } : await kindOf(path, file);
    if (file !== undefined && kind === "parquet")
      return await readParquetFile(file, sink, isStopped);
    if (object && /\.parquet$/i.test(path))
      return await readParquetObject(object, sink, onBytes, isStopped);
    if (file !== undefined && kind === "plain ndjson")
      return await readNdjson(partOf(file, wholeFile, onBytes, isStopped), sink);
    const opened = object ? openBucketObject(object, isStopped) : file && openStream(file, size);
    const stream = given ?? (opened || stdin);
    if (!stream) return 0;
    const raw = new Peeked(counted(stream, onBytes));
    if (object && isParquet(await raw.first())) {
      await raw.close();
      return await readParquetObject(object, sink, onBytes, isStopped);
    }
    return await readText(await decompressed(raw, size), path, sink, isStopped);
  } catch (error) {
    throw error instanceof LogError || isStop(error) ? error : new LogError(messageOf(error));
  }
}

/** All chunks, unless the run is stopped while there are more. */
async function* untilStopped(
  chunks: AsyncIterable<Buffer>,
  isStopped: () => boolean,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    if (isStopped()) throw new Stopped();
    yield chunk;
  }
}

export function openStream(file: string, size = chunkSize): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: Math.min(chunkSize, size + 1) });
}

/** Loaded on demand, because most logs are on disk. */
export async function* openBucketObject(
  object: LogObject,
  isStopped: () => boolean = () => false,
): AsyncGenerator<Buffer> {
  const { openObject } = await import("./bucket/bucket.ts");
  yield* openObject(object, isStopped);
}

interface FileKind {
  /** Of files that need not be read as a stream. */
  readonly kind?: "parquet" | "plain ndjson";
  /** Undefined for a stream. */
  readonly size?: number;
}

async function kindOf(path: string, file: string): Promise<FileKind> {
  const found = await stat(file);
  if (!found.isFile()) return {};
  const { size } = found;
  const start = await startOf(file);
  if (compressionOf(start)) return { size };
  const format = formatOf(path, start);
  if (format === "ndjson") return { size, kind: "plain ndjson" };
  return format === "parquet" ? { size, kind: format } : { size };
}

/**
 * The bytes from one before a range. Continues after the range until the consumer stops, because the last line may end there.
 * Read synchronously, which is faster on busy threads than a request to the thread pool for each chunk.
 */
function partOf(
  file: string,
  { start, end }: ByteRange,
  onBytes: (count: number) => void,
  isStopped: () => boolean,
): ChunkReader {
  return async function* chunks(room) {
    const handle = openSync(file, "r");
    let unreported = 0;
    try {
      const buffer = room(partSize);
      for (let at = Math.max(0, start - 1); ; ) {
        const wanted = Math.min(partSize, at < end ? end - at : restSize);
        const bytesRead = readSync(handle, buffer, 0, wanted, at);
        unreported += bytesRead;
        if (bytesRead === 0 || unreported >= turnSize) {
          onBytes(unreported);
          unreported = 0;
          await setImmediate();
        }
        if (bytesRead === 0) return;
        if (isStopped()) throw new Stopped();
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      closeSync(handle);
      if (unreported > 0) onBytes(unreported);
    }
  };
}

export type LogFormat = "ndjson" | "csv" | "binary" | "parquet";

async function readText(
  text: Peeked,
  path: string,
  sink: LogSink,
  isStopped: () => boolean,
): Promise<number> {
  const start = await text.first();
  const format = formatOf(path, start);
  const chunks = untilStopped(text, isStopped);
  if (format === "ndjson") return readNdjson(() => chunks, sink);
  if (format === "csv") return readCsv(chunks, sink);
  await text.close();
  throw new LogError(
    format === "parquet"
      ? "Parquet cannot be read from a stream. Use a file that is not compressed."
      : (foreignFormat(start) ??
          "The file is not text. Expected NDJSON, CSV or Parquet, plain or compressed with gzip or Zstandard."),
  );
}

/** Determined by the file extension if possible, otherwise by the first bytes. */
export function formatOf(path: string, start: Buffer): LogFormat {
  const name = path.toLowerCase().replace(/\.(?:gz|zst)$/, "");
  const text = start
    .subarray(0, startSize)
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  if (foreignFormat(start)) return "binary";
  if (text.startsWith("PAR1")) return "parquet";
  if (text.startsWith("{")) return "ndjson";
  const hasHeader = headerLine.test(text);
  // Values may contain any character, but column names do not.
  if (text.includes("\0") && !hasHeader) return "binary";
  if (/\.(csv|tsv)$/.test(name)) return "csv";
  return !/\.(ndjson|jsonl|json|log)$/.test(name) && hasHeader ? "csv" : "ndjson";
}

/** Column names separated by delimiters. */
const headerLine = /^"?[A-Za-z_][\w.-]*"?(?:[,;\t|]"?[A-Za-z_][\w.-]*"?)+\r?(?:\n|$)/;

/** The size of a plain NDJSON file, which can be read in parts; undefined for other files. */
export async function sizeForRanges(path: string, file: string): Promise<number | undefined> {
  const start = await startOf(file);
  if (compressionOf(start) || formatOf(path, start) !== "ndjson") return undefined;
  return (await stat(file)).size;
}

/** The format of a file, for engines that read files themselves. */
export async function fileFormat(
  path: string,
  file: string,
): Promise<{ readonly format: LogFormat; readonly compression: Compression | undefined }> {
  try {
    const start = await startOf(file);
    const compression = compressionOf(start);
    const text =
      compression === "gzip"
        ? inflatedStart(start)
        : compression === "zstd"
          ? (await import("./unzstd.ts")).unzstdStart(start)
          : start;
    return { format: formatOf(path, text), compression };
  } catch (error) {
    throw new LogError(messageOf(error));
  }
}

/** Whether a file without an extension has logs: JSON objects, Parquet, or something compressed. */
export function startsLikeLogs(file: string): boolean {
  try {
    const handle = openSync(file, "r");
    try {
      const buffer = Buffer.alloc(startSize);
      const start = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0));
      return compressionOf(start) !== undefined || /^(?:\ufeff?\s*\{|PAR1)/.test(start.toString());
    } finally {
      closeSync(handle);
    }
  } catch {
    // Reading the file will report the error.
    return true;
  }
}

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(startSize);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export type Compression = "gzip" | "zstd";

/** A Zstandard file may also start with a frame that is skipped. */
function compressionOf(start: Buffer): Compression | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return "gzip";
  const magic = start.length < 4 ? 0 : start.readUInt32LE(0);
  return magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5 ? "zstd" : undefined;
}

async function decompressed(raw: Peeked, size: number | undefined): Promise<Peeked> {
  const compression = compressionOf(await raw.first());
  if (compression === "gzip") return new Peeked(gunzipped(raw, size));
  if (!compression) return raw;
  // Loaded on demand, because it is rare.
  const { unzstd } = await import("./unzstd.ts");
  return new Peeked(unzstd(raw));
}

/** Loaded on demand: most logs are text. */
async function readParquetFile(
  file: Parameters<typeof readParquet>[0],
  sink: LogSink,
  isStopped: () => boolean,
): Promise<number> {
  const { readParquet } = await import("./parquet.ts");
  try {
    return await readParquet(file, sink, isStopped);
  } catch (error) {
    if ((error as Error).name === "BucketError" || isStop(error)) throw error;
    throw new LogError(`Invalid Parquet file. ${(error as Error).message}`);
  }
}

/** Only the parts that are needed are requested. */
async function readParquetObject(
  object: LogObject,
  sink: LogSink,
  onBytes: (count: number) => void,
  isStopped: () => boolean,
): Promise<number> {
  const { objectParts } = await import("./bucket/bucket.ts");
  return readParquetFile(objectParts(object, isStopped, onBytes), sink, isStopped);
}

function isParquet(start: Buffer): boolean {
  return start.toString("latin1", 0, 4) === "PAR1";
}

async function* counted(
  chunks: AsyncIterable<Buffer | string>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    onBytes(bytes.length);
    if (bytes.length > 0) yield bytes;
  }
}

function messageOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === "UnzstdError" || name === "BucketError") return message;
  if (code === "Z_BUF_ERROR") return "The gzip data ends too early; lines up to there were read.";
  if (code?.startsWith("Z_")) return "The gzip data is damaged; lines up to there were read.";
  return reasonOf(error);
}

const lineFeed = 10;
/** The number of bytes used to detect the format. */
const startSize = 8192;

/** Chunks whose first bytes can be inspected before they are read. */
class Peeked implements AsyncIterable<Buffer> {
  private readonly iterator: AsyncIterator<Buffer>;
  private start: Buffer | undefined;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.iterator = chunks[Symbol.asyncIterator]();
  }

  /** At least the part of the first line that is needed to detect the format, because a program may write it in parts. */
  async first(): Promise<Buffer> {
    this.start ??= Buffer.alloc(0);
    while (this.start.length < startSize && !this.start.includes(lineFeed)) {
      const { done, value } = await this.iterator.next();
      if (done) break;
      this.start = Buffer.concat([this.start, value]);
    }
    return this.start;
  }

  async close(): Promise<void> {
    await this.iterator.return?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      const start = await this.first();
      if (start.length > 0) yield start;
      for (;;) {
        const { done, value } = await this.iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await this.close();
    }
  }
}
