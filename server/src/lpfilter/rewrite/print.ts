import type { LogicalOperator } from "../syntax/filter.ts";
import { type Layout, reindent } from "./layout.ts";

/** A group that is yet to be written, or a piece of text that is kept. */
export type Piece = Kept | NewGroup;

export interface Kept {
  readonly text: string;
  /** The current indentation of the text. */
  readonly indent: string;
}

export interface NewGroup {
  readonly logical: LogicalOperator;
  readonly pieces: readonly Piece[];
}

/** Writes a piece at a place with that indentation. */
export function print(piece: Piece, indent: string, layout: Layout): string {
  if ("text" in piece) return reindent(piece.text, piece.indent, indent);
  const { logical, pieces } = piece;
  if (layout.inline) {
    return `{ "${logical}": [${pieces.map((it) => print(it, indent, layout)).join(", ")}] }`;
  }
  const inner = indent + layout.step;
  const items = printList(pieces, inner + layout.step, layout);
  return [
    "{",
    `${inner}"${logical}": [`,
    `${inner}${layout.step}${items}`,
    `${inner}]`,
    `${indent}}`,
  ].join(layout.lineBreak);
}

/** Writes pieces side by side in a list that is there already. */
export function printList(pieces: readonly Piece[], indent: string, layout: Layout): string {
  const separator = layout.inline ? ", " : `,${layout.lineBreak}${indent}`;
  return pieces.map((it) => print(it, indent, layout)).join(separator);
}
