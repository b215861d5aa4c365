import { expect, test } from "vitest";
import { compareWithEngine } from "../../conformance/run.ts";
import { times } from "../../support/long.ts";
import { startEngine } from "../../support/programs/engine.ts";

test("accepts and evaluates expressions like the engine", async () => {
  const cases = times(250, 15_000);
  const found = compareWithEngine(await startEngine(), { cases, seed: 20_260_721 });
  expect(found.mismatches).toEqual([]);
  expect(found.cases).toBe(cases);
  // Make sure that enough expressions are valid.
  expect(found.taken).toBeGreaterThan(times(90, 5500));
  expect(found.refused).toBeGreaterThan(times(58, 3500));
  expect(found.matches).toBeGreaterThan(times(50, 3000));
  expect(found.exceptions).toBeLessThan(found.cases / 100);
});
