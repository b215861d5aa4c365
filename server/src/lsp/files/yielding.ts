/** A walk or a reading of many files makes room for other messages after this long. */
const mostMilliseconds = 10;

/** Browsers have no such thing. There the messages wait behind a timer too. */
const soon: (then: () => void) => unknown = globalThis.setImmediate ?? setTimeout;

/** Lets the next message be handled. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    soon(resolve);
  });
}

/** Lets other messages be handled when the work between has taken long enough to be felt. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMilliseconds) return;
    await turn();
    since = performance.now();
  };
}

/** Longer than a person waits. Nothing stays alive for it. */
export function patience(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: { unref?(): unknown } | number = setTimeout(resolve, milliseconds);
    // In a browser a timer is a number, and keeps nothing alive.
    if (typeof timer === "object") timer.unref?.();
  });
}
