import { thousands } from "../text/wording.ts";
import type { Io } from "./io.ts";

/** With fewer files, no progress is needed. */
const interval = 200;

/** Counts processed files on a terminal, if there are many. */
export class Progress {
  private done = 0;
  private shown = false;

  constructor(private readonly io: Pick<Io, "progress" | "err">) {}

  step(): void {
    this.done++;
    if (this.done % interval !== 0 || !this.io.progress) return;
    this.io.err(`\r${thousands(this.done)} files…`);
    this.shown = true;
  }

  /** Erases the count, before other output and at the end. */
  clear(): void {
    if (this.shown) this.io.err("\r\u001b[K");
    this.shown = false;
  }
}
