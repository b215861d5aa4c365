import { expect, test } from "vitest";
import { compareWithEngine } from "../conformance/run.ts";
import { startEngine } from "../support/engine.ts";

test("what we take and what we answer is what the engine takes and answers", async () => {
  const found = compareWithEngine(await startEngine(), { cases: 24_000, seed: 20_260_721 });
  expect(found.mismatches).toEqual([]);
  expect(found.cases).toBe(24_000);
  // A comparison of refusals alone would say little.
  expect(found.taken).toBeGreaterThan(9_000);
  expect(found.refused).toBeGreaterThan(6_000);
  expect(found.matches).toBeGreaterThan(5_000);
  expect(found.exceptions).toBeLessThan(found.cases / 100);
  // Seconds on a free machine; a busy one must not make it fail.
}, 300_000);
