/** Time slice in milliseconds, after which long work yields to other messages. */
const maxMilliseconds = 10;

/** Not available in browsers, where a timer is used instead. */
const soon: (then: () => void) => unknown = globalThis.setImmediate ?? setTimeout;

/** Lets the next message be handled. */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    soon(resolve);
  });
}

/** Yields if the current time slice is used up. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxMilliseconds) return;
    await yieldToMessages();
    since = performance.now();
  };
}

/** A timeout that does not keep the process alive. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: { unref?(): unknown } | number = setTimeout(resolve, milliseconds);
    // In a browser, a timer is a number without `unref`.
    if (typeof timer === "object") timer.unref?.();
  });
}
