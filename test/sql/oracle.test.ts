import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { LogFilter } from "../../server/src/core/log-test.ts";
import { type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import type { DialectName } from "../../server/src/sql/dialect-names.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { type SqlOptions, translateFilter } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { times } from "../support/long.ts";
import { type Database, openDuckdb, openPostgres, openSqlite } from "./databases.ts";
import {
  matchedIn,
  requestLine,
  requestsIn,
  ruleColumns,
  rules,
  sqlOfRule,
} from "./rule-samples.ts";
import { columns, context, type Dirt, linesWith, where } from "./samples.ts";

interface Run {
  readonly name: DialectName;
  readonly open: () => Promise<Database>;
  readonly dirt: Dirt;
  /** The number of tables, with many filters or rules for each. PostgreSQL in WebAssembly is slow. */
  readonly tables: { readonly filters: number; readonly rules: number };
}

const runs: readonly Run[] = [
  {
    name: "duckdb",
    open: openDuckdb,
    dirt: { numbers: true, hasNul: true, others: ["5", "true"] },
    tables: { filters: 4, rules: 3 },
  },
  {
    name: "sqlite",
    open: openSqlite,
    dirt: { numbers: true, hasNul: true, others: ["5"] },
    tables: { filters: 6, rules: 4 },
  },
  {
    name: "postgres",
    open: openPostgres,
    dirt: { numbers: true, hasNul: false, others: ["5", "true"] },
    tables: { filters: 2, rules: 2 },
  },
];

describe.each(runs)("$name", ({ name, open, dirt, tables }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  afterAll(() => database.close());

  test("keeps the lines that the evaluator keeps", async () => {
    const filters = fc.array(where, { minLength: 10, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(linesWith(dirt), filters, async (lines, wheres) => {
        await database.load(lines, columns);
        const parsed = lines.map((it) => parseExactly(it) as LogLine);
        for (const it of wheres) {
          if (name === "duckdb" && isAmbiguous(lines, it)) continue;
          const filter = lpfilter.analyze(JSON.stringify({ where: it }), context).logFilter?.();
          assert(filter, JSON.stringify(it));
          const options = { dialect: dialects[name], where: true, timestamps: "any" } as const;
          const sql = translated(filter, options);
          const holds = linePredicate(filter.test);
          const expected = parsed.flatMap((line, n) => (holds(line) ? [n] : []));
          const message = `${JSON.stringify(it)}\n${sql}\n`;
          let found: number[];
          try {
            found = await database.kept(sql);
          } catch (error) {
            throw new Error(message + error);
          }
          if (String(found) === String(expected)) continue;
          const wrong = lines.find((_, n) => found.includes(n) !== expected.includes(n));
          assert.fail(`${message}${wrong}: ${!holds(parseExactly(wrong ?? "") as LogLine)}`);
        }
      }),
      { numRuns: times(tables.filters, tables.filters * 40), seed: 1, endOnFailure: true },
    );
  });

  test("selects the lines of the requests that a rule matches", async () => {
    const lines = fc.array(requestLine, { minLength: 1, maxLength: 60 });
    const all = fc.array(rules(name), { minLength: 10, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(lines, all, async (texts, some) => {
        await database.load(texts, ruleColumns);
        const requests = requestsIn(texts);
        for (const rule of some) {
          const expected = matchedIn(rule, requests);
          const sql = sqlOfRule(rule, name);
          const found = await database
            .kept(sql)
            .catch((error) => assert.fail(`${rule}\n${sql}\n${error}`));
          if (String(found) === String(expected)) continue;
          const wrong = texts.find((_, n) => found.includes(n) !== expected.includes(n));
          assert.fail(`${rule}\n${sql}\n${wrong}`);
        }
      }),
      { numRuns: times(tables.rules, tables.rules * 40), seed: 2, endOnFailure: true },
    );
  });

  test("keeps the digits of integers beside one of more than 64 bits", async () => {
    const statuses = ["5", "6", "9007199254740993", "9223372036854775807"];
    await database.load([...statuses.map((it) => `{"Status":${it}}`), "{}"], columns);
    const kept = async (operator: string, values: readonly string[]) => {
      const where = `{"key":"Status","operator":"${operator}","value":[${values}]}`;
      const filter = lpfilter.analyze(`{"where":${where}}`, context).logFilter?.();
      assert(filter);
      return database.kept(translated(filter, { dialect: dialects[name], where: true }));
    };
    const long = "100000000000000000000";
    assert.deepEqual(await kept("in", ["5", long]), [0]);
    assert.deepEqual(await kept("!in", ["5", long]), [1, 2, 3, 4]);
    assert.deepEqual(await kept("in", ["9007199254740993", long]), [2]);
    assert.deepEqual(await kept("!in", ["9007199254740992", "0", long]), [0, 1, 2, 3]);
    assert.deepEqual(await kept("!in", [long, "18446744073709551616"]), [0, 1, 2, 3, 4]);
  });

  test("wildcards: characters that are special in SQL match themselves", async () => {
    const hosts = [
      "a!b",
      "a!!b",
      "A!B",
      "a%b",
      "axb",
      "a_b",
      "a\\b",
      "a[b",
      "a?b",
      "a*b",
      "!",
      "x!",
    ];
    const lines = hosts.map((it) => JSON.stringify({ ClientRequestHost: it }));
    await database.load(lines, ruleColumns);
    const requests = requestsIn(lines);
    for (const pattern of [
      "a!b",
      "a!*",
      "*!",
      "a%b",
      "a_b",
      "a[b",
      "a?b",
      "a\\\\b",
      "a\\*b",
      "a*b",
      "!%*",
    ])
      for (const operator of ["wildcard", "strict wildcard"]) {
        const rule = `http.host ${operator} "${pattern.replaceAll("\\", "\\\\")}"`;
        const found = await database.kept(sqlOfRule(rule, name));
        assert.deepEqual(found, matchedIn(rule, requests), rule);
      }
  });

  test("runs the whole statement", async () => {
    const text = '{ "where": { "key": "Host", "operator": "eq", "value": "a" } }';
    const filter = lpfilter.analyze(text, context).logFilter?.();
    assert(filter);
    await database.load(['{"Host":"a"}', '{"Host":"A"}'], columns);
    const sql = translated(filter, { dialect: dialects[name], table: "lines" });
    const statement = sql.replace(/;\s*$/, "");
    assert.deepEqual(await database.kept(`n IN (SELECT n FROM (${statement}) AS found)`), [0]);
  });
});

function translated(filter: LogFilter, options: SqlOptions): string {
  const result = translateFilter(filter, options);
  assert("sql" in result);
  return result.sql;
}

/** DuckDB's TIMESTAMP cannot distinguish `10:00:00Z` from `10:00:00.000Z`, which are ordered differently as strings. */
function isAmbiguous(lines: readonly string[], filter: object): boolean {
  return lines.some((it) => /"Time":"[^".]*Z"/.test(it)) && /\.\d+Z"/.test(JSON.stringify(filter));
}
