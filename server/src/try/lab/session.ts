import { timestampFields } from "../../languages.ts";
import { cutAfter } from "../../text/shorten.ts";
import type { TogetherAnswer } from "../questions/together.ts";
import { type TriedText, withUnknown } from "../subject.ts";
import { lineDatasets } from "./additions.ts";
import type { Column } from "./column.ts";
import { explainLine, type LineReport } from "./explain-line.ts";
import { type FileTrial, fileOf } from "./file-results.ts";
import { columnsOf, type Groups, groupsOf } from "./groups.ts";
import { type Histogram, histogramOf, timeSpanOf } from "./histogram.ts";
import {
  codeOf,
  fieldsOf,
  type OutcomeName,
  outcomeNames,
  outOfScope,
  type Run,
  runOn,
  type TimeSpan,
} from "./run.ts";
import { Sample } from "./sample.ts";
import {
  changeOn,
  type LinesChange,
  type ShownOutcome,
  shownLines,
  togetherOn,
} from "./several.ts";
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
  /** The text before the change. */
  readonly change?: { readonly before: TriedText | undefined } | undefined;
  /** The text and the texts that are compared with it. */
  readonly together?: readonly TriedText[] | undefined;
}

/** The results for a text, without the sample itself. */
export interface LabReport {
  readonly run: Run;
  readonly span: TimeSpan | undefined;
  readonly histogram: Histogram | undefined;
  readonly values: Values | undefined;
  readonly change?: LinesChange | undefined;
  readonly together?: TogetherAnswer | undefined;
}

interface Latest {
  readonly files: readonly FileTrial[];
  readonly run: Run;
  readonly change: LinesChange | undefined;
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

/** Bytes. The output size of a job with all fields is only computed for smaller samples, because every column is needed. */
const mostSized = 20_000_000;

/** The first lines of a larger sample, for counts until all lines are read. */
const firstLines = { lines: 5000, memory: 10_000_000 };
/** Bytes. A smaller sample is read at once. */
const largeSize = 5_000_000;

/** A text on a sample, and how others are tried on it. */
interface Evaluated {
  readonly files: readonly FileTrial[];
  readonly run: Run;
  readonly times: Float64Array;
  readonly window: TimeSpan | undefined;
  readonly timeFields: readonly string[];
  /** Undefined if canceled. */
  readonly runOf: (other: TriedText, events: WorkEvents) => Promise<Run | undefined>;
}

/** A sample with the latest text that was tried on it. */
export class LabSession {
  private latest: Latest | undefined;
  /** Kept while the text reads the same fields. */
  private groups: Groups | undefined;
  private earlier:
    | (Pick<Evaluated, "run" | "times" | "window"> & { readonly before: TriedText })
    | undefined;

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
    const several = await this.askSeveral(asked, found, events);
    const report = await reportOf(run, { times, column, isTime, window: asked.window }, events);
    if (!report || !several) return undefined;
    this.latest = { files, run, change: several.change, timeFields, shown: new Map() };
    return { ...report, ...several };
  }

  /** Undefined if canceled. */
  private async askSeveral(
    { tried, change, together = [] }: LabQuestion,
    found: Evaluated,
    events: WorkEvents,
  ): Promise<Pick<LabReport, "change" | "together"> | undefined> {
    const quiet = { isStopped: events.isStopped, pause: events.pause };
    const before = change?.before && (await this.earlierRun(change.before, found, quiet));
    // An earlier text with errors cannot be compared.
    const isKnown = change && (before || !change.before);
    const changed = isKnown ? await changeOn(found.run, before, quiet) : undefined;
    const runs: Run[] = [];
    for (const it of together) {
      const run = it === tried ? found.run : await found.runOf(it, quiet);
      if (run) runs.push(run);
    }
    const isAll = together.length > 0 && runs.length === together.length;
    const counted = isAll ? await togetherOn(runs, quiet) : undefined;
    return events.isStopped() ? undefined : { change: changed, together: counted };
  }

  /** Kept while the text changes, because the earlier one does not. */
  private async earlierRun(
    before: TriedText,
    { runOf, times, window }: Evaluated,
    events: WorkEvents,
  ): Promise<Run | undefined> {
    const known = this.earlier;
    if (known?.before === before && known.times === times && isEqual(known.window, window))
      return known.run;
    const run = await runOf(before, events);
    this.earlier = run && { before, times, window, run };
    return run;
  }

  /** Reports counts on the first lines if all lines must be read, which takes long. */
  private async askFirstLines(asked: LabQuestion, events: WorkEvents): Promise<void> {
    const { reader } = this.sample;
    if (!this.sample.lacks(fieldsOf(asked.tried)) || asked.window) return;
    await reader.stamp();
    if ((reader.size ?? 0) < largeSize || !events.progress) return;
    const { isStopped, pause } = events;
    const first = new Sample(reader, firstLines);
    const alone = { ...asked, change: undefined, together: undefined };
    const found = await this.evaluate(first, alone, { isStopped, pause });
    if (found) events.progress(0, () => found.run);
  }

  private async evaluate(
    sample: Sample,
    asked: LabQuestion,
    events: WorkEvents,
  ): Promise<Evaluated | undefined> {
    const { tried, columns, field, window, change, together = [] } = asked;
    if (!(await sample.load([], events))) return undefined;
    const timeFields = timeFieldsOf(tried).filter((it) => sample.names.includes(it));
    const texts = [tried, ...together, ...(change?.before ? [change.before] : [])];
    const isSized = (it: TriedText) => it.output?.fields !== undefined || sample.bytes <= mostSized;
    const sent = texts.some((it) => it.output && !it.output.fields && isSized(it));
    const wanted = [
      ...texts.flatMap(fieldsOf),
      ...(sent ? sample.names : []),
      ...columns,
      ...timeFields,
      ...(field ? [field] : []),
    ];
    if (!(await sample.load(wanted, events))) return undefined;
    const times = await sample.timesOf(timeFields, events);
    if (!times) return undefined;
    const scopeOf = (it: TriedText, groups: Groups) => {
      return { times, window, groups, files: fileTrials(sample, it), isSized: isSized(it) };
    };
    const scope = scopeOf(tried, this.groupsFor(sample, tried));
    const run = await runOn(sample, tried, scope, events);
    const runOf: Evaluated["runOf"] = (it, quiet) =>
      runOn(sample, it, scopeOf(it, groupsOf(sample, it)), quiet);
    return run && { files: scope.files, run, times, window, timeFields, runOf };
  }

  private groupsFor(sample: Sample, tried: TriedText): Groups {
    if (!this.groups?.isFor(columnsOf(sample, tried))) this.groups = groupsOf(sample, tried);
    return this.groups;
  }

  /** The numbers of the displayed lines. */
  shown(outcome: ShownOutcome): Uint32Array {
    if (!this.latest) return new Uint32Array(0);
    const { run, change, shown } = this.latest;
    const found = shown.get(outcome) ?? shownLines(run, change, outcome);
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

function isEqual(one: TimeSpan | undefined, other: TimeSpan | undefined): boolean {
  return one?.since === other?.since && one?.until === other?.until;
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
