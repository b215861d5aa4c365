import type { TrialText } from "../../core/trial.ts";
import { hasHole } from "../../text/hole.ts";
import { check } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { readableTest } from "../evaluation/readable-test.ts";
import { trialOf } from "../evaluation/trial.ts";
import { logFilterOf } from "./log-filter.ts";

/** Diagnostics do not prevent a trial, unless the filter cannot be read. */
export function trials(doc: Document): readonly TrialText[] {
  const [dataset] = doc.datasets;
  const text = { language: "lpfilter", dataset };
  const { root } = doc.json;
  if (root && doc.context.hasHoles && hasHole(doc.text.slice(root.start, root.end)))
    return [{ ...text, error: "Parts of the filter are filled in later, so it cannot be tried." }];
  const filter = logFilterOf(doc);
  if (filter) return [{ ...text, test: filter.test, trial: trialOf(filter.test) }];
  const problem = check(doc).find((it) => it.severity === "error");
  const error = problem?.message ?? "The filter cannot be evaluated.";
  const test = readableTest(doc.filter);
  return [{ ...text, error, ...(test && { readable: { test, trial: trialOf(test) } }) }];
}
