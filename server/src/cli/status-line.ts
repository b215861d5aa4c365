import { printable } from "../text/printable.ts";
import type { Io } from "./io.ts";

/** A progress line on a terminal, erased before other output. Never written to a pipe. */
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

  /** An `Io` that erases the line before each output. */
  around(): Io {
    const { io } = this;
    const clearing = (write: (text: string) => void) => (text: string) => {
      this.clear();
      write(text);
    };
    // Object.create instead of a spread, which would open unused streams.
    return Object.create(io, {
      out: { value: clearing((text) => io.out(text)) },
      err: { value: clearing((text) => io.err(text)) },
    });
  }
}

const erase = "\r\u001b[K";
