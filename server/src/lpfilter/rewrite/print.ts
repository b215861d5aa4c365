import type { LogicalOperator } from "../syntax/filter.ts";
import { type Layout, reindent } from "./layout.ts";

/** A new group, or source text that is kept. */
export type Piece = SourceText | NewGroup;

export interface SourceText {
  readonly text: string;
  /** The current indentation of the text. */
  readonly indent: string;
}

export interface NewGroup {
  readonly logical: LogicalOperator;
  readonly pieces: readonly Piece[];
}

/** Prints a piece with that indentation. */
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

/** Prints pieces as items of an existing array. */
export function printList(pieces: readonly Piece[], indent: string, layout: Layout): string {
  const separator = layout.inline ? ", " : `,${layout.lineBreak}${indent}`;
  return pieces.map((it) => print(it, indent, layout)).join(separator);
}
