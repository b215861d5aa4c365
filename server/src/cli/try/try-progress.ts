import { bytesText, plural, thousands } from "../../text/wording.ts";
import type { Io } from "../io.ts";
import { StatusLine } from "../status-line.ts";

const interval = 200;

export interface TotalLogs {
  readonly size: number | undefined;
  /** The number of objects in buckets. */
  readonly objects: number;
}

/** How much has been read, how fast, and how long the rest takes. Shown on a terminal only. */
export class TryProgress {
  private readonly line: StatusLine;
  private readonly start = Date.now();
  private shown = Date.now();
  private read = 0;
  private objects = 0;

  constructor(
    io: Io,
    /** The size is undefined for a stream. */
    private readonly total: TotalLogs,
  ) {
    this.line = new StatusLine(io);
  }

  add(bytes: number): void {
    this.read += bytes;
    const now = Date.now();
    if (now - this.shown < interval) return;
    this.shown = now;
    const { objects } = this.total;
    const count = objects > 0 ? `${thousands(this.objects)} of ${plural(objects, "object")}, ` : "";
    this.line.show(count + progressText(this.read, this.total.size, now - this.start));
  }

  addObject(): void {
    this.objects++;
  }

  /** Undefined for a stream. */
  get share(): number | undefined {
    const { size } = this.total;
    return size ? Math.min(1, this.read / size) : undefined;
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
