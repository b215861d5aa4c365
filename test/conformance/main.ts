/** `npm run conformance -- --cases 1000000 --seed 7`: a longer run than in the tests. */
import { parseArgs } from "node:util";
import { startEngine } from "../support/programs/engine.ts";
import { compareWithEngine } from "./run.ts";

const { values } = parseArgs({
  options: { cases: { type: "string" }, seed: { type: "string" } },
});
const cases = Number(values.cases ?? 200_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const { mismatches, ...counts } = compareWithEngine(await startEngine(), { cases, seed });
console.log(`seed ${seed}:`, counts);
for (const mismatch of mismatches) console.log(JSON.stringify(mismatch));
process.exitCode = mismatches.length > 0 ? 1 : 0;
