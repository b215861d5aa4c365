import type { Outcome } from "../../core/trial.ts";
import { utf8Length } from "../../text/lines.ts";
import { emptyResult, evaluateAndCount, type ResultCounts } from "../counts.ts";
import type { TriedText } from "../subject.ts";
import type { Sample } from "./sample.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

/** The results of a text on each line of a sample. */
export interface Run {
  readonly counts: ResultCounts;
  /** By line: 0 dropped, 1 kept, 2 undetermined. */
  readonly outcomes: Uint8Array;
}

export const outcomeNames = ["dropped", "kept", "undetermined"] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** A text as it is tried on the lines of one file, starting with this one. */
export interface FileTrial {
  readonly start: number;
  readonly tried: TriedText;
}

/** Undefined if canceled. The columns must be loaded. */
export async function runOn(
  sample: Sample,
  tried: TriedText,
  events: WorkEvents,
  files: readonly FileTrial[] = [{ start: 0, tried }],
): Promise<Run | undefined> {
  const { output } = tried;
  if (!tried.trial) return undefined;
  let trial = tried.trial;
  let next = 0;
  const counts = emptyResult(tried, { by: [], explain: true });
  const outcomes = new Uint8Array(sample.count);
  const row = sample.row();
  const work = (line: number) => {
    row.line = line;
    for (let it = files[next]; it && it.start <= line; it = files[++next])
      trial = it.tried.trial ?? trial;
    const outcome = evaluateAndCount(trial, counts, row);
    outcomes[line] = codeOf(outcome);
    if (outcome === undefined) counts.undetermined++;
    if (!outcome) return;
    counts.kept++;
    counts.keptBytes += sample.sizeOf(line);
    // An output with all fields is about as long as the line, and computing it would need every column.
    if (output?.fields) counts.outputBytes += utf8Length(output.line(row));
  };
  if (!(await inSlices(sample.count, work, events))) return undefined;
  if (output && !output.fields) counts.outputBytes = Number.NaN;
  const trials = files.flatMap((it) => (it.start < sample.count ? (it.tried.trial ?? []) : []));
  counts.missed = [...new Set(trials.flatMap((it) => it.missed?.() ?? []))];
  const isNull = (field: string) => (sample.columns.get(field)?.idCount ?? 0) > 1;
  counts.lacked = tried.rule
    ? [...new Set(trials.flatMap((it) => it.lacked?.() ?? []))]
    : counts.missed.filter((it) => !isNull(it));
  return { counts, outcomes };
}

function codeOf(outcome: Outcome): number {
  return outcome === undefined ? 2 : outcome ? 1 : 0;
}

/** The fields that a text needs. */
export function fieldsOf({ trial, output }: TriedText): readonly string[] {
  return [...(trial?.fields ?? []), ...(output?.fields ?? [])];
}

/** The lines to display. */
export interface LineSelection {
  readonly outcome: OutcomeName | "all";
  /** In milliseconds, with an exclusive end. */
  readonly window?: TimeSpan | undefined;
}

export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/** The numbers of the displayed lines, in order. */
export function shownLines(
  { outcomes }: Run,
  times: Float64Array,
  shown: LineSelection,
): Uint32Array {
  const wanted = shown.outcome === "all" ? -1 : outcomeNames.indexOf(shown.outcome);
  const found = new Uint32Array(outcomes.length);
  let count = 0;
  for (let line = 0; line < outcomes.length; line++) {
    if (wanted !== -1 && outcomes[line] !== wanted) continue;
    if (isWithin(times[line] as number, shown.window)) found[count++] = line;
  }
  return found.subarray(0, count);
}

export function isWithin(time: number, window: TimeSpan | undefined): boolean {
  return !window || (time >= window.since && time < window.until);
}
