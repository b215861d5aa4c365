/** Longer lines are not kept in memory. */
export const longestLine = 64 * 1024 * 1024;

const lineFeed = 10;

export interface LineHandler {
  /** The start of the first line that needs processing; the lines before it can be skipped. */
  skip?(bytes: Buffer, start: number): number;
  /** The offset of the line feed after a line that was scanned; otherwise -1. */
  scan?(bytes: Buffer, start: number): number;
  /** `end` is the offset of a line feed. `size` includes it, if it is in the text. */
  line(bytes: Buffer, start: number, end: number, size: number, isScanned: boolean): void;
  tooLong(size: number): void;
  readonly isDone: boolean;
}

/** Splits chunks of bytes into lines. Only a line feed ends a line; it is optional after the last one. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private kept = 0;

  constructor(private readonly handler: LineHandler) {}

  push(chunk: Buffer): void {
    const { handler } = this;
    let start = this.kept > 0 ? this.finishWith(chunk) : 0;
    while (start < chunk.length && !handler.isDone) {
      start = handler.skip?.(chunk, start) ?? start;
      if (start >= chunk.length) break;
      const scanned = handler.scan?.(chunk, start) ?? -1;
      // The line may continue in the next chunk.
      const isScanned = scanned !== -1 && scanned < chunk.length;
      const end = isScanned ? scanned : chunk.indexOf(lineFeed, start);
      if (end === -1) break;
      handler.line(chunk, start, end, end + 1 - start, isScanned);
      start = end + 1;
    }
    if (handler.isDone) return;
    if (start === chunk.length) return;
    this.kept += chunk.length - start;
    // Copied, because the chunk's memory may be reused.
    if (this.kept <= longestLine) this.parts.push(Buffer.from(chunk.subarray(start)));
    else this.parts = [];
  }

  end(): void {
    if (this.kept > 0) this.finish(Buffer.alloc(0));
  }

  /** Completes the line of the previous chunks. Returns the start of the next line. */
  private finishWith(chunk: Buffer): number {
    const end = chunk.indexOf(lineFeed);
    if (end === -1) return 0;
    this.finish(chunk.subarray(0, end + 1));
    return end + 1;
  }

  private finish(last: Buffer): void {
    const size = this.kept + last.length;
    const parts = this.parts;
    this.parts = [];
    this.kept = 0;
    if (size > longestLine + 1) {
      this.handler.tooLong(size);
      return;
    }
    const isEnded = last.length > 0;
    const bytes = Buffer.concat(isEnded ? [...parts, last] : [...parts, newLine]);
    const isScanned = this.handler.scan?.(bytes, 0) === bytes.length - 1;
    this.handler.line(bytes, 0, bytes.length - 1, size, isScanned);
  }
}

const newLine = Buffer.from("\n");
