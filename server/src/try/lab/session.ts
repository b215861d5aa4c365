import { timestampFields } from "../../languages.ts";
import { cutAfter } from "../../text/shorten.ts";
import { type TriedText, withUnknown } from "../subject.ts";
import { lineDatasets } from "./additions.ts";
import type { Column } from "./column.ts";
import { explainLine, type LineReport } from "./explain-line.ts";
import { type FileTrial, fileOf } from "./file-results.ts";
import { Groups } from "./groups.ts";
import { type Histogram, histogramOf, timeSpanOf } from "./histogram.ts";
import {
  codeOf,
  fieldsOf,
  type OutcomeName,
  outcomeNames,
  outOfScope,
  type Run,
  runOn,
  shownLines,
  type TimeSpan,
} from "./run.ts";
import { Sample } from "./sample.ts";
import type { WorkEvents } from "./slices.ts";
import { shownTime, type Values, valuesOf } from "./values.ts";

export interface LabQuestion {
  readonly tried: TriedText;
  /** The fields of the table. */
  readonly columns: readonly string[];
  /** The field whose values are counted. */
  readonly field: string | undefined;
  /** The scope of all results: the lines with these times. */
  readonly window: TimeSpan | undefined;
}

/** The results for a text, without the sample itself. */
export interface LabReport {
  readonly run: Run;
  readonly span: TimeSpan | undefined;
  readonly histogram: Histogram | undefined;
  readonly values: Values | undefined;
}

interface Latest {
  readonly files: readonly FileTrial[];
  readonly run: Run;
  /** The timestamp fields of the lines. */
  readonly timeFields: readonly string[];
  /** The displayed lines by outcome, cached because pages are requested one by one. Each array takes four bytes per line. */
  readonly shown: Map<string, Uint32Array>;
}

export interface TableRow {
  readonly line: number;
  readonly outcome: OutcomeName;
  /** As JSON, truncated if long; null for a line without the field. Timestamps are in the form of `shown-time.ts`. */
  readonly cells: readonly (string | null)[];
}

const longestCell = 300;

/** The first lines of a larger sample, for counts until all lines are read. */
const firstLines = { lines: 5000, memory: 10_000_000 };
/** Bytes. A smaller sample is read at once. */
const largeSize = 5_000_000;

/** A sample with the latest text that was tried on it. */
export class LabSession {
  private latest: Latest | undefined;
  /** Kept while the text reads the same fields. */
  private groups: Groups | undefined;

  constructor(readonly sample: Sample) {}

  /** Undefined if canceled. */
  async ask(asked: LabQuestion, events: WorkEvents): Promise<LabReport | undefined> {
    const { sample } = this;
    await this.askFirstLines(asked, events);
    const found = await this.evaluate(sample, asked, events);
    if (!found) return undefined;
    const { files, run, times, timeFields } = found;
    const column = sample.columns.get(asked.field ?? "");
    const isTime = timeFields.includes(asked.field ?? "");
    const report = await reportOf(run, { times, column, isTime, window: asked.window }, events);
    if (report) this.latest = { files, run, timeFields, shown: new Map() };
    return report;
  }

  /** Reports counts on the first lines if all lines must be read, which takes long. */
  private async askFirstLines(asked: LabQuestion, events: WorkEvents): Promise<void> {
    const { reader } = this.sample;
    if (!this.sample.lacks(fieldsOf(asked.tried)) || asked.window) return;
    await reader.stamp();
    if ((reader.size ?? 0) < largeSize || !events.progress) return;
    const { isStopped, pause } = events;
    const first = new Sample(reader, firstLines);
    const found = await this.evaluate(first, asked, { isStopped, pause });
    if (found) events.progress(0, () => found.run);
  }

  private async evaluate(sample: Sample, asked: LabQuestion, events: WorkEvents) {
    const { columns, field, window } = asked;
    if (!(await sample.load([], events))) return undefined;
    const timeFields = timeFieldsOf(asked.tried).filter((it) => sample.names.includes(it));
    const wanted = [...fieldsOf(asked.tried), ...columns, ...timeFields, ...(field ? [field] : [])];
    if (!(await sample.load(wanted, events))) return undefined;
    const times = await sample.timesOf(timeFields, events);
    if (!times) return undefined;
    const files = fileTrials(sample, asked.tried);
    const groups = this.groupsFor(sample, asked.tried);
    const run = await runOn(sample, asked.tried, { times, window, groups, files }, events);
    return run && { files, run, times, timeFields };
  }

  private groupsFor(sample: Sample, { trial }: TriedText): Groups {
    const columns = (trial?.fields ?? []).flatMap((it) => sample.columns.get(it) ?? []);
    if (!this.groups?.isFor(columns)) this.groups = new Groups(columns, sample.count);
    return this.groups;
  }

  /** The numbers of the displayed lines. */
  shown(outcome: OutcomeName | "all"): Uint32Array {
    if (!this.latest) return new Uint32Array(0);
    const { run, shown } = this.latest;
    const found = shown.get(outcome) ?? shownLines(run, outcome);
    shown.set(outcome, found);
    return found;
  }

  /** Fields without a column are empty until the next question loads them. */
  rows(lines: readonly number[], columns: readonly string[]): readonly TableRow[] {
    const of = columns.map((it) => this.sample.columns.get(it));
    const isTime = columns.map((it) => this.latest?.timeFields.includes(it) === true);
    return lines.map((line) => ({
      line,
      outcome: this.outcomeOf(line),
      cells: of.map((it, at) => cellOf(it?.raw(line), isTime[at] === true)),
    }));
  }

  private outcomeOf(line: number): OutcomeName {
    const { run, files = [] } = this.latest ?? {};
    const known = run?.outcomes[line] ?? 0;
    const trial = known === outOfScope ? files[fileOf(files, line)]?.tried.trial : undefined;
    const code = trial ? codeOf(trial.outcome(this.rowAt(line))) : known;
    return outcomeNames[code] ?? "dropped";
  }

  private rowAt(line: number) {
    const row = this.sample.row();
    row.line = line;
    return row;
  }

  /** A complete line with the result of each condition. Undefined if the line does not exist. */
  async line(line: number): Promise<LineReport | undefined> {
    const found = this.at(line);
    if (!found) return undefined;
    const [text] = await this.sample.texts([line]);
    return text === undefined
      ? undefined
      : explainLine(text, found.outcome, found.row, found.tried, this.latest?.timeFields ?? []);
  }

  /** A line, and the latest text with its outcome. Undefined if the line does not exist. */
  at(line: number) {
    if (!this.latest || line >= this.sample.count) return undefined;
    const { files } = this.latest;
    const tried = files[fileOf(files, line)]?.tried;
    return tried && { tried, outcome: this.outcomeOf(line), row: this.rowAt(line) };
  }
}

interface ReportInput {
  readonly times: Float64Array;
  /** The column whose values are counted. */
  readonly column: Column | undefined;
  readonly isTime: boolean;
  readonly window: TimeSpan | undefined;
}

/** The report of a run. Undefined if canceled. */
async function reportOf(
  run: Run,
  { times, column, isTime, window }: ReportInput,
  events: WorkEvents,
): Promise<LabReport | undefined> {
  // No progress, because this is fast compared with the run itself.
  const quiet = { isStopped: events.isStopped, pause: events.pause };
  const span = timeSpanOf(times);
  const within = window ?? span;
  const histogram = within && (await histogramOf(run, times, within, quiet));
  const values = column && (await valuesOf(column, run, quiet, isTime));
  return events.isStopped() ? undefined : { run, span, histogram, values };
}

/** The text on each file, where fields that no line of it has are unknown. Equal for files without the same fields. */
function fileTrials(sample: Sample, tried: TriedText): readonly FileTrial[] {
  const known = new Map<string, TriedText>();
  return sample.missing(tried.trial?.fields ?? []).map(({ start, missing }) => {
    const key = missing.join();
    const found = known.get(key) ?? withUnknown(tried, new Set(missing));
    known.set(key, found);
    return { start, tried: found };
  });
}

function cellOf(raw: string | undefined, isTime: boolean): string | null {
  if (raw === undefined) return null;
  const time = isTime ? shownTime(raw) : undefined;
  return time === undefined ? cutAfter(raw, longestCell) : JSON.stringify(time);
}

/** The timestamp fields of the text's dataset. */
function timeFieldsOf(tried: TriedText): readonly string[] {
  const { extraFields } = tried.subject.context;
  return [...new Set(lineDatasets(tried).flatMap((it) => timestampFields(it, extraFields)))];
}
