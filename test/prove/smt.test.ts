import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { times } from "../support/long.ts";
import { conditionPairs } from "./conditions.ts";
import { askSmt, filters, rules } from "./questions.ts";
import { type Smt, startSmt } from "./smt.ts";

let smt: Smt;
beforeAll(async () => {
  smt = await startSmt();
}, 240_000);
afterAll(() => smt.close());

test.each([filters, rules])("z3 agrees about $name", async (language) => {
  const pairs = fc.sample(conditionPairs, { seed: 20_261_116, numRuns: times(3) });
  const open: string[] = [];
  for (const pair of pairs) {
    const { name, wrong } = await askSmt(language, pair, smt);
    expect(wrong).toBeUndefined();
    if (name === "unknown") open.push(JSON.stringify(pair));
  }
  expect(open).toEqual([]);
});
