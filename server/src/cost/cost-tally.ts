import type { LogRow, Outcome } from "../core/trial.ts";
import type { LineBytes } from "../logs/sink.ts";
import { addTime } from "../try/counts.ts";
import type { TriedText } from "../try/subject.ts";
import type { TimeWindow } from "../try/time-window.ts";
import { isWithin, Tally } from "../try/try.ts";
import type { CostCounts, JobCounts } from "./cost-counts.ts";

interface Kept {
  readonly job: JobCounts;
  readonly bytes: number;
}

/** Counts what jobs send, field by field, while they are tried. */
export class CostTally extends Tally {
  private readonly jobs: readonly (JobCounts | undefined)[];
  private readonly outputs: readonly TriedText["output"][];
  private readonly before: TimeWindow | undefined;
  private time: number | undefined;
  /** The jobs that send the current line. */
  private kept: Kept[] = [];

  constructor(
    private readonly all: CostCounts,
    ...args: ConstructorParameters<typeof Tally>
  ) {
    super(...args);
    const [texts, { price = [] }] = args;
    const { options } = all;
    this.jobs = texts.map((it) => (it.trial && options.isCounted(it) ? all.of(it) : undefined));
    this.outputs = texts.map((it) => it.output);
    this.before = options.before && { ...options.before, fields: price };
  }

  override row(row: LogRow, line: LineBytes | undefined): void {
    this.time = undefined;
    this.kept = [];
    if (this.before && isWithin(row, this.before)) this.countBefore(row);
    super.row(row, line);
    const { kept } = this;
    for (const { job, bytes } of kept) {
      job.measure.addLine(bytes, this.time);
      job.sampler?.add(row, bytes);
      job.growth?.add(row, bytes, true);
      for (const it of kept) if (it.job !== job) job.measure.addTwice(it.job.measure, bytes);
    }
  }

  protected override addTime(at: number): void {
    super.addTime(at);
    this.time = at;
  }

  protected override measure(index: number, row: LogRow, outcome: Outcome): number {
    const job = this.jobs[index];
    const bytes =
      job && outcome
        ? (this.outputs[index]?.measure(row, job.measure.addField) ?? 0)
        : super.measure(index, row, outcome);
    if (job) job.wholeBytes += bytes;
    if (job && outcome) this.kept.push({ job, bytes });
    return bytes;
  }

  private countBefore(row: LogRow): void {
    for (const [index, outcome] of this.outcomes(row)) {
      const growth = outcome ? this.jobs[index]?.growth : undefined;
      if (growth) growth.add(row, super.measure(index, row, outcome), false);
    }
  }

  override finish(): void {
    super.finish();
    const { first, last } = this.counts.span;
    addTime(this.all.span, first, last);
  }
}
