import type { Span } from "../../../text/span.ts";
import type { Cursor } from "./cursor.ts";

/** The engine refuses deeper regexes. Our trees leave out what lies deeper, so that whoever walks them may recurse. */
export const mostNested = 250;

/** A node and its height: repetitions, groups, lists of two and more, classes and class operations count one each. */
export interface Nested<Node> {
  readonly node: Node;
  readonly height: number;
}

/** Says so when the node of this span is the first to be too high. */
export function noteHeight(cursor: Cursor, span: Span, height: number): void {
  if (height <= mostNested || cursor.isTooDeep) return;
  cursor.isTooDeep = true;
  cursor.problem(
    span,
    `Nesting is deeper than the limit of ${mostNested} levels. Remove some groups or repetitions.`,
  );
}
