import type { LogRow, RequiredGroups } from "../core/trial.ts";
import { parseExactly } from "../text/exact-integers.ts";
import { type LineHandler, LineSplitter, longestLine } from "./line-splitter.ts";
import { ScannedRow, TextRow } from "./rows.ts";
import { Scanner } from "./scanner.ts";
import type { LineBytes, LogSink } from "./sink.ts";

/** A part of a file. The lines that start in it are read. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export const wholeFile: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

/** Reads chunks of bytes. Reading into memory from `room` avoids a copy, but then only the last chunk is valid. */
export type ChunkReader = (room: (size: number) => Buffer) => AsyncIterable<Buffer>;

/** Reads JSON objects, one per line. Returns the number of lines, including blank ones. */
export async function readNdjson(
  chunksIn: ChunkReader,
  sink: LogSink,
  range: ByteRange = wholeFile,
): Promise<number> {
  const reader = new NdjsonReader(sink, range);
  const splitter = new LineSplitter(reader);
  try {
    for await (const chunk of chunksIn((size) => reader.room(size))) {
      splitter.push(chunk);
      await sink.drained?.();
      if (reader.isDone) return reader.lines;
    }
    splitter.end();
    return reader.lines;
  } finally {
    reader.close();
  }
}

/**
 * The rows of the last readers, reused because each part of a file needs the same rows. Several objects of a bucket may be
 * read at once, and each is looked into and counted.
 */
const spareRows: ScannedRow[] = [];
const mostSpare = 32;

function rowFor(fields: readonly string[], required: RequiredGroups): ScannedRow {
  const index = spareRows.findLastIndex((it) => it.hasFields(fields) && it.requires(required));
  const [spare] = index < 0 ? [] : spareRows.splice(index, 1);
  return spare ?? new ScannedRow(new Scanner(fields, required));
}

class NdjsonReader implements LineHandler {
  lines = 0;
  private scanned: ScannedRow | undefined;
  /** The start of the next line. A range is read from the byte before it, to detect whether a line starts there. */
  private at: number;
  private isFirst: boolean;
  /** Reused for each scanned line. */
  private readonly current: { -readonly [Key in keyof LineBytes]: LineBytes[Key] } = {
    bytes: Buffer.alloc(0),
    start: 0,
    end: 0,
    size: 0,
  };

  constructor(
    private readonly sink: LogSink,
    private readonly range: ByteRange,
  ) {
    this.isFirst = range.start > 0;
    this.at = Math.max(0, range.start - 1);
    if (sink.fields) this.scanned = rowFor(sink.fields, sink.required ?? []);
  }

  room(size: number): Buffer {
    return this.scanned?.room(size) ?? Buffer.allocUnsafeSlow(size);
  }

  /** The row must no longer be used. */
  close(): void {
    if (!this.scanned) return;
    spareRows.push(this.scanned);
    if (spareRows.length > mostSpare) spareRows.shift();
  }

  get isDone(): boolean {
    return this.at >= this.range.end || this.sink.isDone;
  }

  skip(bytes: Buffer, start: number): number {
    const { scanned, sink, range } = this;
    if (!scanned || this.isFirst || !sink.canSkip) return start;
    const limit = Math.min(bytes.length, start + range.end - this.at);
    const next = scanned.skip(bytes, start, limit);
    if (next > start) {
      this.lines += scanned.skipped;
      this.at += next - start;
      sink.read(next - start);
      sink.skipped?.(scanned.skipped);
    }
    return next;
  }

  scan(bytes: Buffer, start: number): number {
    return this.sink.fields && this.scanned ? this.scanned.scan(bytes, start) : -1;
  }

  line(bytes: Buffer, start: number, end: number, size: number, isScanned: boolean): void {
    if (!this.begins(size)) return;
    if (isScanned && this.scanned) {
      const { current } = this;
      current.bytes = bytes;
      current.start = start;
      current.end = end + 1;
      current.size = size;
      this.sink.row(this.scanned, current);
      return;
    }
    const line = { bytes, start, end: end + 1, size };
    const from = this.isFirstLine ? afterByteOrderMark(bytes, start) : start;
    if (!isBlank(bytes, from, end)) this.parse(line, from);
  }

  tooLong(size: number): void {
    if (!this.begins(size)) return;
    this.sink.unreadable(this.lines, `The line is longer than ${longestLine / 1024 / 1024} MB.`);
  }

  /** Counts the line, unless it belongs to the previous or next range. */
  private begins(size: number): boolean {
    const isBefore = this.isFirst;
    const isAfter = this.at >= this.range.end;
    this.isFirst = false;
    this.at += size;
    if (isBefore || isAfter) return false;
    this.lines++;
    this.sink.read(size);
    return true;
  }

  /** For lines that the scanner does not accept, and to find the names if all fields are needed. */
  private parse(line: LineBytes, from: number): void {
    try {
      const text = line.bytes.toString("utf8", from, line.end);
      const value = parseExactly(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        this.sink.row(this.rowOf(value as Record<string, unknown>, text, line, from), line);
      else this.sink.unreadable(this.lines, this.layoutOf(line, from) ?? "Expected a JSON object.");
    } catch (error) {
      this.sink.unreadable(this.lines, this.layoutOf(line, from) ?? reasonIn(error));
    }
  }

  /** The first line of the file, not only of the range. */
  private get isFirstLine(): boolean {
    return this.lines === 1 && this.range.start === 0;
  }

  /** Why a JSON file is not NDJSON, judging by its first line. */
  private layoutOf({ bytes, end }: LineBytes, from: number): string | undefined {
    const text = this.isFirstLine ? bytes.toString("latin1", from, Math.min(end, from + 80)) : "";
    if (/^\s*\[/.test(text))
      return "Expected one JSON object per line, found an array. Convert it with: jq -c '.[]'";
    if (/^\s*\{\s*$/.test(text))
      return "Expected one JSON object per line, found one over several lines. Convert it with: jq -c .";
    return undefined;
  }

  /** Keeps the digits of long integers, which `JSON.parse` loses. Most lines have the same fields. */
  private rowOf(
    value: Readonly<Record<string, unknown>>,
    text: string,
    line: LineBytes,
    from: number,
  ): LogRow {
    if (!this.sink.fields && !this.scanned?.hasFields(Object.keys(value)))
      this.scanned = new ScannedRow(new Scanner(Object.keys(value)));
    const { scanned } = this;
    return scanned && scanned.scan(line.bytes, from) !== -1 ? scanned : new TextRow(value, text);
  }
}

function reasonIn(error: unknown): string {
  const { message } = error as Error;
  return `Invalid JSON. ${message.replace(/, ".*|, \.{3}.*/s, "")}.`;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  }
  return true;
}

function afterByteOrderMark(bytes: Buffer, start: number): number {
  const isMark = bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
  return isMark ? start + 3 : start;
}
