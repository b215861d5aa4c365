import { pipeline } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { isStop } from "./sink.ts";

const chunkSize = 1024 * 1024;
/** The unit of decompression: if it is damaged, all of its output is lost. */
const pieceSize = 64 * 1024;
/** The amount of compressed data that is kept to recover lost output. */
const mostKept = 1024 * 1024;
const mostInflated = 64 * 1024 * 1024;
/** More than the ratio of most logs. */
const usualRatio = 12;

/** Smaller files are decompressed at once, because a stream takes longer to start. */
const smallSize = 64 * 1024;
const mostAtOnce = 16 * 1024 * 1024;

/**
 * Decompresses on Node's thread pool, while this thread reads lines. Yields all data before a damaged position, except that after
 * the first megabyte up to 64 kB before that position are lost.
 */
export async function* gunzipped(
  raw: AsyncIterable<Buffer>,
  /** The size of the compressed file, if it is known. */
  size = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  if (size > smallSize) return yield* gunzippedParts(raw, size);
  const chunks: Buffer[] = [];
  for await (const chunk of raw) chunks.push(chunk);
  const inflated = inflatedAtOnce(Buffer.concat(chunks));
  if (inflated) yield inflated;
  else yield* gunzippedParts(chunks, size);
}

/** Undefined if it is damaged, or large. */
function inflatedAtOnce(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostAtOnce });
  } catch {
    return undefined;
  }
}

async function* gunzippedParts(
  raw: AsyncIterable<Buffer> | Iterable<Buffer>,
  size: number,
): AsyncGenerator<Buffer> {
  const kept: Buffer[] = [];
  let keptSize = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const chunk of raw)
      for (let at = 0; at < chunk.length; at += pieceSize) {
        const piece = chunk.subarray(at, at + pieceSize);
        keptSize += piece.length;
        if (keptSize <= mostKept) kept.push(piece);
        else kept.length = 0;
        yield piece;
      }
  }
  // Memory for more than the text of the file would only be garbage.
  const room = Math.min(chunkSize, Math.max(pieceSize, size * usualRatio));
  const gunzip = createGunzip({ chunkSize: room });
  // Errors are thrown where `gunzip` is read.
  pipeline(pieces, gunzip, () => {});
  let given = 0;
  try {
    for await (const chunk of gunzip) {
      given += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (isStop(error)) throw error;
    const lost = inflatedBefore(Buffer.concat(kept)).subarray(given);
    if (lost.length > 0) yield lost;
    throw error;
  }
}

/** Decompresses the start of a file as far as possible. */
export function inflatedStart(start: Buffer): Buffer {
  return gunzipSync(start, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: mostInflated,
  });
}

/** The data before a damaged position, found by binary search: a prefix can be decompressed if it ends before that position. */
function inflatedBefore(bytes: Buffer): Buffer {
  let text: Buffer = Buffer.alloc(0);
  let good = 0;
  let bad = bytes.length + 1;
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1;
    try {
      text = inflatedStart(bytes.subarray(0, middle));
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return text;
}
