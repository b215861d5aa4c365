import type { LogFilter } from "../../core/log-test.ts";
import type { TrialText } from "../../core/trial.ts";
import { hasHole } from "../../text/hole.ts";
import { check } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { logTestOf } from "../evaluation/log-test.ts";
import { readableTest } from "../evaluation/readable-test.ts";
import { filterTrial } from "../evaluation/trial.ts";

/** Diagnostics do not prevent a trial, unless the filter cannot be read. */
export function trials(doc: Document): readonly TrialText[] {
  const [dataset] = doc.datasets;
  const text = { language: "lpfilter", dataset };
  const { root } = doc.json;
  if (root && doc.context.hasHoles && hasHole(doc.text.slice(root.start, root.end)))
    return [{ ...text, error: "Parts of the filter are filled in later, so it cannot be tried." }];
  const filter = logFilterOf(doc);
  if (filter) return [{ ...text, test: filter.test, trial: filterTrial(filter.test) }];
  const problem = check(doc).find((it) => it.severity === "error");
  const error = problem?.message ?? "The filter cannot be evaluated.";
  const test = readableTest(doc.filter);
  return [{ ...text, error, ...(test && { readable: { test, trial: filterTrial(test) } }) }];
}

/** Undefined when the text has syntax errors, or when a part of the filter does not fit its field. */
export function logFilterOf({ json, filter, datasets, context }: Document): LogFilter | undefined {
  const test = json.errors.length === 0 ? logTestOf(filter) : undefined;
  if (!test) return undefined;
  const comments = json.comments.map(({ start, end }) => ({
    text: json.text.slice(start, end),
    at: placeOf(json.text, start),
  }));
  const dataset = datasets[0] ?? "";
  return { dataset, test, comments, ...(context.hasHoles && { isUnknown: hasHole }) };
}

/** The brace before a comment on the same line, or the comment itself. */
function placeOf(text: string, comment: number): number {
  let at = comment - 1;
  while (at >= 0 && /[ \t,]/.test(text[at] ?? "")) at--;
  return text[at] === "}" ? at : comment;
}
