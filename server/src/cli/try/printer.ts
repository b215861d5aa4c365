import type { Io } from "../io.ts";

const flushed = 64 * 1024;

/** Prints bytes unchanged, in large chunks. */
export class Printer {
  private parts: Uint8Array[] = [];
  private size = 0;
  private waiting: Promise<void> | undefined;

  constructor(private readonly io: Io) {}

  print(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.size += bytes.length;
    if (this.size >= flushed) this.flush();
  }

  /** Resolves when more can be printed. */
  drained(): Promise<void> | undefined {
    return this.waiting;
  }

  flush(): void {
    if (this.size === 0) return;
    const bytes = Buffer.concat(this.parts);
    this.parts = [];
    this.size = 0;
    if (this.io.outBytes) this.waiting = this.io.outBytes(bytes);
    else this.io.out(bytes.toString());
  }
}
