/** Longer lines are not kept in memory. */
export const longestLine = 64 * 1024 * 1024;

const lineFeed = 10;

export interface LineHandler {
  /** `end` is the place of a line feed. `size` includes it, if it was in the text. */
  line(bytes: Buffer, start: number, end: number, size: number): void;
  tooLong(size: number): void;
  readonly isDone: boolean;
}

/** Splits chunks of bytes into lines. A line ends at a line feed and nowhere else; the last needs none. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private kept = 0;

  constructor(private readonly handler: LineHandler) {}

  push(chunk: Buffer): void {
    const { handler } = this;
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) break;
      if (this.kept > 0) this.finish(chunk.subarray(0, end + 1));
      else handler.line(chunk, start, end, end + 1 - start);
      start = end + 1;
      if (handler.isDone) return;
    }
    if (start === chunk.length) return;
    this.kept += chunk.length - start;
    // Copied, because the chunk's memory may be used again.
    if (this.kept <= longestLine) this.parts.push(Buffer.from(chunk.subarray(start)));
    else this.parts = [];
  }

  end(): void {
    if (this.kept > 0) this.finish(Buffer.alloc(0));
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
    this.handler.line(bytes, 0, bytes.length - 1, size);
  }
}

const newLine = Buffer.from("\n");
