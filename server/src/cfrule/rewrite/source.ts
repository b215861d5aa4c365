import { type Edit, insert, remove, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { isSpace, isWord } from "../syntax/characters.ts";
import type { Call, Expression, Node, Not } from "../syntax/tree.ts";

/** The text to rewrite. */
export interface Source {
  readonly root: Expression;
  readonly text: string;
  readonly comments: readonly Span[];
}

/** Binary search, because a text can have thousands of comments. */
export function hasComment({ comments }: Source, { start, end }: Span): boolean {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (comments[low]?.start ?? end) < end;
}

/** Inserts a word, with a space if it would touch the word before it. */
export function insertWord({ text }: Source, offset: number, word: string): Edit {
  return insert(offset, isWord(text.charCodeAt(offset - 1)) ? ` ${word}` : word);
}

/** Removes a span, keeping a space if its neighbors would touch. */
export function cutOut({ text }: Source, { start, end }: Span): Edit {
  const before = text.charCodeAt(start - 1);
  const after = text.charAt(end);
  const apart =
    start === 0 ||
    isSpace(before) ||
    "({,!".includes(text.charAt(start - 1)) ||
    after === "" ||
    after === ")" ||
    isSpace(text.charCodeAt(end));
  return apart ? remove({ start, end }) : replace({ start, end }, " ");
}

/** Removes the `not` and the space after it. */
export function dropNot(source: Source, { operator, operand }: Not): Edit {
  const gap = { start: operator.end, end: operand.start };
  const end = hasComment(source, gap) ? operator.end : operand.start;
  return cutOut(source, { start: operator.start, end });
}

/**
 * Whether the node is the first in an argument. A longer argument must start with a parenthesis, a `not` or a
 * quantifier, so these cannot simply be removed.
 */
export function startsArgument(node: Span, above: readonly Node[]): boolean {
  for (let i = above.length - 1; i >= 0; i--) {
    const around = above[i];
    if (around?.kind === "quantifier") return around.argument.start === node.start;
    if (around?.kind === "call") return isArgumentStart(around, node.start);
    if (around?.kind !== "logical" && around?.kind !== "comparison") return false;
  }
  return false;
}

/** Binary search, because a call can have thousands of arguments. */
function isArgumentStart({ args }: Call, offset: number): boolean {
  let low = 0;
  let high = args.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((args[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return args[low]?.start === offset;
}
