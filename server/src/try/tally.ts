import { isSubrequest, subrequestFields } from "../bridge/rows.ts";
import { inOrder } from "../core/configuration/order.ts";
import type { LogRow, Outcome, RequiredGroups, Trial } from "../core/trial.ts";
import { rowJson } from "../logs/rows.ts";
import type { LineBytes, LogSink } from "../logs/sink.ts";
import { canonicalValue } from "./canonical-value.ts";
import {
  addOutput,
  addTime,
  addValue,
  type Counts,
  emptyCounts,
  evaluateAndCount,
  type LogCounts,
  type ResultCounts,
} from "./counts.ts";
import { isOfChange, type TallyEvents, type TallyOptions } from "./questions/question.ts";
import { Several } from "./questions/several.ts";
import { RuleOrder } from "./rule-order.ts";
import {
  type LineCount,
  type LineCounts,
  noLines,
  type SharedTrials,
  sharedTrials,
} from "./shared/shared-trials.ts";
import { type TriedText, withUnknown } from "./subject.ts";
import { isWithin, timeOf } from "./time-window.ts";
import { formProblem, type TimestampForm, timestampForms } from "./timestamp-forms.ts";

interface Entry {
  /** Among the texts. */
  readonly index: number;
  /** Among the entries. */
  readonly slot: number;
  readonly tried: TriedText;
  /** The trial of the current file. */
  trial: Trial;
  readonly counts: ResultCounts;
  readonly missed: Set<string>;
  /** The kept lines of the current file whose sizes are unknown. */
  unsized: number;
}

/** Counts the results of texts on lines. */
export class Tally implements LogSink {
  readonly fields: readonly string[] | undefined;
  readonly required: RequiredGroups;
  readonly counts: Counts;
  private readonly logs: LogCounts;
  private readonly entries: readonly Entry[];
  private readonly hasRules: boolean;
  private readonly hasRuleSets: boolean;
  private readonly several: Several | undefined;
  /** Of the current file, unless there is only one text. */
  private shared: SharedTrials | undefined;
  /** The lines that it counted. */
  private lines: LineCounts | undefined;
  /** Whether only the outcomes are needed. */
  private readonly isPlain: boolean;
  /** The timestamps whose form was not yet found in the lines of the file. */
  private readonly seenForms = new Set<TimestampForm>();
  private forms: readonly TimestampForm[] = [];
  /** The current file: its first byte, and its lines whose sizes are unknown. */
  private readonly file = { start: 0, unsized: 0, unsizedOutside: 0 };
  /** The fields whose values are counted in the current file. */
  private by: readonly string[] = [];
  private printed = 0;
  private readonly order = new RuleOrder();

  constructor(
    private readonly texts: readonly TriedText[],
    private readonly question: TallyOptions,
    readonly nested: ReadonlySet<string>,
    private readonly events: TallyEvents = {},
  ) {
    this.counts = emptyCounts(texts, question);
    this.logs = this.counts.logs;
    const { results } = this.counts;
    this.several = Several.of(question, this.counts);
    const entries = texts.flatMap((tried, index) => entryOf(tried, index, results[index]));
    this.hasRules = entries.some((it) => it.tried.rule !== undefined);
    this.hasRuleSets = entries.some((it) => it.tried.place !== undefined);
    this.entries = inOrder(entries, (it) => it.tried.place?.order).map((it, slot) => ({
      ...it,
      slot,
    }));
    const { by, explain, window, print, head } = question;
    const isWhole = window === undefined && head === undefined && print === undefined;
    const hasOutput = entries.some((it) => it.tried.output !== undefined);
    this.isPlain = isWhole && !this.hasRuleSets && !hasOutput && !explain && by.length === 0;
    this.required = this.isPlain ? entries.flatMap((it) => it.trial.required ?? [[]]) : [];
    this.fields = fieldsFor(texts, question);
  }

  /** Called before each file. A field that no line of a file has says nothing about its lines, even if other files have it. */
  begin(missing: readonly string[] = []): void {
    this.endFile();
    this.forms = timestampForms(this.texts);
    this.seenForms.clear();
    const unknown = new Set(missing);
    this.by = this.question.by.filter((it) => !unknown.has(it));
    for (const it of this.entries) {
      it.trial = withUnknown(it.tried, unknown).trial ?? untried;
      if (!it.tried.rule)
        for (const field of it.trial.fields) if (unknown.has(field)) it.missed.add(field);
    }
    const [first, ...others] = this.entries.map((it) => it.trial);
    if (!first || others.length === 0) return;
    this.shared = sharedTrials([first, ...others]);
    this.lines = noLines(this.entries.length);
  }

  get isPrinted(): boolean {
    return this.question.print !== undefined && this.question.print !== "pushed";
  }

  /** Lines can be skipped once a timestamp of each form was seen. */
  get canSkip(): boolean {
    return this.forms.length === this.seenForms.size;
  }

  get isDone(): boolean {
    const { head, print } = this.question;
    const count = print ? this.printed : this.logs.lines;
    return head !== undefined && count >= head;
  }

  row(row: LogRow, line: LineBytes | undefined): void {
    if (this.forms.length > 0) this.compareForms(row);
    if (!line) this.file.unsized++;
    if (this.isPlain) {
      this.countLine(row);
      this.shared?.move(row);
      if (this.shared && this.lines && !this.several) this.shared.count(this.lines, line?.size);
      else
        for (const entry of this.entries) this.addOutcome(entry, this.outcomeOf(entry, row), line);
      this.several?.count([]);
      return;
    }
    const { window, head } = this.question;
    if (head !== undefined && this.isDone) return;
    if (window && !isWithin(row, window)) {
      this.logs.outside++;
      if (line) this.logs.outsideBytes += line.size;
      else this.file.unsizedOutside++;
      return;
    }
    this.countLine(row);
    this.shared?.move(row);
    if (this.hasRuleSets) this.countInOrder(row, line);
    else for (const entry of this.entries) this.count(entry, row, line);
    if (this.several) this.countSeveral(this.several, row, line);
  }

  private countSeveral(several: Several, row: LogRow, line: LineBytes | undefined): void {
    const value = (field: string, text: number) =>
      canonicalValue(row, field, this.texts[text] as TriedText);
    const change = several.count(this.by, value);
    const { print } = this.question;
    if (isOfChange(print) && print === change) this.printLine(row, line);
  }

  private addOutcome(entry: Entry, outcome: Outcome, line: LineBytes | undefined): void {
    const { counts, index } = entry;
    this.several?.set(index, outcome);
    if (outcome) {
      counts.kept++;
      if (line) counts.keptBytes += line.size;
      else entry.unsized++;
    } else if (outcome === undefined) counts.undetermined++;
  }

  private outcomeOf({ slot, trial }: Entry, row: LogRow): Outcome {
    return this.shared ? this.shared.outcome(slot) : trial.outcome(row);
  }

  private countLine(row: LogRow): void {
    this.logs.lines++;
    const at = this.question.price && timeOf(row, this.question.price);
    if (at !== undefined) this.addTime(Number(at / 1_000_000n));
    if (this.hasRules && isSubrequest(row)) this.logs.subrequests++;
  }

  /** The timestamp of the line in milliseconds. */
  protected addTime(at: number): void {
    addTime(this.counts.span, at);
  }

  skipped(lines: number): void {
    this.logs.lines += lines;
  }

  private compareForms(row: LogRow): void {
    this.forms = this.forms.filter((it) => {
      const problem = formProblem(it, row);
      if (problem) this.events.note?.(problem);
      if (problem) this.seenForms.delete(it);
      else if (problem === false) this.seenForms.add(it);
      return !problem;
    });
  }

  private countInOrder(row: LogRow, line: LineBytes | undefined): void {
    const { order } = this;
    order.restart();
    for (const entry of this.entries) {
      const { counts, tried } = entry;
      const reach = order.add(tried, this.count(entry, row, line));
      if (reach?.isReached) counts.reached++;
      if (reach?.mayBeReached) counts.reachedAtMost++;
      if (reach?.acts) counts.acts++;
      if (reach?.mayAct) counts.actsAtMost++;
    }
  }

  private count(entry: Entry, row: LogRow, line: LineBytes | undefined): Outcome {
    const { tried, trial, counts } = entry;
    const outcome = this.question.explain
      ? evaluateAndCount(trial, counts, this.shared?.answers(entry.slot) ?? trial.answers(row))
      : this.outcomeOf(entry, row);
    this.addOutcome(entry, outcome, line);
    if (outcome !== undefined)
      for (const it of this.by)
        addValue(counts.by[it]?.[outcome ? "kept" : "dropped"], canonicalValue(row, it, tried), 1);
    const isPriced = this.question.price !== undefined;
    if (isPriced && tried.output)
      addOutput(counts, outcome, this.measure(entry.index, row, outcome));
    const output = outcome && !isPriced ? tried.output?.line(row) : undefined;
    if (output !== undefined) addOutput(counts, outcome, Buffer.byteLength(output));
    const { print } = this.question;
    if (!print || isOfChange(print) || this.several?.isEarlier(entry.index)) return outcome;
    if (print === "pushed") this.printOutput(tried, outcome ? output : undefined);
    else if (outcome === outcomeOf[print]) this.printLine(row, line);
    return outcome;
  }

  /** The bytes of the record that a job writes for a line. */
  protected measure(index: number, row: LogRow, _outcome: Outcome): number {
    return this.texts[index]?.output?.measure(row, ignoreField) ?? 0;
  }

  /** The texts with their outcomes on a line that is not counted. */
  protected *outcomes(row: LogRow): Iterable<readonly [index: number, outcome: Outcome]> {
    for (const { index, trial } of this.entries) yield [index, trial.outcome(row)];
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
        : Buffer.from(`${rowJson(row)}\n`),
    );
  }

  /** Lines of formats without lines have the average size of their file. */
  private endFile(): void {
    const { file, logs, shared, lines } = this;
    if (shared && lines)
      for (const entry of this.entries) addKept(entry, shared.kept(entry.slot, lines));
    this.lines = undefined;
    const average = file.unsized > 0 ? (logs.bytes - file.start) / file.unsized : 0;
    logs.outsideBytes += Math.round(average * file.unsizedOutside);
    for (const it of this.entries) {
      it.counts.keptBytes += Math.round(average * it.unsized);
      it.unsized = 0;
    }
    Object.assign(file, { start: logs.bytes, unsized: 0, unsizedOutside: 0 });
  }

  /** Prints the suffix after the last line, and completes the counts. */
  finish(): void {
    this.endFile();
    const output = this.entries[0]?.tried.output;
    if (this.question.print === "pushed" && output && this.printed > 0)
      this.events.print?.(Buffer.from(output.end));
    for (const { tried, counts, missed } of this.entries) {
      counts.missed = [...new Set([...(tried.trial?.missed?.() ?? []), ...missed])];
      counts.lacked = tried.trial?.lacked?.() ?? [];
    }
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

  drained(): Promise<void> | undefined {
    return this.events.drained?.();
  }
}

/** A rule that cannot be tried is undetermined: it may end its rule set. */
const untried: Trial = {
  fields: [],
  conditions: [],
  tree: { kind: "condition", index: 0 },
  outcome: () => undefined,
  answers: () => [undefined],
};

function entryOf(tried: TriedText, index: number, counts: ResultCounts | undefined): Entry[] {
  if (!counts || (!tried.trial && !tried.place)) return [];
  return [
    { index, slot: 0, tried, trial: tried.trial ?? untried, counts, missed: new Set(), unsized: 0 },
  ];
}

function addKept(entry: Entry, { lines, bytes, unsized, undetermined }: LineCount): void {
  entry.counts.kept += lines;
  entry.counts.keptBytes += bytes;
  entry.counts.undetermined += undetermined;
  entry.unsized += unsized;
}

function ignoreField(): void {}

const outcomeOf = { kept: true, dropped: false, undetermined: undefined } as const;

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
      ...(texts.some((it) => it.rule) ? subrequestFields : []),
      ...outputs.flatMap((it) => it.fields ?? []),
      ...question.by,
      ...(question.also ?? []),
      ...(question.window?.fields ?? []),
      ...(question.price ?? []),
    ]),
  ];
}
