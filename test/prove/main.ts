import { parseArgs } from "node:util";
import fc from "fast-check";
import { conditionPairs } from "./conditions.ts";
import { judge, type Kind, kinds } from "./pairs.ts";
import { askSmt, filters, type QuestionLanguage, rules } from "./questions.ts";
import { type Smt, startSmt } from "./smt.ts";

/**
 * Compares generated texts, and checks each claim with the evaluators or with z3. Exits with 1 if one is wrong, or too many are
 * unknown.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    show: { type: "string", default: "5" },
    z3: { type: "boolean" },
  },
});

const count = Number(values.pairs);
const show = Number(values.show);

console.log(`seed ${values.seed}`);
const isAsked = ({ name }: { readonly name: string }) => !values.kind || values.kind === name;
if (values.z3) {
  const smt = await startSmt();
  for (const it of [filters, rules].filter(isAsked)) await runSmt(it, smt);
  smt.close();
} else for (const it of kinds.filter(isAsked)) run(it);

async function runSmt(language: QuestionLanguage, smt: Smt): Promise<void> {
  let [wrong, unknown] = [0, 0];
  for (const pair of fc.sample(conditionPairs, { seed: Number(values.seed), numRuns: count })) {
    const found = await askSmt(language, pair, smt);
    if (found.name === "unknown") unknown++;
    if (found.wrong === undefined) continue;
    wrong++;
    console.log(`WRONG ${found.wrong}`);
  }
  console.log(`${language.name} with z3: ${count} pairs, ${wrong} wrong, ${unknown} unknown`);
  if (wrong > 0) process.exitCode = 1;
}

function run(kind: Kind): void {
  const relations: Record<string, number> = {};
  const unknown: string[] = [];
  let [compared, wrong, slowest] = [0, 0, 0];
  const size = 1000;
  for (let done = 0; done < count; done += size) {
    const numRuns = Math.min(size, count - done);
    for (const pair of fc.sample(kind.pairs, { seed: Number(values.seed) + done, numRuns })) {
      const start = process.cpuUsage();
      const judged = judge(pair, kind.meaningOf);
      slowest = Math.max(slowest, process.cpuUsage(start).user / 1000);
      if (!judged) continue;
      compared++;
      const { name } = judged.relation;
      relations[name] = (relations[name] ?? 0) + 1;
      if (name === "unknown") unknown.push(`${pair.first}\n  ${pair.second}`);
      if (judged.wrong === undefined) continue;
      wrong++;
      console.log(`WRONG ${name}: ${judged.wrong}\n  ${pair.first}\n  ${pair.second}`);
    }
  }
  const share = unknown.length / Math.max(1, compared);
  console.log(
    `${kind.name}: ${compared} pairs, ${wrong} wrong, ${unknown.length} unknown (${(100 * share).toFixed(2)}%), slowest ${slowest.toFixed(0)} ms of CPU`,
    relations,
  );
  for (const it of unknown.slice(0, show)) console.log(`unknown:\n  ${it}`);
  // The share is not significant for a few pairs.
  if (wrong > 0 || (count >= size && share > kind.mostUnknown)) process.exitCode = 1;
}
