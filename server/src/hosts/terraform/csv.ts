import type { Span } from "../../text/span.ts";

export interface Cell extends Span {
  readonly text: string;
}

/** The rows of a CSV text. Undefined if it has a stray quote. */
export function csvRows(text: string): readonly (readonly Cell[])[] | undefined {
  const rows: Cell[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  for (let at = 0; at < text.length; ) {
    const row: Cell[] = [];
    let end: string;
    do {
      cell.lastIndex = at;
      const found = cell.exec(text);
      if (!found) return undefined;
      const [, quoted, plain = "", separator = ""] = found;
      const start = at + (quoted === undefined ? 0 : 1);
      const written = quoted ?? plain;
      row.push({ text: written.replaceAll('""', '"'), start, end: start + written.length });
      at = cell.lastIndex;
      end = separator;
    } while (end === ",");
    // An empty line is no row.
    if (row.length > 1 || row[0]?.text !== "") rows.push(row);
  }
  return rows;
}
