import { parseArgs } from "node:util";
import fc from "fast-check";
import { onDisagreement } from "../../server/src/core/meaning/confirm.ts";
import { conditionPairs } from "./conditions.ts";
import { allKinds, type ProveKind } from "./kinds.ts";
import { askSmt, filters, type QuestionLanguage, rules } from "./questions.ts";
import { type Smt, startSmt } from "./smt.ts";

/**
 * Makes texts, and checks each claim about them with the evaluators or with z3. Exits with 1 if one is wrong, or too many are
 * unknown.
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    show: { type: "string", default: "5" },
    z3: { type: "boolean" },
  },
});

const count = Number(values.cases);
const seed = Number(values.seed);
const show = Number(values.show);

const isAsked = ({ name }: { readonly name: string }) => !values.kind || values.kind === name;
const asked: readonly { readonly name: string }[] = values.z3 ? [filters, rules] : allKinds;
if (!asked.some(isAsked)) {
  console.error(`Unknown kind '${values.kind}'. Use ${asked.map((it) => it.name).join(", ")}.`);
  process.exit(2);
}

console.log(`seed ${seed}`);
// Also claims that an evaluator has rejected are wrong, although users do not see them.
let rejected = 0;
onDisagreement.report = (what) => {
  rejected++;
  console.log(`REJECTED ${what}`);
};
if (values.z3) {
  const smt = await startSmt();
  for (const it of [filters, rules].filter(isAsked)) await runSmt(it, smt);
  smt.close();
} else for (const it of allKinds.filter(isAsked)) run(it);
if (rejected > 0) process.exitCode = 1;

async function runSmt(language: QuestionLanguage, smt: Smt): Promise<void> {
  let [wrong, unknown] = [0, 0];
  for (const pair of fc.sample(conditionPairs, { seed, numRuns: count })) {
    const found = await askSmt(language, pair, smt);
    if (found.name === "unknown") unknown++;
    if (found.wrong === undefined) continue;
    wrong++;
    console.log(`WRONG ${found.wrong}`);
  }
  console.log(`${language.name} with z3: ${count} pairs, ${wrong} wrong, ${unknown} unknown`);
  if (wrong > 0) process.exitCode = 1;
}

function run({ name, cases, mostUnknown }: ProveKind): void {
  const claims: Record<string, number> = {};
  const unknown: string[] = [];
  let [done, wrong] = [0, 0];
  const start = process.cpuUsage().user;
  for (const it of cases(seed, count)) {
    done++;
    claims[it.claim] = (claims[it.claim] ?? 0) + 1;
    if (it.claim === "unknown") unknown.push(it.text);
    if (it.wrong === undefined) continue;
    wrong++;
    console.log(`WRONG ${it.claim}:\n  ${it.text}\n  ${it.wrong}`);
  }
  const seconds = (process.cpuUsage().user - start) / 1e6;
  const share = unknown.length / Math.max(1, done);
  console.log(
    `${name}: ${done} cases, ${wrong} wrong, ${unknown.length} unknown (${(100 * share).toFixed(2)}%), ${Math.round(done / seconds)} per second of CPU`,
    claims,
  );
  for (const it of unknown.slice(0, show)) console.log(`unknown:\n  ${it}`);
  // The share is not significant for a few cases.
  if (wrong > 0 || (count >= 1000 && share > mostUnknown)) process.exitCode = 1;
}
