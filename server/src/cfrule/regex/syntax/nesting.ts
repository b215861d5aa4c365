import type { Span } from "../../../text/span.ts";
import type { Cursor } from "./cursor.ts";

/** The engine rejects deeper regexes. Deeper nodes are dropped, so that walks can recurse. */
export const maxNested = 250;

/** A node and its height: repetitions, groups, sequences, alternations, classes and class operations add one each. */
export interface Nested<Node> {
  readonly node: Node;
  readonly height: number;
}

/** Reports the first node that exceeds the limit. */
export function noteHeight(cursor: Cursor, span: Span, height: number): void {
  if (height <= maxNested || cursor.isTooDeep) return;
  cursor.isTooDeep = true;
  cursor.problem(
    span,
    `Nesting is deeper than the limit of ${maxNested} levels. Remove some groups or repetitions.`,
  );
}
