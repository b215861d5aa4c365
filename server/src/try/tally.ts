import type { LogRow, Outcome, RequiredGroups, Trial } from "../core/trial.ts";
import { evaluateTree } from "../core/trial-tree.ts";
import type { LineBytes, LogSink } from "../logs/sink.ts";
import { canonicalValue } from "./canonical-value.ts";
import { addValue, type Counts, type LogCounts, noLogCounts, type ResultCounts } from "./counts.ts";
import type { TriedText } from "./subject.ts";
import { isWithin, type TimeWindow } from "./time-window.ts";
import { formProblem, type TimestampForm, timestampForms } from "./timestamp-forms.ts";

/** The options of a trial. */
export interface TallyOptions {
  readonly by: readonly string[];
  readonly explain: boolean;
  readonly window: TimeWindow | undefined;
  readonly print: PrintedLines | undefined;
  /** Stop after this many lines: printed ones, or read ones if none are printed. */
  readonly head: number | undefined;
}

export const printedLines = ["kept", "dropped", "undetermined", "pushed"] as const;
export type PrintedLines = (typeof printedLines)[number];

/** Callbacks while lines are counted. */
export interface TallyEvents {
  unreadable?(line: number, reason: string): void;
  note?(message: string): void;
  print?(bytes: Uint8Array): void;
  drained?(): Promise<void> | undefined;
  isStopped?(): boolean;
}

interface Entry {
  readonly tried: TriedText;
  readonly trial: Trial;
  readonly counts: ResultCounts;
}

/** Counts the results of texts on lines. */
export class Tally implements LogSink {
  readonly fields: readonly string[] | undefined;
  /** Only the fields of filters, because the results of rules list their missing fields. */
  readonly expected: readonly string[];
  readonly required: RequiredGroups;
  readonly counts: Counts;
  private readonly logs: LogCounts = noLogCounts();
  private readonly entries: readonly Entry[];
  private readonly hasRuleSets: boolean;
  /** Whether only the outcomes are needed. */
  private readonly isPlain: boolean;
  /** The timestamps whose form was not yet found in the lines of the file. */
  private forms: readonly TimestampForm[] = [];
  private printed = 0;
  private isStopped: boolean;

  constructor(
    private readonly texts: readonly TriedText[],
    private readonly question: TallyOptions,
    readonly nested: ReadonlySet<string>,
    private readonly events: TallyEvents = {},
  ) {
    const results = texts.map((it) => emptyResult(it, question));
    this.counts = { logs: this.logs, results };
    const entries = texts.flatMap((tried, index) =>
      tried.trial ? [{ tried, trial: tried.trial, counts: results[index] as ResultCounts }] : [],
    );
    // The rules of a rule set run in order.
    this.entries = entries.sort(
      (a, b) => (a.tried.place?.order ?? 0) - (b.tried.place?.order ?? 0),
    );
    this.hasRuleSets = entries.some((it) => it.tried.place !== undefined);
    const { by, explain, window, print, head } = question;
    const isWhole = window === undefined && head === undefined && print === undefined;
    const hasOutput = entries.some((it) => it.tried.output !== undefined);
    this.isPlain = isWhole && !this.hasRuleSets && !hasOutput && !explain && by.length === 0;
    this.required = this.isPlain ? entries.flatMap((it) => it.trial.required ?? [[]]) : [];
    this.fields = fieldsFor(texts, question);
    const filters = texts.filter((it) => it.rule === undefined);
    this.expected = fieldsFor(filters, { ...question, window: undefined }) ?? [];
    this.isStopped = events.isStopped?.() === true;
  }

  /** Called before each file. */
  begin(): void {
    this.forms = timestampForms(this.texts);
  }

  get isPrinted(): boolean {
    return this.question.print !== undefined && this.question.print !== "pushed";
  }

  /** Lines can be skipped once the forms of all timestamps are known. */
  get canSkip(): boolean {
    return this.forms.length === 0;
  }

  get isDone(): boolean {
    const { head, print } = this.question;
    const count = print ? this.printed : this.logs.lines;
    return this.isStopped || (head !== undefined && count >= head);
  }

  row(row: LogRow, line: LineBytes | undefined): void {
    if (this.forms.length > 0) this.compareForms(row);
    if (this.isPlain) {
      this.logs.lines++;
      for (const { trial, counts } of this.entries) addOutcome(counts, trial.outcome(row), line);
      return;
    }
    const { window, head } = this.question;
    if (head !== undefined && this.isDone) return;
    if (window && !isWithin(row, window)) {
      this.logs.outside++;
      return;
    }
    this.logs.lines++;
    if (this.hasRuleSets) this.countInOrder(row, line);
    else for (const entry of this.entries) this.count(entry, row, line);
  }

  skipped(lines: number): void {
    this.logs.lines += lines;
  }

  private compareForms(row: LogRow): void {
    this.forms = this.forms.filter((it) => {
      const problem = formProblem(it, row);
      if (problem) this.note(problem);
      return problem === undefined;
    });
  }

  private countInOrder(row: LogRow, line: LineBytes | undefined): void {
    const ended = new Set<string>();
    for (const entry of this.entries) {
      const outcome = this.count(entry, row, line);
      if (entry.tried.place) follow(entry, outcome, ended);
    }
  }

  private count(
    { tried, trial, counts }: Entry,
    row: LogRow,
    line: LineBytes | undefined,
  ): Outcome {
    const outcome = this.question.explain
      ? evaluateAndCount(trial, counts, row)
      : trial.outcome(row);
    addOutcome(counts, outcome, line);
    if (outcome !== undefined)
      for (const it of this.question.by)
        addValue(counts.by[it]?.[outcome ? "kept" : "dropped"], canonicalValue(row, it, tried), 1);
    const output = outcome ? tried.output?.line(row) : undefined;
    if (output !== undefined) counts.outputBytes += Buffer.byteLength(output);
    const { print } = this.question;
    if (print === "pushed") this.printOutput(tried, output);
    else if (print && outcome === outcomeOf[print]) this.printLine(row, line);
    return outcome;
  }

  private printOutput({ output }: TriedText, text: string | undefined): void {
    if (!output || text === undefined) return;
    const before = this.printed++ === 0 ? output.start : output.between;
    this.events.print?.(Buffer.from(before + text));
  }

  /** Adds a missing line feed after the last line of a file, because another file may follow. */
  private printLine(row: LogRow, line: LineBytes | undefined): void {
    this.printed++;
    this.events.print?.(
      line
        ? Buffer.from(line.bytes.subarray(line.start, line.end))
        : Buffer.from(`${jsonOf(row)}\n`),
    );
  }

  /** Prints the suffix after the last line, and completes the counts. */
  finish(): void {
    const output = this.entries[0]?.tried.output;
    if (this.question.print === "pushed" && output && this.printed > 0)
      this.events.print?.(Buffer.from(output.end));
    for (const { trial, counts } of this.entries) counts.missed = trial.missed?.() ?? [];
  }

  unreadable(line: number, reason: string): void {
    if (this.isDone) return;
    this.logs.lines++;
    this.logs.unreadable++;
    this.events.unreadable?.(line, reason);
  }

  read(bytes: number): void {
    this.logs.bytes += bytes;
  }

  note(message: string): void {
    this.events.note?.(message);
  }

  drained(): Promise<void> | undefined {
    // Once per chunk, because a call per line is too slow.
    this.isStopped = this.events.isStopped?.() === true;
    return this.events.drained?.();
  }
}

function addOutcome(counts: ResultCounts, outcome: Outcome, line: LineBytes | undefined): void {
  if (outcome) {
    counts.kept++;
    if (line) counts.keptBytes += line.size;
  } else if (outcome === undefined) counts.undetermined++;
}

/** Counts whether a request reaches a rule, and records whether the rule ends the evaluation. */
function follow({ tried, counts }: Entry, outcome: Outcome, ended: Set<string>): void {
  const { place, subject } = tried;
  const set = `${subject.file} ${place?.set}`;
  if (ended.has(set)) return;
  counts.reached++;
  if (outcome && place?.terminates) ended.add(set);
}

const outcomeOf = { kept: true, dropped: false, undetermined: undefined } as const;

export function emptyResult(
  { trial }: TriedText,
  { by, explain }: Pick<TallyOptions, "by" | "explain">,
): ResultCounts {
  return {
    kept: 0,
    keptBytes: 0,
    undetermined: 0,
    reached: 0,
    outputBytes: 0,
    conditions: explain ? (trial?.conditions ?? []).map(() => ({ holds: 0, decides: 0 })) : [],
    by: Object.fromEntries(by.map((it) => [it, { kept: new Map(), dropped: new Map() }])),
    missed: [],
  };
}

/** Undefined if every field of a line is needed. */
function fieldsFor(
  texts: readonly TriedText[],
  question: TallyOptions,
): readonly string[] | undefined {
  const outputs = texts.flatMap((it) => (it.trial && it.output ? [it.output] : []));
  if (outputs.some((it) => it.fields === undefined)) return undefined;
  return [
    ...new Set([
      ...texts.flatMap((it) => it.trial?.fields ?? []),
      ...outputs.flatMap((it) => it.fields ?? []),
      ...question.by,
      ...(question.window?.fields ?? []),
    ]),
  ];
}

/** The outcome of a row. Also counts the results of its conditions. */
export function evaluateAndCount(trial: Trial, counts: ResultCounts, row: LogRow): Outcome {
  const answers = trial.answers(row);
  const { outcome, decides } = evaluateTree(trial.tree, answers);
  counts.conditions.forEach((condition, index) => {
    if (answers[index]) condition.holds++;
    if (decides[index]) condition.decides++;
  });
  return outcome;
}

function jsonOf(row: LogRow): string {
  return `{${row
    .names()
    .map((it) => `${JSON.stringify(it)}:${row.raw(it) ?? "null"}`)
    .join(",")}}`;
}
