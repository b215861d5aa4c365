import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { ensureOracle, loadOracle } from "../../scripts/oracles.mjs";
import { type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import type { Column } from "./databases.ts";
import { columns, context, linesWith, where } from "./samples.ts";

/**
 * Compares the SQL of filters in ClickHouse with our evaluator, on random lines. Not part of the tests, because ClickHouse is large. Uses
 * `clickhouse` of the PATH, otherwise its build for WebAssembly, which needs Node 23.
 */

/** Tables and filters for each; change them with an argument. */
const tables = Number(process.argv[2] ?? 20);
const filtersEach = 30;

const types: Readonly<Record<Column["type"], string>> = {
  string: "Nullable(String)",
  int: "Nullable(Int64)",
  float: "Nullable(Float64)",
  bool: "Nullable(Bool)",
  time: "Nullable(String)",
  strings: "Array(String)",
  ints: "Array(Int64)",
};
const structure = ["n Int64", ...columns.map((it) => `\`${it.name}\` ${types[it.type]}`)].join(
  ", ",
);

interface Case {
  readonly filter: string;
  readonly sql: string;
  readonly expected: readonly number[];
}

/** The result of each query, as text. */
type Answer = (setUp: readonly string[], queries: readonly string[]) => Promise<readonly string[]>;

const answer = await openClickhouse();
let compared = 0;
let different = 0;
const samples = fc.tuple(
  linesWith({ numbers: false, hasNul: true, others: [] }),
  fc.array(where, { minLength: filtersEach, maxLength: filtersEach }),
);
for (const [lines, wheres] of fc.sample(samples, { numRuns: tables, seed: 1 })) {
  const cases = wheres.flatMap((it) => caseOf(it, lines));
  const found = await keptIn(lines, cases);
  cases.forEach(({ filter, sql, expected }, index) => {
    compared++;
    if (found[index] === String(expected)) return;
    different++;
    console.error(`${filter}\n${sql}\nlines ${found[index]}, expected ${expected}\n`);
  });
}
console.log(`${compared} filters, ${different} different`);
process.exit(different > 0 ? 1 : 0);

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

function caseOf(node: object, lines: readonly string[]): Case[] {
  const text = JSON.stringify({ where: node });
  const filter = lpfilter.analyse(text, context).logFilter?.();
  const sql = filter && translateFilter(filter, { dialect: dialects.clickhouse, where: true });
  if (!filter || !sql || !("sql" in sql)) return [];
  const holds = linePredicate(filter.test);
  const expected = lines.flatMap((it, n) => (holds(parseExactly(it) as LogLine) ? [n] : []));
  return [{ filter: text, sql: sql.sql, expected }];
}

/** The numbers of the kept lines for each case. */
async function keptIn(
  lines: readonly string[],
  cases: readonly Case[],
): Promise<readonly string[]> {
  const numbered = lines.map((it, n) => it.replace("{", `{"n":${n},`).replace(",}", "}"));
  const rows = `format(JSONEachRow, '${structure}', $lines$${numbered.join("\n")}$lines$)`;
  const create = `CREATE TABLE lines ENGINE = Memory AS SELECT * FROM ${rows}`;
  const selects = cases.map(
    ({ sql }) => `SELECT arrayStringConcat(arraySort(groupArray(n)), ',') FROM lines WHERE ${sql}`,
  );
  return answer(["DROP TABLE IF EXISTS lines", create], selects);
}
