import { Decompress, ZstdErrorCode } from "fzstd";
import { isStop } from "./sink.ts";

/** The unit of decompression. A block of 4 bytes can become 128 kB. */
const pieceSize = 1024;
const chunkSize = 256 * 1024;

/**
 * Decompresses Zstandard of any number of frames. Yields all data before a damaged position. Not with Node's own module, because
 * versions before 22.15 lack it.
 */
export async function* unzstd(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((bytes) => {
    parts.push(bytes);
    size += bytes.length;
  });
  const taken = (): Buffer => {
    const chunk = Buffer.concat(parts);
    parts = [];
    size = 0;
    return chunk;
  };
  const windows = new WindowLimit();
  try {
    for await (const chunk of raw)
      for (let at = 0; at < chunk.length; at += pieceSize) {
        const piece = chunk.subarray(at, at + pieceSize);
        windows.check(piece);
        stream.push(piece);
        if (size >= chunkSize) yield taken();
      }
    stream.push(new Uint8Array(0), true);
  } catch (error) {
    yield taken();
    const { name } = error as Error;
    if (name === "BucketError" || isStop(error) || error instanceof UnzstdError) throw error;
    throw new UnzstdError(messageOf(error));
  }
  yield taken();
}

/** In a bundle of its own, so others recognize it by its name. */
class UnzstdError extends Error {
  override readonly name = "UnzstdError";
}

/** Decompresses the start of a file as far as possible. */
export function unzstdStart(start: Buffer): Buffer {
  const parts: Uint8Array[] = [];
  try {
    new WindowLimit().check(start);
    new Decompress((bytes) => parts.push(bytes)).push(start);
  } catch {
    // Reading the file will report the error.
  }
  return Buffer.concat(parts);
}

function messageOf(error: unknown): string {
  const isShort = (error as { code?: unknown }).code === ZstdErrorCode.UnexpectedEOF;
  return `The Zstandard data ${isShort ? "ends too early" : "is damaged"}; lines up to there were read.`;
}

/** The limit of the program `zstd` without options. */
const mostWindow = 128 * 1024 * 1024;

/** Walks over frames and blocks, because the library allocates any window that a frame asks for. */
class WindowLimit {
  private head: number[] = [];
  private skipped = 0;
  private isInFrame = false;
  private checksumSize = 0;

  check(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(this.skipped, chunk.length - at);
      this.skipped -= skipped;
      at += skipped;
      if (at === chunk.length) return;
      this.head.push(chunk[at++] as number);
      if (this.isInFrame ? this.readBlock() : this.readFrame()) this.head = [];
    }
  }

  /** False until the header is complete. */
  private readBlock(): boolean {
    const [first = 0, second = 0, third] = this.head;
    if (third === undefined) return false;
    const isRepeated = ((first >> 1) & 3) === 1;
    this.skipped = isRepeated ? 1 : (first | (second << 8) | (third << 16)) >> 3;
    this.isInFrame = (first & 1) === 0;
    if (!this.isInFrame) this.skipped += this.checksumSize;
    return true;
  }

  private readFrame(): boolean {
    const head = Buffer.from(this.head);
    if (head.length < 5) return false;
    if (head.readUInt32LE(0) >>> 4 === 0x184d2a5) {
      if (head.length < 8) return false;
      this.skipped = head.readUInt32LE(4);
      return true;
    }
    const flags = head[4] as number;
    const isSingle = (flags & 0x20) !== 0;
    const windowAt = 5;
    const contentAt = windowAt + (isSingle ? 0 : 1) + ([0, 1, 2, 4][flags & 3] as number);
    const contentSize = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] as number;
    if (head.length < contentAt + contentSize) return false;
    const window = isSingle
      ? integerIn(head.subarray(contentAt, contentAt + contentSize))
      : windowOf(head[windowAt] as number);
    if (window > mostWindow)
      throw new UnzstdError(
        "The Zstandard data needs more than 128 MB of memory. Decompress it first.",
      );
    this.isInFrame = true;
    this.checksumSize = (flags & 4) === 0 ? 0 : 4;
    return true;
  }
}

function integerIn(bytes: Buffer): number {
  return bytes.reduceRight((sum, it) => sum * 256 + it, 0);
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
