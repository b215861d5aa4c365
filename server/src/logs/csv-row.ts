import type { LogRow } from "../core/trial.ts";
import { parseExactly, writeExactly } from "../text/exact-integers.ts";

/** The row of a CSV record. An empty value of any type is the empty string; arrays and objects are JSON. */
export class CsvRow implements LogRow {
  constructor(
    private readonly header: readonly string[],
    private readonly cells: readonly string[],
    private readonly nested: ReadonlySet<string>,
  ) {}

  get(field: string): unknown {
    const text = this.cells[this.header.lastIndexOf(field)];
    return text !== undefined && this.nested.has(field) ? readNested(text) : text;
  }

  raw(field: string): string | undefined {
    const value = this.get(field);
    return value === undefined ? undefined : writeExactly(value);
  }

  names(): readonly string[] {
    return this.header;
  }
}

function readNested(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
