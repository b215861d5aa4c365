/** What stops long work, and what is told about it. */
export interface WorkEvents {
  isStopped(): boolean;
  /** Lets other work be done. */
  pause(): Promise<void>;
  /** From 0 to 1. */
  progress?(share: number): void;
}

/** Longer work would be felt. */
const longest = 8;
/** Between two looks at the clock. */
const atOnce = 128;

/** Works on one line after the other, in slices. False if it was stopped. */
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
