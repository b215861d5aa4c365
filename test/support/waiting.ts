import { vi } from "vitest";

/** Timeout in milliseconds that even a busy machine does not reach, and that ends before a test does. */
export const patience = 50_000;

/** Waits until something is found, or true. */
export function until<Found>(look: () => Found | Promise<Found>) {
  return vi.waitUntil(look, { timeout: patience, interval: 5 });
}

/** Waits until a check does not throw. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: patience, interval: 5 });
}
