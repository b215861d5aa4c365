import { thousands } from "../text/wording.ts";
import type { Io } from "./io.ts";

/** So few files are done before anyone wonders. */
const few = 200;

/** Counts the files that are done, on a terminal and only when they are many. */
export class Progress {
  private done = 0;
  private shown = false;

  constructor(private readonly io: Pick<Io, "progress" | "err">) {}

  step(): void {
    this.done++;
    if (this.done % few !== 0 || !this.io.progress) return;
    this.io.err(`\r${thousands(this.done)} files…`);
    this.shown = true;
  }

  /** Takes the count away, before a line is written and at the end. */
  clear(): void {
    if (this.shown) this.io.err("\r\u001b[K");
    this.shown = false;
  }
}
