import type { Outcome } from "../../core/trial.ts";
import { utf8Length } from "../../text/lines.ts";
import type { RunCounts } from "../counts.ts";
import { addOutput, addTime, emptyResult, noSpan } from "../counts.ts";
import type { TriedText } from "../subject.ts";
import { FileResults, type FileTrial } from "./file-results.ts";
import type { Groups } from "./groups.ts";
import type { Sample } from "./sample.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

/** The results of a text on each line in scope. */
export interface Run extends RunCounts {
  /** By line: 0 dropped, 1 kept, 2 undetermined, or `outOfScope`. */
  readonly outcomes: Uint8Array;
}

export const outcomeNames = ["dropped", "kept", "undetermined"] as const;
export type OutcomeName = (typeof outcomeNames)[number];
export const outOfScope = 3;

export interface RunScope {
  readonly times: Float64Array;
  readonly window: TimeSpan | undefined;
  readonly groups: Groups;
  readonly files: readonly FileTrial[];
  /** Whether the fields that a job sends are loaded. */
  readonly isSized: boolean;
}

/** Undefined if canceled. The columns must be loaded. */
export async function runOn(
  sample: Sample,
  tried: TriedText,
  { times, window, groups, files, isSized }: RunScope,
  events: WorkEvents,
): Promise<Run | undefined> {
  const output = isSized ? tried.output : undefined;
  if (!tried.trial) return undefined;
  const counts = emptyResult(tried, { by: [], explain: false });
  const outcomes = new Uint8Array(sample.count).fill(outOfScope);
  const row = sample.row();
  const results = new FileResults(files, groups);
  const scope = { lines: 0, bytes: 0, span: noSpan() };
  const work = (line: number) => {
    const time = times[line] as number;
    if (!isWithin(time, window)) return;
    if (!Number.isNaN(time)) addTime(scope.span, time);
    row.line = line;
    const size = sample.sizeOf(line);
    scope.lines++;
    scope.bytes += size;
    const outcome = results.take(row);
    outcomes[line] = codeOf(outcome);
    if (output) addOutput(counts, outcome, utf8Length(output.line(row)));
    if (outcome === undefined) counts.undetermined++;
    if (!outcome) return;
    counts.kept++;
    counts.keptBytes += size;
  };
  const isNull = (field: string) => (sample.columns.get(field)?.idCount ?? 0) > 1;
  const soFar = (): RunCounts => {
    const { conditions, missed, lacked } = results.counts();
    const outputBytes = isSized || !tried.output ? counts.outputBytes : Number.NaN;
    return {
      counts: {
        ...counts,
        outputBytes,
        conditions,
        missed,
        lacked: tried.rule ? lacked : missed.filter((it) => !isNull(it)),
      },
      ...scope,
    };
  };
  const { at, steps } = mixedOrder(sample.count);
  const isDone = await inSlices(
    steps,
    (step) => {
      const line = at(step);
      if (line < sample.count) work(line);
    },
    { ...events, progress: (share) => events.progress?.(share, soFar) },
  );
  return isDone ? { ...soFar(), outcomes } : undefined;
}

/** A prime, so that patterns in the lines do not repeat with it. */
const distance = 67;
/** Lines that are visited together, because neighbors are close in memory. */
const blockSize = 128;

/**
 * Visits blocks at distances first, so that the counts so far cover lines from everywhere. Some steps are beyond the last
 * line.
 */
function mixedOrder(count: number) {
  const perRound = Math.ceil(count / blockSize / distance);
  if (perRound < 3) return { steps: count, at: (step: number) => step };
  return {
    steps: perRound * distance * blockSize,
    at: (step: number) => {
      const block = Math.floor(step / blockSize);
      const mixed = (block % perRound) * distance + Math.floor(block / perRound);
      return mixed * blockSize + (step % blockSize);
    },
  };
}

export function codeOf(outcome: Outcome): number {
  return outcome === undefined ? 2 : outcome ? 1 : 0;
}

export function outcomeOf(code: number | undefined): Outcome {
  return code === 2 ? undefined : code === 1;
}

/** The fields that a text needs. */
export function fieldsOf({ trial, output }: TriedText): readonly string[] {
  return [...(trial?.fields ?? []), ...(output?.fields ?? [])];
}

export interface TimeSpan {
  /** In milliseconds. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

export function isWithin(time: number, window: TimeSpan | undefined): boolean {
  return !window || (time >= window.since && time < window.until);
}
