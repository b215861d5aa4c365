import { isPersonal, logFieldsOf } from "../languages.ts";
import { Lines } from "../text/lines.ts";
import type { TryAnswer, TryResult } from "../try/answer.ts";
import { sentBytes } from "../try/questions/price.ts";
import { rangeOf } from "../try/report.ts";
import type { TriedText } from "../try/subject.ts";
import type { Against, Amount, CostAnswer, FieldCost, HoursOfDay, JobCost } from "./answer.ts";
import { budgetFor } from "./budget.ts";
import type { CostCounts, JobCounts } from "./cost-counts.ts";
import { nodeOf } from "./filter.ts";
import { type JobMeasure, valuesOf } from "./measure.ts";
import { hoursIn, type Pricing, pricingFor } from "./price.ts";
import { type KeepFilter, suggest } from "./suggest.ts";

/** The options of a report. */
export interface CostQuestion {
  /** Whether a filter, test or query of the workspace uses a log field. */
  isUsed(field: string): boolean;
  /** By dataset. */
  readonly keeps: ReadonlyMap<string, readonly KeepFilter[]>;
  readonly target: number | undefined;
  readonly without: readonly string[];
  readonly budget: number | undefined;
  readonly against: Pick<Against, "since" | "until"> | undefined;
  readonly hasBase: boolean;
}

/** Combines the results of a trial with what was counted about each job. */
export function costAnswer(
  tried: TryAnswer,
  texts: readonly TriedText[],
  counts: CostCounts,
  question: CostQuestion,
): CostAnswer {
  const notes: string[] = [];
  const isPartial = tried.interrupted === true;
  const current = tried.results.filter((it) => !it.removed);
  const jobs = texts.map((text, index): JobCost => {
    const pricing = pricingFor(text.rate, counts.span, isPartial);
    return new JobReport(text, current[index], counts.of(text), pricing, question, notes).answer();
  });
  const twice = jobs.map((job, index): JobCost => {
    const text = texts[index] as TriedText;
    return { ...job, twice: twiceOf(text, texts, jobs, counts, isPartial) };
  });
  const { lines, bytes, unreadable } = tried.logs;
  if (unreadable > 0) notes.push(`${unreadable} lines cannot be read, and are not counted.`);
  const { budget } = question;
  const rates = new Map(jobs.map((it, index) => [it, texts[index]?.output?.sampleRate ?? 1]));
  return {
    version: 1,
    ...(isPartial && { interrupted: true }),
    logs: { lines, bytes, hours: hoursIn(counts.span) },
    jobs: twice,
    ...(budget !== undefined && { budget: budgetFor(budget, jobs, (it) => rates.get(it) ?? 1) }),
    notes: [...new Set([...notes, ...(tried.logs.notes ?? []).map(noteText)])],
  };
}

function noteText({ path, message }: { readonly path: string; readonly message: string }): string {
  return `${path}: ${message}`;
}

/** The report about one job. */
class JobReport {
  private readonly measure: JobMeasure;
  private readonly rate: number;

  constructor(
    private readonly text: TriedText,
    private readonly result: TryResult | undefined,
    private readonly counts: JobCounts,
    private readonly pricing: Pricing,
    private readonly question: CostQuestion,
    private readonly notes: string[],
  ) {
    this.measure = counts.measure;
    this.rate = text.output?.sampleRate ?? 1;
  }

  answer(): JobCost {
    const { text, result, measure } = this;
    const { subject, dataset, title, destination, region } = text;
    const place = {
      path: subject.path,
      ...(region && { line: rangeOf(region, new Lines(subject.text)).start.line }),
      name: title ?? null,
      dataset: dataset ?? null,
      destination: destination ?? null,
    };
    const error = result?.error ?? text.error;
    if (error !== undefined) return { ...place, error, ...nothing };
    this.noteOpen();
    const sends = this.sent(measure.lines, measure.bytes);
    return {
      ...place,
      sends,
      of: this.whole(),
      fields: this.fields(sends.bytes),
      ...this.withoutFields(sends),
      ...hoursOf(measure, this.rate),
      twice: [],
      ...this.suggested(sends),
      ...this.base(),
      ...this.against(),
      ...(this.pricing.rates !== undefined && { rates: this.pricing.rates }),
    };
  }

  /** After sampling. */
  private sent(lines: number, bytes: number): Amount {
    const { output } = this.text;
    const size = output ? sentBytes(output, lines, bytes) : bytes;
    return this.amount(Math.round(lines * this.rate), size);
  }

  private amount(lines: number, bytes: number): Amount {
    return { lines, bytes, usdPerMonth: this.pricing.usd(bytes) };
  }

  /** A part of what is sent, before sampling. */
  private part(lines: number, bytes: number): Amount {
    return this.amount(Math.round(lines * this.rate), Math.round(bytes * this.rate));
  }

  private whole(): Amount {
    const { lines = 0, unreadable = 0 } = this.result ?? {};
    return this.sent(lines - unreadable, this.counts.wholeBytes);
  }

  private noteOpen(): void {
    const { undetermined = 0, missed = [] } = this.result ?? {};
    const { path } = this.text.subject;
    if (undetermined > 0)
      this.notes.push(
        `${path}: ${undetermined} lines are undetermined and not counted, because the logs lack ${missed.join(", ")}.`,
      );
    if (this.measure.hasMoreFields)
      this.notes.push(`${path}: The lines have too many different fields to count all of them.`);
    const { problem } = this.pricing;
    if (problem !== undefined) this.notes.push(`${path}: No price, because ${problem}.`);
  }

  private fields(sentBytes: number): readonly FieldCost[] {
    const { dataset = "", subject, output } = this.text;
    const known = logFieldsOf(dataset, subject.context.extraFields);
    const { measure, question, rate, pricing } = this;
    // Without a line, the selected fields are still of interest.
    for (const name of output?.fields ?? [])
      if (!measure.fields.has(name))
        measure.fields.set(name, { bytes: 0, lines: 0, filled: 0, value: undefined });
    const all = [...measure.fields].map(([name, field]): FieldCost => {
      const bytes = Math.round(field.bytes * rate);
      return {
        name,
        bytes,
        share: sentBytes > 0 ? bytes / sentBytes : 0,
        usdPerMonth: pricing.usd(bytes),
        values: valuesOf(field, measure.lines),
        personal: isPersonal(known.get(name) ?? { name, shape: undefined }),
        used: question.isUsed(name),
      };
    });
    return all.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  }

  private withoutFields(sends: Amount): Pick<JobCost, "without"> {
    const { without } = this.question;
    if (without.length === 0) return {};
    const fields = without.filter((it) => this.measure.fields.has(it));
    const missing = without.filter((it) => !this.measure.fields.has(it));
    if (missing.length > 0)
      this.notes.push(`${this.text.subject.path}: The job does not send ${missing.join(", ")}.`);
    const bytes = fields.reduce((sum, it) => sum + (this.measure.fields.get(it)?.bytes ?? 0), 0);
    const less = this.part(this.measure.lines, bytes);
    return { without: { fields, ...less, share: sends.bytes > 0 ? less.bytes / sends.bytes : 0 } };
  }

  private suggested(sends: Amount): Pick<JobCost, "suggestions" | "together"> {
    const { text, counts, question } = this;
    const { dataset, subject, test } = text;
    if (!counts.sampler || dataset === undefined || !test) return { suggestions: [] };
    const found = suggest({
      own: nodeOf(test),
      dataset,
      context: subject.context,
      keeps: question.keeps.get(dataset) ?? [],
      table: counts.sampler.finished(),
      target: question.target,
    });
    this.notes.push(...found.notes.map((it) => `${subject.path}: ${it}`));
    const share = (bytes: number) => (sends.bytes > 0 ? bytes / sends.bytes : 0);
    const priced = <Found extends { readonly lines: number; readonly bytes: number }>(
      it: Found,
    ): Found & Amount & { readonly share: number } => {
      const part = this.part(it.lines, it.bytes);
      return { ...it, ...part, share: share(part.bytes) };
    };
    return {
      suggestions: found.suggestions.map(priced),
      ...(found.together && { together: priced(found.together) }),
    };
  }

  private base(): Pick<JobCost, "base"> {
    if (!this.question.hasBase) return {};
    const { base } = this.result ?? {};
    if (!base || base.pushed === undefined || base.pushedBytes === undefined) return { base: null };
    return { base: this.amount(base.pushed, base.pushedBytes) };
  }

  private against(): Pick<JobCost, "against"> {
    const { growth } = this.counts;
    const { against } = this.question;
    if (!growth || !against) return {};
    const { linesBefore, bytesBefore, bytes } = growth.both;
    if (growth.isPartial)
      this.notes.push(
        `${this.text.subject.path}: Some fields have too many values to compare all of them.`,
      );
    return {
      against: {
        ...against,
        ...this.sent(linesBefore, bytesBefore),
        growth: bytesBefore > 0 ? bytes / bytesBefore - 1 : null,
        grew: growth.grown,
      },
    };
  }
}

const nothing = {
  sends: { lines: 0, bytes: 0, usdPerMonth: null },
  of: { lines: 0, bytes: 0, usdPerMonth: null },
  fields: [],
  twice: [],
  suggestions: [],
} as const;

/** By the hour of the day, if there are more than two days. */
function hoursOf({ hours }: JobMeasure, rate: number): Pick<JobCost, "hours"> {
  const known = [...hours].sort(([a], [b]) => a - b);
  const [first, last] = [known[0]?.[0] ?? 0, known.at(-1)?.[0] ?? 0];
  const count = last - first + 1;
  if (count < 3) return {};
  const sums = new Map<number, number>();
  for (let hour = first; hour <= last; hour++) {
    const key = count > mostShownHours ? hour % 24 : hour;
    sums.set(key, (sums.get(key) ?? 0) + (hours.get(hour) ?? 0));
  }
  const bytes = [...sums]
    .sort(([a], [b]) => a - b)
    .map(([hour, sum]) => [hour % 24, Math.round(sum * rate)] as const);
  const total = bytes.reduce((sum, [, it]) => sum + it, 0);
  const [peak, most] = bytes.reduce((a, b) => (b[1] > a[1] ? b : a));
  const shown: HoursOfDay = {
    bytes,
    peak,
    times: total > 0 ? Number(((most * bytes.length) / total).toFixed(1)) : 1,
  };
  return { hours: shown };
}

const mostShownHours = 48;

/** The lines that other jobs of the dataset send, too. If they sample, the expected amount. */
function twiceOf(
  text: TriedText,
  texts: readonly TriedText[],
  jobs: readonly JobCost[],
  counts: CostCounts,
  isPartial: boolean,
): JobCost["twice"] {
  const { measure } = counts.of(text);
  const { usd } = pricingFor(text.rate, counts.span, isPartial);
  const rateOf = (it: TriedText) => it.output?.sampleRate ?? 1;
  return texts.flatMap((other, index) => {
    const both = measure.twice.get(counts.of(other).measure);
    const job = jobs[index];
    if (other === text || !both || !job || other.dataset !== text.dataset) return [];
    const rate = rateOf(text) * rateOf(other);
    const bytes = Math.round(both.bytes * rate);
    const { path, line } = job;
    return {
      path,
      ...(line !== undefined && { line }),
      lines: Math.round(both.lines * rate),
      bytes,
      usdPerMonth: usd(bytes),
    };
  });
}
