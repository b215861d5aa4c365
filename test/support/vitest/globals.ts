import { afterAll, vi } from "vitest";

// Files share their globals with those that run after them.
afterAll(() => {
  vi.unstubAllGlobals();
});
