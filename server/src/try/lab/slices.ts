import type { RunCounts } from "../counts.ts";

/** Cancellation, yielding and progress of long-running work. */
export interface WorkEvents {
  isStopped(): boolean;
  /** Yields to other work. */
  pause(): Promise<void>;
  /** From 0 to 1. While lines are evaluated, with their counts so far. */
  progress?(share: number, soFar?: () => RunCounts): void;
}

/** The maximum length of a slice in milliseconds; longer ones would be noticeable. */
const longest = 8;
/** The number of lines between two checks of the clock. */
const atOnce = 128;

/** Processes lines sequentially, in slices. False if canceled. */
export async function inSlices(
  count: number,
  work: (line: number) => void,
  events: WorkEvents,
): Promise<boolean> {
  let began = performance.now();
  for (let line = 0; line < count; ) {
    const end = Math.min(count, line + atOnce);
    for (; line < end; line++) work(line);
    if (performance.now() - began < longest) continue;
    events.progress?.(line / count);
    await events.pause();
    if (events.isStopped()) return false;
    began = performance.now();
  }
  return !events.isStopped();
}
