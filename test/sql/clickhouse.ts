import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import type { Column } from "./databases.ts";
import { columns, context, linesWith, where } from "./samples.ts";

/**
 * Compares the SQL of filters in ClickHouse with our evaluator, on random lines. Not part of the tests, because ClickHouse is large and
 * cannot be installed from npm for every platform: `clickhouse` has to be on the PATH.
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

if (spawnSync("clickhouse", ["local", "--version"]).status !== 0) {
  console.error("'clickhouse' is not on the PATH. See https://clickhouse.com/docs/install.");
  process.exit(2);
}
let compared = 0;
let different = 0;
const samples = fc.tuple(
  linesWith({ numbers: false, hasNul: true, others: [] }),
  fc.array(where, { minLength: filtersEach, maxLength: filtersEach }),
);
for (const [lines, wheres] of fc.sample(samples, { numRuns: tables, seed: 1 })) {
  const cases = wheres.flatMap((it) => caseOf(it, lines));
  const found = keptIn(lines, cases);
  cases.forEach(({ filter, sql, expected }, index) => {
    compared++;
    if (String(found[index]) === String(expected)) return;
    different++;
    console.error(`${filter}\n${sql}\nlines ${found[index]}, expected ${expected}\n`);
  });
}
console.log(`${compared} filters, ${different} different`);
process.exitCode = different > 0 ? 1 : 0;

function caseOf(node: object, lines: readonly string[]): Case[] {
  const text = JSON.stringify({ where: node });
  const filter = lpfilter.analyse(text, context).logFilter?.();
  const sql = filter && translateFilter(filter, { dialect: dialects.clickhouse, where: true });
  if (!filter || !sql || !("sql" in sql)) return [];
  const holds = linePredicate(filter.test);
  const expected = lines.flatMap((it, n) => (holds(parseExactly(it) as LogLine) ? [n] : []));
  return [{ filter: text, sql: sql.sql, expected }];
}

/** The numbers of the kept lines for each case, in one run. */
function keptIn(lines: readonly string[], cases: readonly Case[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "weir-clickhouse-"));
  try {
    const numbered = lines.map((it, n) => it.replace("{", `{"n":${n},`).replace(",}", "}"));
    writeFileSync(join(folder, "lines.ndjson"), numbered.join("\n"));
    const create = `CREATE TABLE lines ENGINE = Memory AS SELECT * FROM file('${join(folder, "lines.ndjson")}', 'JSONEachRow', '${structure}');`;
    const selects = cases.map(
      ({ sql }) =>
        `SELECT arrayStringConcat(arraySort(groupArray(n)), ',') FROM lines WHERE ${sql};`,
    );
    const { status, stdout, stderr } = spawnSync("clickhouse", ["local", "--multiquery"], {
      input: [create, ...selects].join("\n"),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
