import { pipeline } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";

const chunkSize = 1024 * 1024;
/** What is inflated at once: all that came of it is lost if it is damaged. */
const pieceSize = 64 * 1024;
/** So much compressed data is kept, to find what was lost. */
const mostKept = 1024 * 1024;
const mostInflated = 64 * 1024 * 1024;

/**
 * Inflated by the threads of Node's pool, while this one reads lines. All text before a damaged place is given; in more than a megabyte of data, up
 * to 64 kB before that place are lost.
 */
export async function* gunzipped(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
  const gunzip = createGunzip({ chunkSize });
  // Errors reach the reader of `gunzip`.
  pipeline(pieces, gunzip, () => {});
  let given = 0;
  try {
    for await (const chunk of gunzip) {
      given += chunk.length;
      yield chunk;
    }
  } catch (error) {
    const lost = inflatedBefore(Buffer.concat(kept)).subarray(given);
    if (lost.length > 0) yield lost;
    throw error;
  }
}

/** What can be inflated of the start of a file; less than all of it. */
export function inflatedStart(start: Buffer): Buffer {
  return gunzipSync(start, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: mostInflated,
  });
}

/** The text before a damaged place, which is found by trying: a start of the data can be inflated if it ends before that place. */
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
