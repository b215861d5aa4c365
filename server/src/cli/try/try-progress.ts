import { bytesText } from "../../text/wording.ts";
import type { Io } from "../io.ts";
import { StatusLine } from "../status-line.ts";

const interval = 200;

/** How much has been read, how fast, and how long the rest takes. Shown on a terminal only. */
export class TryProgress {
  private readonly line: StatusLine;
  private readonly start = Date.now();
  private shown = Date.now();
  private read = 0;

  /** The total size is undefined for a stream. */
  constructor(
    io: Io,
    private readonly total: number | undefined,
  ) {
    this.line = new StatusLine(io);
  }

  add(bytes: number): void {
    this.read += bytes;
    const now = Date.now();
    if (now - this.shown < interval) return;
    this.shown = now;
    this.line.show(progressText(this.read, this.total, now - this.start));
  }

  /** Undefined for a stream. */
  get share(): number | undefined {
    return this.total ? Math.min(1, this.read / this.total) : undefined;
  }

  clear(): void {
    this.line.clear();
  }
}

export function progressText(read: number, total: number | undefined, elapsed: number): string {
  const rate = (read * 1000) / Math.max(1, elapsed);
  const speed = `${bytesText(rate)}/s`;
  if (total === undefined || total === 0) return `${bytesText(read)}, ${speed}`;
  const share = Math.min(100, Math.floor((read * 100) / total));
  const left = Math.ceil(Math.max(0, total - read) / Math.max(1, rate));
  return `${share}% of ${bytesText(total)}, ${speed}, ${left} s left`;
}
