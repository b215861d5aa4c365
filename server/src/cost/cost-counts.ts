import type { LogTest } from "../core/log-test.ts";
import type { LogRow } from "../core/trial.ts";
import { logFieldsOf, plainOutput } from "../languages.ts";
import { noSpan, type TimeSpan } from "../try/counts.ts";
import type { TriedText } from "../try/subject.ts";
import type { TimeWindow } from "../try/time-window.ts";
import { type ExplainingField, explainingFields } from "./atoms.ts";
import { Growth } from "./growth.ts";
import { JobMeasure } from "./measure.ts";
import { Sampler } from "./sampler.ts";

/** Everything that is counted about one job. */
export class JobCounts {
  /** Of all lines, as if the job had no filter; before sampling. */
  wholeBytes = 0;
  readonly measure = new JobMeasure();
  readonly sampler: Sampler | undefined;
  readonly growth: Growth | undefined;
  readonly fields: readonly ExplainingField[];

  constructor({ dataset = "", subject }: TriedText, options: CostCounting) {
    const extra = subject.context.extraFields;
    this.fields = explainingFields(dataset, extra);
    if (options.suggests)
      this.sampler = new Sampler(
        this.fields,
        options.keeps.get(dataset) ?? [],
        preciousIn(dataset, extra),
      );
    if (options.before) this.growth = new Growth(this.fields);
  }
}

export interface CostCounting {
  readonly suggests: boolean;
  /** The filters of lines that must stay, by dataset. */
  readonly keeps: ReadonlyMap<string, readonly LogTest[]>;
  /** The time that is compared with. */
  readonly before: Pick<TimeWindow, "since" | "until"> | undefined;
  /** Whether a text is counted in detail, instead of only its bytes. */
  isCounted(text: TriedText): boolean;
}

/** The counts of all logs, whatever the number of tallies that read them. */
export class CostCounts {
  readonly span: TimeSpan = noSpan();
  private readonly jobs = new Map<TriedText, JobCounts>();

  constructor(readonly options: CostCounting) {}

  of(text: TriedText): JobCounts {
    const known = this.jobs.get(text) ?? new JobCounts(text, this.options);
    this.jobs.set(text, known);
    return known;
  }
}

/** Errors: the lines that people look for. */
function preciousIn(
  dataset: string,
  extra: Parameters<typeof logFieldsOf>[1],
): (row: LogRow) => boolean {
  const fields = logFieldsOf(dataset, extra);
  const statuses = ["EdgeResponseStatus", "OriginResponseStatus"].filter((it) => fields.has(it));
  return (row) => statuses.some((it) => Number(row.get(it) ?? 0) >= 400);
}

/** A job, or a filter as a job that sends all fields. Undefined for a rule, which sends nothing. */
export function costedText(text: TriedText): TriedText | undefined {
  if (text.rule || text.dataset === undefined) return undefined;
  if (text.output) return text;
  const { extraFields } = text.subject.context;
  return { ...text, output: plainOutput(text.dataset, extraFields) };
}
