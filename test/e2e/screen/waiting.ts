// Tests wait for conditions, never for a fixed time.
import { expect } from "vitest";

/** Timeout in milliseconds for anything on the screen, even on a busy machine. */
export const patience = 60_000;
/** Timeout of one attempt. A poll waits for its callback, so a callback must not take as long as the poll. */
export const attempt = 6000;

/** Polls until the result is as expected. */
export function soon<Answer>(ask: () => Answer | Promise<Answer>) {
  return expect.poll(ask, { timeout: patience, interval: 100 });
}

export function succeeds(act: Promise<unknown>): Promise<boolean> {
  return act.then(
    () => true,
    () => false,
  );
}

/** Escapes text for a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
