import type { LogRow } from "../core/trial.ts";
import { type FileContext, languageFor, timestampFields } from "../languages.ts";
import { rowIn } from "../logs/rows.ts";
import { utf8Length } from "../text/lines.ts";
import type { TryAnswer, TryResult } from "../try/answer.ts";
import { addTime, type TimeSpan } from "../try/counts.ts";
import { missingIn } from "../try/lines.ts";
import { type TriedText, textsIn, withUnknown } from "../try/subject.ts";
import { timeOf } from "../try/time-window.ts";
import type { CostAnswer } from "./answer.ts";
import { CostCounts, costedText, type JobCounts } from "./cost-counts.ts";
import { nodeOf } from "./filter.ts";
import { costAnswer } from "./report.ts";

/** A job, and filters of lines that must stay, as texts. */
export interface CostedSource {
  readonly path: string;
  readonly text: string;
  readonly context: FileContext;
  readonly keeps: readonly string[];
  readonly target: number | undefined;
}

/** The cost of jobs on a few lines. Needs no files, and nothing of Node. */
export function costOfLines(source: CostedSource, lines: string): CostAnswer {
  const textsOf = (path: string, text: string) =>
    textsIn({ path, file: `/${path}`, text, context: source.context });
  const texts = textsOf(source.path, source.text).flatMap((it) => costedText(it) ?? []);
  const dataset = texts.find((it) => it.dataset !== undefined)?.dataset ?? "";
  const keeps = source.keeps.flatMap((text, index) => {
    const path = `keep-${index + 1}${languageFor("filter").extensions[0]}`;
    const context = { ...source.context, forcedDataset: dataset };
    const [found] = textsIn({ path, file: `/${path}`, text, context }).filter((it) => it.test);
    if (!found?.test) throw new KeepError("The filter of lines that must stay is not valid.");
    return [{ path, test: found.test, node: nodeOf(found.test) }];
  });
  const counts = new CostCounts({
    suggests: true,
    keeps: new Map([[dataset, keeps.map((it) => it.test)]]),
    before: undefined,
    isCounted: () => true,
  });
  const rows = lines
    .replace(/^\ufeff/, "")
    .split("\n")
    .map(rowIn);
  const results = measured(texts, rows, counts);
  const used = new Set(texts.flatMap((it) => it.trial?.fields ?? []));
  const tried: TryAnswer = {
    version: 1,
    logs: {
      files: 0,
      lines: rows.filter((it) => it !== undefined).length,
      bytes: utf8Length(lines),
      unreadable: rows.filter((it) => typeof it === "string").length,
    },
    results,
  };
  return costAnswer(tried, texts, counts, {
    isUsed: (field) => used.has(field),
    keeps: new Map([[dataset, keeps]]),
    target: source.target,
    ...{ without: [], budget: undefined, against: undefined, hasBase: false },
  });
}

/** A filter of lines that must stay cannot be read. */
export class KeepError extends Error {}

interface Measured {
  readonly text: TriedText;
  readonly trial: TriedText["trial"];
  /** The timestamps of the dataset. */
  readonly times: readonly string[];
  readonly counts: JobCounts;
  undetermined: number;
  lines: number;
}

function measured(
  texts: readonly TriedText[],
  rows: readonly ReturnType<typeof rowIn>[],
  counts: CostCounts,
): readonly TryResult[] {
  const jobs = texts.map((text): Measured => {
    const { trial } = withUnknown(text, missingIn(rows, text.trial?.fields ?? []));
    const times = timestampFields(text.dataset ?? "", text.subject.context.extraFields);
    return { text, trial, times, counts: counts.of(text), undetermined: 0, lines: 0 };
  });
  for (const row of rows) {
    if (typeof row !== "object") continue;
    const sent = jobs.flatMap((job) => {
      const bytes = sentBytes(job, row, counts.span);
      return bytes === undefined ? [] : [{ job: job.counts, bytes }];
    });
    for (const { job, bytes } of sent)
      for (const other of sent)
        if (other.job !== job) job.measure.addTwice(other.job.measure, bytes);
  }
  return jobs.map(({ text, trial, lines, undetermined }) => ({
    path: text.subject.path,
    language: text.language,
    lines,
    undetermined,
    ...(undetermined > 0 && { missed: trial?.missed?.() ?? [] }),
    ...(!trial && { error: text.error ?? "The text cannot be tried." }),
  }));
}

/** Counts a line. Undefined if the job does not send it. */
function sentBytes(job: Measured, row: LogRow, span: TimeSpan): number | undefined {
  job.lines++;
  const outcome = job.trial?.outcome(row);
  if (outcome === undefined) job.undetermined++;
  const at = timeOf(row, job.times);
  const time = at === undefined ? undefined : Number(at / 1_000_000n);
  if (time !== undefined) addTime(span, time);
  const { measure, sampler } = job.counts;
  const bytes = job.text.output?.measure(row, outcome ? measure.addField : () => undefined) ?? 0;
  job.counts.wholeBytes += bytes;
  if (!outcome) return undefined;
  measure.addLine(bytes, time);
  sampler?.add(row, bytes);
  return bytes;
}
