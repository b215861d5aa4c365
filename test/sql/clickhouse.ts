import fc from "fast-check";
import { type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { clickhouseSql } from "../engines/servers.ts";
import {
  loadClickhouseToday,
  startClickhouseToday,
} from "../engines/webassembly/clickhouse-today.ts";
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
 * Compares the SQL of filters and rules in today's ClickHouse with our evaluator, on random lines. Not part of the tests, because
 * ClickHouse is large.
 */

/** The number of tables for filters, and for rules; the first argument changes it. */
const tables = Number(process.argv[2] ?? 20);
const textsEach = 30;

interface Case {
  readonly text: string;
  readonly sql: string;
  readonly expected: readonly number[];
}

const server = await startClickhouseToday();
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
await server.close();
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

function filterCase(node: object, lines: readonly string[]): Case[] {
  const text = JSON.stringify({ where: node });
  const filter = lpfilter.analyze(text, context).logFilter?.();
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
  const numbered = lines.map((it, n) => it.replace("{", `{"n":${n},`).replace(",}", "}"));
  const all = { columns: [{ name: "n", type: "int" } as const, ...of], lines: numbered };
  await loadClickhouseToday("lines", all, server);
  const found: string[] = [];
  for (const { sql } of cases) {
    const numbers = "arrayStringConcat(arraySort(groupArray(n)), ',')";
    const answer = clickhouseSql(server.url, "", `SELECT ${numbers} FROM lines WHERE ${sql}`);
    found.push((await answer.catch(String)).trimEnd());
  }
  return found;
}
