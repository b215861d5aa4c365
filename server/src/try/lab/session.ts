import { timestampFields } from "../../languages.ts";
import { cutAfter } from "../../text/shorten.ts";
import { type TriedText, withUnknown } from "../subject.ts";
import { lineDatasets } from "./additions.ts";
import type { Column } from "./column.ts";
import { explainLine, type LineReport } from "./explain-line.ts";
import { type Histogram, histogramOf, timeSpanOf } from "./histogram.ts";
import {
  type FileTrial,
  fieldsOf,
  type LineSelection,
  type OutcomeName,
  outcomeNames,
  type Run,
  runOn,
  shownLines,
  type TimeSpan,
} from "./run.ts";
import type { Sample } from "./sample.ts";
import type { WorkEvents } from "./slices.ts";
import { type Values, valuesOf } from "./values.ts";

export interface LabQuestion {
  readonly tried: TriedText;
  /** The fields of the table. */
  readonly columns: readonly string[];
  /** The field whose values are counted. */
  readonly field: string | undefined;
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
  readonly times: Float64Array;
  /** The displayed lines by selection, cached because pages are requested one by one. */
  readonly shown: Map<string, Uint32Array>;
}

export interface TableRow {
  readonly line: number;
  readonly outcome: OutcomeName;
  /** As JSON, truncated if long; null for a line without the field. */
  readonly cells: readonly (string | null)[];
}

const longestCell = 300;

/** A sample with the latest text that was tried on it. */
export class LabSession {
  private latest: Latest | undefined;

  constructor(readonly sample: Sample) {}

  /** Undefined if canceled. */
  async ask(asked: LabQuestion, events: WorkEvents): Promise<LabReport | undefined> {
    const { sample } = this;
    const { columns, field, window } = asked;
    if (!(await sample.load([], events))) return undefined;
    const times = timeFieldsOf(asked.tried).filter((it) => sample.names.includes(it));
    const wanted = [...fieldsOf(asked.tried), ...columns, ...times, ...(field ? [field] : [])];
    if (!(await sample.load(wanted, events))) return undefined;
    const { tried } = asked;
    const files = sample.missing(tried.trial?.fields ?? []).map(({ start, missing }) => ({
      start,
      tried: withUnknown(tried, new Set(missing)),
    }));
    const timesOf = await sample.timesOf(times, events);
    const run = timesOf && (await runOn(sample, tried, events, files));
    const column = sample.columns.get(field ?? "");
    const report = run && (await reportOf(run, { times: timesOf, column, window }, events));
    if (report) this.latest = { files, run, times: timesOf, shown: new Map() };
    return report;
  }

  /** The numbers of the displayed lines. */
  shown(asked: LineSelection): Uint32Array {
    if (!this.latest) return new Uint32Array(0);
    const key = JSON.stringify(asked);
    const known = this.latest.shown.get(key);
    if (known) return known;
    const { run, times, shown } = this.latest;
    // Each array takes four bytes per line.
    if (shown.size > 4) shown.clear();
    const found = shownLines(run, times, asked);
    shown.set(key, found);
    return found;
  }

  /** Fields without a column are empty until the next question loads them. */
  rows(lines: readonly number[], columns: readonly string[]): readonly TableRow[] {
    const of = columns.map((it) => this.sample.columns.get(it));
    return lines.map((line) => ({
      line,
      outcome: this.outcomeOf(line),
      cells: of.map((it) => cellOf(it?.raw(line))),
    }));
  }

  private outcomeOf(line: number): OutcomeName {
    return outcomeNames[this.latest?.run.outcomes[line] ?? 0] ?? "dropped";
  }

  /** A complete line with the result of each condition. Undefined if the line does not exist. */
  async line(line: number): Promise<LineReport | undefined> {
    const found = this.at(line);
    if (!found) return undefined;
    const [text] = await this.sample.texts([line]);
    return text === undefined
      ? undefined
      : explainLine(text, found.outcome, found.row, found.tried);
  }

  /** A line, and the latest text with its outcome. Undefined if the line does not exist. */
  at(line: number) {
    const file = this.latest?.files.findLast((it) => it.start <= line);
    if (!file || line >= this.sample.count) return undefined;
    const row = this.sample.row();
    row.line = line;
    return { tried: file.tried, outcome: this.outcomeOf(line), row };
  }
}

interface ReportInput {
  readonly times: Float64Array;
  /** The column whose values are counted. */
  readonly column: Column | undefined;
  readonly window: TimeSpan | undefined;
}

/** The report of a run. Undefined if canceled. */
async function reportOf(
  run: Run,
  { times, column, window }: ReportInput,
  events: WorkEvents,
): Promise<LabReport | undefined> {
  // No progress, because this is fast compared with the run itself.
  const quiet = { isStopped: events.isStopped, pause: events.pause };
  const span = timeSpanOf(times);
  const within = window ?? span;
  const histogram = within && (await histogramOf(run, times, within, quiet));
  const values = column && (await valuesOf(column, run, { times, window }, quiet));
  return events.isStopped() ? undefined : { run, span, histogram, values };
}

function cellOf(raw: string | undefined): string | null {
  return raw === undefined ? null : cutAfter(raw, longestCell);
}

/** The timestamp fields of the text's dataset. */
function timeFieldsOf(tried: TriedText): readonly string[] {
  const { extraFields } = tried.subject.context;
  return [...new Set(lineDatasets(tried).flatMap((it) => timestampFields(it, extraFields)))];
}
