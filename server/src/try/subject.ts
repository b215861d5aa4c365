import { bridgedDatasets, isBridged } from "../bridge/rows.ts";
import { trialOnLines } from "../bridge/trial.ts";
import type { Trial, TrialText } from "../core/trial.ts";
import { type FileContext, filterTrial, hostOfPath, languageOfPath } from "../languages.ts";
import { alternatives } from "../text/wording.ts";

/** A text to try, as plain data, because other threads parse it again. */
export interface Subject {
  /** The path as displayed to the user. */
  readonly path: string;
  /** Absolute, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly context: FileContext;
  /** The filter file that a job refers to, or why it cannot be read. */
  readonly filter?: { readonly path: string; readonly text: string } | { readonly error: string };
}

/** The context of a file without functions, so that it can be sent to another thread. */
export function plainContext(context: FileContext): FileContext {
  const { onCrash: _, ...rest } = context;
  const known = Object.getOwnPropertyDescriptors(rest);
  const plain = Object.entries(known).filter(
    ([, it]) => "value" in it && typeof it.value !== "function",
  );
  return Object.fromEntries(plain.map(([name, it]) => [name, it.value])) as unknown as FileContext;
}

/** One text to try: a file, or a part of a host file. */
export interface TriedText extends TrialText {
  readonly subject: Subject;
  /** The file with the conditions, if it is another one. */
  readonly conditionsIn?: { readonly path: string; readonly text: string };
}

export function textsIn(subject: Subject): readonly TriedText[] {
  const { path, text, context } = subject;
  const language = languageOfPath(path) ?? hostOfPath(path);
  const texts = language?.analyze(text, context).trials?.() ?? [];
  return texts.map((it) => {
    const { readable } = it;
    const parts = readable && { readable: { ...readable, ...onLines(readable, context) } };
    return { ...it, subject, ...parts, ...filterIn(it, subject), ...onLines(it, context) };
  });
}

/** A filter or job tried on lines without these fields. A rule always treats missing fields as unknown. */
export function withUnknown<T extends TrialText>(tried: T, unknown: ReadonlySet<string>): T {
  const { trial, test } = tried;
  if (!trial || !test || !trial.fields.some((it) => unknown.has(it))) return tried;
  const partial: Trial = Object.create(filterTrial(test, unknown), {
    // The conditions of the host document.
    conditions: { value: trial.conditions },
  });
  return { ...tried, trial: partial };
}

/** A rule is tried on the requests of log lines. */
function onLines(
  { rule }: Pick<TrialText, "rule">,
  { forcedDataset: dataset }: FileContext,
): Partial<TrialText> {
  if (!rule) return {};
  if (dataset === undefined) return { trial: trialOnLines(rule) };
  if (isBridged(dataset)) return { dataset, trial: trialOnLines(rule, dataset) };
  return {
    error: `Rules cannot be tried on lines of '${dataset}'. Use ${alternatives(bridgedDatasets)}.`,
  };
}

/** The filter of a job that is in another file. */
function filterIn(
  { filterFile, dataset }: TrialText,
  { filter, context }: Subject,
): Partial<TriedText> {
  if (filterFile === undefined) return {};
  if (!filter) return { error: `The filter '${filterFile}' is in another file.` };
  if ("error" in filter)
    return { error: `Cannot read the filter '${filterFile}'. ${filter.error}` };
  const [found] =
    languageOfPath(filter.path)
      ?.analyze(filter.text, { ...context, forcedDataset: dataset })
      .trials?.() ?? [];
  if (!found?.trial) {
    const { error = `'${filterFile}' is not a filter.`, readable } = found ?? {};
    return { error, ...(readable && { readable, conditionsIn: filter }) };
  }
  return {
    trial: found.trial,
    ...(found.test && { test: found.test }),
    conditionsIn: filter,
  };
}
