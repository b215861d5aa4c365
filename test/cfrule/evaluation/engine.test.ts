import { expect, test } from "vitest";
import { compareWithEngine } from "../../conformance/run.ts";
import { times } from "../../support/long.ts";
import { startEngine } from "../../support/programs/engine.ts";

test("accepts and evaluates expressions like the engine", async () => {
  const cases = times(750);
  const found = compareWithEngine(await startEngine(), { cases, seed: 20_260_721 });
  expect(found.mismatches).toEqual([]);
  expect(found.cases).toBe(cases);
  // Make sure that enough expressions are valid.
  expect(found.taken).toBeGreaterThan(times(275));
  expect(found.refused).toBeGreaterThan(times(175));
  expect(found.matches).toBeGreaterThan(times(150));
  expect(found.exceptions).toBeLessThan(found.cases / 100);
});
