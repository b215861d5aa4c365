import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";

/** Prompts on the terminal. There is no answer without a terminal or at the end of input. */
export class Questions {
  private reader: Interface | undefined;
  private readonly lines: string[] = [];
  private readonly waiting: ((line: string | undefined) => void)[] = [];
  private isOver = false;

  constructor(
    private readonly stdin: Readable,
    private readonly write: (text: string) => void,
  ) {}

  get canAsk(): boolean {
    const isTerminal = (this.stdin as { isTTY?: boolean }).isTTY === true;
    return isTerminal && (!this.isOver || this.lines.length > 0);
  }

  async ask(question: string): Promise<string | undefined> {
    if (!this.canAsk) return undefined;
    this.open();
    this.write(question);
    const line = this.lines.shift() ?? (await this.nextLine());
    return line?.trim();
  }

  /** Closes the input, so that the process can exit. */
  close(): void {
    this.reader?.close();
  }

  private nextLine(): Promise<string | undefined> {
    if (this.isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  private open(): void {
    if (this.reader) return;
    this.reader = createInterface({ input: this.stdin });
    this.reader.on("line", (line) => {
      const next = this.waiting.shift();
      if (next) next(line);
      else this.lines.push(line);
    });
    this.reader.on("close", () => {
      this.isOver = true;
      for (const next of this.waiting.splice(0)) next(undefined);
    });
  }
}
