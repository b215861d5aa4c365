import { printable } from "../text/printable.ts";
import type { Io } from "./io.ts";

/** One line on a terminal that says what is being done, and is gone before anything else is written. Never in a pipe. */
export class StatusLine {
  private isShown = false;

  constructor(private readonly io: Io) {}

  show(text: string): void {
    if (!this.io.progress) return;
    const line = printable(text);
    const most = Math.max(20, this.io.columns - 1);
    const characters = [...line];
    const cut = characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : line;
    this.io.err(`${erase}${cut}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.io.err(erase);
    this.isShown = false;
  }

  /** The same world, in which the line makes way for whatever is written. */
  around(): Io {
    const { io } = this;
    const clearing = (write: (text: string) => void) => (text: string) => {
      this.clear();
      write(text);
    };
    // Not copied: what is not used of it is not opened.
    return Object.create(io, {
      out: { value: clearing((text) => io.out(text)) },
      err: { value: clearing((text) => io.err(text)) },
    });
  }
}

const erase = "\r\u001b[K";
