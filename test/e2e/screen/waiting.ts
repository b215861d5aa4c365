// Tests wait for what they expect, never for a time.
import { expect } from "vitest";

/** How long anything on the screen may take, on a machine that is busy. */
export const patience = 60_000;
/** For one of several attempts. A poll waits for its question, so a question must not wait as long as the poll. */
export const attempt = 6000;

/** Asks until the answer is the expected one. */
export function soon<Answer>(ask: () => Answer | Promise<Answer>) {
  return expect.poll(ask, { timeout: patience, interval: 100 });
}

export function succeeds(act: Promise<unknown>): Promise<boolean> {
  return act.then(
    () => true,
    () => false,
  );
}

/** A text as a part of a pattern. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
