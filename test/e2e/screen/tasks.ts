// Measures how long pages block the window.
import type { Page } from "playwright-core";

export interface Tasks {
  /** CPU times above 50 milliseconds, longest first. */
  readonly long: readonly number[];
  readonly longest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Tasks of the window and its pages, which share a thread, during an action. In CPU time, regardless of other programs. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<Tasks> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser.");
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(threadOf),
  );
  const all = traceEvents
    .filter((it) => it.name === "ThreadControllerImpl::RunTask" && main.has(threadOf(it)))
    .map(({ tdur = 0 }) => Math.round(tdur / 1000))
    .sort((a, b) => b - a);
  if (all.length === 0) throw new Error("The trace has no tasks.");
  return { long: all.filter((it) => it > 50), longest: all[0] ?? 0 };
}
