import { rowIn } from "../../logs/rows.ts";
import { utf8Length } from "../../text/lines.ts";
import type { SampleReader, SampleSink } from "./reader.ts";

/** The number of lines processed before yielding. */
const mostLines = 500;

/** Reads JSON objects, one per line, from a text in memory. Does not depend on Node. */
export class TextReader implements SampleReader {
  readonly size: number;

  constructor(
    readonly path: string,
    private readonly text: string,
    private readonly pause: () => Promise<void>,
  ) {
    this.size = text.length;
  }

  async stamp(): Promise<string> {
    return this.path;
  }

  startFor(): number {
    return 0;
  }

  async read(sink: SampleSink, _from: number, onBytes?: (count: number) => void): Promise<void> {
    const { text } = this;
    sink.begin?.(0);
    let number = 0;
    for (let start = 0; start < text.length && !sink.isDone; ) {
      const found = text.indexOf("\n", start);
      const end = found === -1 ? text.length : found;
      number++;
      this.line(sink, text.slice(start, end), found === -1 ? 0 : 1, number);
      onBytes?.(end + 1 - start);
      start = end + 1;
      if (number % mostLines === 0) await this.pause();
    }
  }

  private line(sink: SampleSink, text: string, lineEnd: number, line: number): void {
    const size = utf8Length(text) + lineEnd;
    sink.read(size);
    const json = line === 1 ? text.replace(/^\ufeff/, "") : text;
    const row = rowIn(json);
    if (typeof row === "string") sink.unreadable({ path: this.path, line }, row);
    else if (row) sink.row(row, size, () => text);
  }
}
