import { CsvRow } from "./csv-row.ts";
import { type LineHandler, LineSplitter } from "./line-splitter.ts";
import type { LogSink } from "./sink.ts";

/** Limits of a quoted value, which may contain line breaks. A longer one is assumed to lack its closing quote. */
const mostLines = 100;
const mostBytes = 1024 * 1024;

/**
 * Reads CSV with a header line. Not a library, because a record with broken quotes must not affect the next ones, and because
 * records are printed unchanged.
 */
export async function readCsv(chunks: AsyncIterable<Buffer>, sink: LogSink): Promise<number> {
  const reader = new CsvReader(sink);
  const splitter = new LineSplitter(reader);
  for await (const chunk of chunks) {
    splitter.push(chunk);
    await sink.drained?.();
    if (reader.isDone) return reader.lines;
  }
  splitter.end();
  reader.end();
  return reader.lines;
}

/** A physical line: its number, its bytes with the line break, and its text. */
interface CsvLine {
  readonly number: number;
  readonly bytes: Buffer;
  readonly size: number;
  readonly text: string;
}

class CsvReader implements LineHandler {
  lines = 0;
  private header: readonly string[] | undefined;
  private delimiter = ",";
  private pending: CsvLine[] = [];
  private pendingBytes = 0;
  private isInQuotes = false;

  constructor(private readonly sink: LogSink) {}

  get isDone(): boolean {
    return this.sink.isDone;
  }

  line(bytes: Buffer, start: number, end: number, size: number): void {
    this.lines++;
    this.sink.read(size);
    const text = bytes.toString("utf8", start, end);
    this.add({
      number: this.lines,
      bytes: Buffer.from(bytes.subarray(start, end + 1)),
      size,
      text: this.lines === 1 ? text.replace(/^\ufeff/, "") : text,
    });
  }

  tooLong(size: number): void {
    this.lines++;
    this.sink.read(size);
    this.sink.unreadable(this.lines, "The line is too long.");
  }

  end(): void {
    while (this.pending.length > 0) this.giveUp(this.taken(), "Missing closing quote.");
  }

  private add(line: CsvLine): void {
    if (this.pending.length === 0 && this.isBlank(line.text)) return;
    this.pending.push(line);
    this.pendingBytes += line.bytes.length;
    if (hasOddQuotes(line.text)) this.isInQuotes = !this.isInQuotes;
    if (!this.isInQuotes) this.record();
    else if (this.pending.length > mostLines || this.pendingBytes > mostBytes)
      this.giveUp(this.taken(), "Missing closing quote.");
  }

  /** Tabs alone are a record of empty values if they separate values. */
  private isBlank(text: string): boolean {
    return text.trim() === "" && !(this.delimiter === "\t" && text.includes("\t"));
  }

  /** A stray quote on the first line may have merged several records, so the other lines are read again. */
  private giveUp([first, ...rest]: readonly CsvLine[], reason: string): void {
    if (first) this.sink.unreadable(first.number, reason);
    for (const it of rest) this.add(it);
  }

  private taken(): CsvLine[] {
    const lines = this.pending;
    this.pending = [];
    this.pendingBytes = 0;
    this.isInQuotes = false;
    return lines;
  }

  private record(): void {
    const lines = this.taken();
    const text = lines
      .map((it) => it.text)
      .join("\n")
      .replace(/\r$/, "");
    if (!this.header) {
      this.delimiter = delimiterIn(text);
      this.header = cellsOf(text, this.delimiter)?.map((it) => it.trim());
      if (this.header) this.sink.columns?.(this.header);
      return;
    }
    const cells = cellsOf(text, this.delimiter);
    if (!cells) this.giveUp(lines, "Invalid quotes.");
    else if (cells.length !== this.header.length)
      this.giveUp(lines, `Expected ${this.header.length} values, found ${cells.length}.`);
    else {
      const bytes = Buffer.concat(lines.map((it) => it.bytes));
      const size = lines.reduce((sum, it) => sum + it.size, 0);
      const line = { bytes, start: 0, end: bytes.length, size };
      this.sink.row(new CsvRow(this.header, cells, this.sink.nested), line);
    }
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** The common delimiter that occurs most often. */
function delimiterIn(header: string): string {
  const count = (it: string) => header.split(it).length;
  return [",", "\t", ";", "|"].reduce((best, it) => (count(it) > count(best) ? it : best));
}

/** Undefined if a quote is misplaced. */
function cellsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; ) {
    if (text[at] !== '"') {
      const next = text.indexOf(delimiter, at);
      const cell = text.slice(at, next === -1 ? text.length : next);
      if (cell.includes('"')) return undefined;
      cells.push(cell);
      if (next === -1) return cells;
      at = next + 1;
      continue;
    }
    const end = closingQuote(text, at + 1);
    if (end === -1) return undefined;
    cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 === text.length) return cells;
    if (text[end + 1] !== delimiter) return undefined;
    at = end + 2;
  }
}

function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}
