// How long a page keeps the window busy.
import type { Frame } from "playwright-core";

export interface Tasks {
  /** Milliseconds of those that took more than 50, longest first. */
  readonly long: readonly number[];
}

/** Tasks of the page itself that were long enough to be felt, while something is done. The browser reports those over 50 ms. */
export async function longTasksDuring(frame: Frame, act: () => Promise<void>): Promise<Tasks> {
  await frame.evaluate(`
    globalThis.longTasks = [];
    globalThis.longTaskObserver ??= new PerformanceObserver((list) => {
      for (const it of list.getEntries()) if (it.name === "self") longTasks.push(Math.round(it.duration));
    });
    longTaskObserver.observe({ type: "longtask" });`);
  await act();
  const long = (await frame.evaluate("longTasks")) as number[];
  return { long: long.sort((a, b) => b - a) };
}
