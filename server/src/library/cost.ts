import { costOfLines, KeepError } from "../cost/of-lines.ts";
import type { Subject } from "./subject.ts";
import { type Cost, type CostOptions, TextError } from "./types.ts";

/** The cost of the jobs of a text on log lines. */
export function costOf(
  { text, language, context }: Subject,
  lines: string,
  { path, keep = [], target }: Pick<CostOptions, "path" | "keep" | "target">,
): Cost {
  if (typeof lines !== "string") throw new TypeError("Expected a string as log lines.");
  if (!Array.isArray(keep)) throw new TypeError("Expected an array of texts as 'keep'.");
  if (target !== undefined && !(target > 0 && target <= 1))
    throw new TypeError("Expected a number above 0 and at most 1 as 'target'.");
  const source = { path: path ?? `text${language.extensions[0]}`, text, context };
  try {
    const found = costOfLines({ ...source, keeps: keep, target }, lines);
    const error = found.jobs.find((it) => it.error !== undefined)?.error;
    if (found.jobs.length === 0) throw new TextError("The text has no job or filter.");
    if (error !== undefined) throw new TextError(error);
    return found;
  } catch (error) {
    throw error instanceof KeepError ? new TextError(error.message) : error;
  }
}
