import type { LogFilter } from "../../core/log-test.ts";
import { hasHole } from "../../text/hole.ts";
import type { Document } from "../document.ts";
import { logTestOf } from "../evaluation/log-test.ts";

/** Undefined when the text has syntax errors, or when a part of the filter does not fit its field. */
export function logFilterOf({ json, filter, datasets, context }: Document): LogFilter | undefined {
  const test = json.errors.length === 0 ? logTestOf(filter) : undefined;
  if (!test) return undefined;
  const comments = json.comments.map(({ start, end }) => ({
    text: json.text.slice(start, end),
    at: subjectOf(json.text, start),
  }));
  const dataset = datasets[0] ?? "";
  return { dataset, test, comments, ...(context.hasHoles && { isUnknown: hasHole }) };
}

/** The brace before a comment on the same line, or the comment itself. */
function subjectOf(text: string, comment: number): number {
  let at = comment - 1;
  while (at >= 0 && /[ \t,]/.test(text[at] ?? "")) at--;
  return text[at] === "}" ? at : comment;
}
