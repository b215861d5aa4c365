import type { RuleContext } from "./context.ts";
import { readDocument } from "./document.ts";
import type { Expression } from "./syntax/tree.ts";

/** A rule as a tree, for translation into other languages. */
export interface RuleSource {
  readonly root: Expression;
  readonly comments: readonly { readonly text: string; readonly at: number }[];
}

/** Undefined for a text with errors, which the service rejects, and for value expressions. */
export function ruleSource(text: string, context: RuleContext): RuleSource | undefined {
  const { parsed } = readDocument(text, context);
  if (parsed.problems.length > 0 || parsed.form === "value") return undefined;
  const comments = parsed.comments.map(({ start, end }) => ({
    text: text.slice(start, end),
    at: placeOf(text, start),
  }));
  return { root: parsed.root, comments };
}

/** The last character before a comment on the same line, or the comment itself. */
function placeOf(text: string, comment: number): number {
  let at = comment - 1;
  while (text[at] === " " || text[at] === "\t") at--;
  return at >= 0 && text[at] !== "\n" && text[at] !== "\r" ? at : comment;
}
