import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { ensureOracle, loadOracle } from "../../scripts/install/oracles.mjs";
import { type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import type { Column } from "./databases.ts";
import {
  matchedIn,
  requestLine,
  requestsIn,
  ruleColumns,
  rules,
  sqlOfRule,
} from "./rule-samples.ts";
import { columns, context, linesWith, where } from "./samples.ts";

/**
 * Compares the SQL of filters and rules in ClickHouse with our evaluator, on random lines. Not part of the tests, because
 * ClickHouse is large. Uses `clickhouse` of the PATH, otherwise its build for WebAssembly, which needs Node 23.
 */

/** The number of tables for filters, and for rules; the first argument changes it. */
const tables = Number(process.argv[2] ?? 20);
const textsEach = 30;

const types: Readonly<Record<Column["type"], string>> = {
  string: "Nullable(String)",
  int: "Nullable(Int64)",
  float: "Nullable(Float64)",
  bool: "Nullable(Bool)",
  time: "Nullable(String)",
  timestamp: "Nullable(DateTime64(9, 'UTC'))",
  strings: "Array(String)",
  ints: "Array(Int64)",
};
interface Case {
  readonly text: string;
  readonly sql: string;
  readonly expected: readonly number[];
}

/** The result of each query, as text. */
type Answer = (setUp: readonly string[], queries: readonly string[]) => Promise<readonly string[]>;

const answer = await openClickhouse();
let compared = 0;
let different = 0;
const many = { minLength: textsEach, maxLength: textsEach };
const filterSamples = fc.tuple(
  linesWith({ numbers: false, hasNul: true, others: [] }),
  fc.array(where, many),
);
for (const [lines, wheres] of fc.sample(filterSamples, { numRuns: tables, seed: 1 }))
  await compare(
    lines,
    columns,
    wheres.flatMap((it) => filterCase(it, lines)),
  );
const ruleSamples = fc.tuple(
  fc.array(requestLine.map(withArrays), { minLength: 1, maxLength: 60 }),
  fc.array(rules("clickhouse"), many),
);
for (const [lines, all] of fc.sample(ruleSamples, { numRuns: tables, seed: 1 }))
  await compare(
    lines,
    ruleColumns,
    all.map((text) => ({
      text,
      sql: sqlOfRule(text, "clickhouse"),
      expected: matchedIn(text, requestsIn(lines)),
    })),
  );
console.log(`${compared} filters and rules, ${different} different`);
process.exit(different > 0 ? 1 : 0);

/** In ClickHouse, arrays are never NULL, so a missing array is empty. */
function withArrays(line: string): string {
  const fields = JSON.parse(line);
  for (const { name, type } of ruleColumns) if (type === "ints") fields[name] ??= [];
  return JSON.stringify(fields);
}

async function compare(
  lines: readonly string[],
  of: readonly Column[],
  cases: readonly Case[],
): Promise<void> {
  const found = await keptIn(lines, of, cases);
  cases.forEach(({ text, sql, expected }, index) => {
    compared++;
    if (found[index] === String(expected)) return;
    different++;
    console.error(`${text}\n${sql}\nlines ${found[index]}, expected ${expected}\n`);
  });
}

async function openClickhouse(): Promise<Answer> {
  if (spawnSync("clickhouse", ["local", "--version"]).status === 0) return answerOfProgram;
  if (Number.parseInt(process.versions.node, 10) >= 23) return answerOfModule();
  console.error(
    "'clickhouse' is not on the PATH. See https://clickhouse.com/docs/install, or use Node 23 or newer.",
  );
  process.exit(2);
}

async function answerOfProgram(
  setUp: readonly string[],
  queries: readonly string[],
): Promise<readonly string[]> {
  const { status, stdout, stderr } = spawnSync("clickhouse", ["local", "--multiquery"], {
    input: [...setUp, ...queries].map((it) => `${it};\n`).join(""),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.split("\n");
}

async function answerOfModule(): Promise<Answer> {
  const { AsyncChdb } = await loadOracle("clickhouse", "chdb-wasm");
  const home = await ensureOracle("clickhouse");
  const moduleUrl = pathToFileURL(join(home, "node_modules/chdb-wasm/dist/st/chdb.mjs")).href;
  const database = await AsyncChdb.create({ moduleUrl });
  const textOf = async (sql: string) => (await database.query(sql, "TSVRaw")).text().trimEnd();
  return async (setUp, queries) => {
    for (const it of setUp) await textOf(it);
    const results: string[] = [];
    for (const it of queries) results.push(await textOf(it).catch(String));
    return results;
  };
}

function filterCase(node: object, lines: readonly string[]): Case[] {
  const text = JSON.stringify({ where: node });
  const filter = lpfilter.analyse(text, context).logFilter?.();
  const sql =
    filter &&
    translateFilter(filter, { dialect: dialects.clickhouse, where: true, timestamps: "any" });
  if (!filter || !sql || !("sql" in sql)) return [];
  const holds = linePredicate(filter.test);
  const expected = lines.flatMap((it, n) => (holds(parseExactly(it) as LogLine) ? [n] : []));
  return [{ text, sql: sql.sql, expected }];
}

/** The numbers of the kept lines for each case. */
async function keptIn(
  lines: readonly string[],
  of: readonly Column[],
  cases: readonly Case[],
): Promise<readonly string[]> {
  const structure = ["n Int64", ...of.map((it) => `\`${it.name}\` ${types[it.type]}`)].join(", ");
  const numbered = lines.map((it, n) => it.replace("{", `{"n":${n},`).replace(",}", "}"));
  const rows = `format(JSONEachRow, '${structure}', $lines$${numbered.join("\n")}$lines$)`;
  const create = `CREATE TABLE lines ENGINE = Memory AS SELECT * FROM ${rows}`;
  const selects = cases.map(
    ({ sql }) => `SELECT arrayStringConcat(arraySort(groupArray(n)), ',') FROM lines WHERE ${sql}`,
  );
  return answer(["DROP TABLE IF EXISTS lines", create], selects);
}
