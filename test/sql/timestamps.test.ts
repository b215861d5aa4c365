/** Conditions on timestamp columns of known type: plain comparisons, which select the lines that the evaluator keeps. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadOracle } from "../../scripts/install/oracles.mjs";
import { type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { type DialectName, dialectNames } from "../../server/src/sql/dialect-names.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import {
  type TimestampColumn,
  timestampColumns,
} from "../../server/src/sql/timestamp-condition.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { type TimestampFormat, writeTimestamp } from "../../server/src/text/timestamps.ts";
import { times } from "../support/long.ts";
import { type Database, openDuckdb, openPostgres, openSqlite } from "./databases.ts";
import { context } from "./samples.ts";

const read = (where: object) => {
  const filter = lpfilter.analyze(JSON.stringify({ where }), context).logFilter?.();
  assert(filter, JSON.stringify(where));
  return filter;
};

function sqlOf(where: object, name: DialectName, timestamps?: TimestampColumn): string {
  const options = { dialect: dialects[name], where: true, timestamps };
  const result = translateFilter(read(where), options);
  assert("sql" in result);
  return result.sql;
}

const is = (operator: string, value: unknown) => ({ key: "Time", operator, value });
const day = "2025-11-12T00:00:00Z";
const noon = "2025-11-12T12:00:00.5Z";

describe("a time window is a plain range", () => {
  const window = { and: [is("geq", day), is("lt", noon)] };
  test.each<[DialectName, TimestampColumn | undefined, string]>([
    [
      "clickhouse",
      undefined,
      "`Time` >= toDateTime64('2025-11-12 00:00:00', 3, 'UTC')\nAND `Time` < toDateTime64('2025-11-12 12:00:00.500', 3, 'UTC')\n",
    ],
    [
      "bigquery",
      undefined,
      "`Time` >= TIMESTAMP '2025-11-12T00:00:00Z'\nAND `Time` < TIMESTAMP '2025-11-12T12:00:00.500Z'\n",
    ],
    [
      "trino",
      undefined,
      "\"Time\" >= TIMESTAMP '2025-11-12 00:00:00'\nAND \"Time\" < TIMESTAMP '2025-11-12 12:00:00.500'\n",
    ],
    [
      "snowflake",
      undefined,
      "\"Time\" >= TO_TIMESTAMP_NTZ('2025-11-12 00:00:00')\nAND \"Time\" < TO_TIMESTAMP_NTZ('2025-11-12 12:00:00.500')\n",
    ],
    [
      "postgres",
      undefined,
      "\"Time\" >= '2025-11-12T00:00:00Z'\nAND \"Time\" < '2025-11-12T12:00:00.500Z'\n",
    ],
    [
      "duckdb",
      "timestamp",
      "\"Time\" >= '2025-11-12T00:00:00Z'\nAND \"Time\" < '2025-11-12T12:00:00.500Z'\n",
    ],
    ["trino", "unix", '"Time" >= 1762905600\nAND "Time" <= 1762948800\n'],
    ["sqlite", "unixnano", "`Time` >= 1762905600000000000\nAND `Time` < 1762948800500000000\n"],
    [
      "bigquery",
      "rfc3339ms",
      "`Time` >= '2025-11-12T00:00:00.000Z'\nAND `Time` < '2025-11-12T12:00:00.500Z'\n",
    ],
  ])("%s, stored as %s", (name, stored, sql) => {
    expect(sqlOf(window, name, stored)).toBe(sql);
  });

  test("Unix times are compared as they are, unless the table has another type", () => {
    const where = is("geq", 1762905600);
    expect(sqlOf(where, "bigquery")).toBe("`Time` >= 1762905600\n");
    expect(sqlOf(where, "bigquery", "timestamp")).toBe(
      "`Time` >= TIMESTAMP '2025-11-12T00:00:00Z'\n",
    );
  });

  test("only a condition of the same 'and' makes a missing time impossible", () => {
    const upper = "(`Time` < 5 OR `Time` IS NULL)";
    expect(sqlOf(is("lt", 5), "bigquery")).toBe(`${upper}\n`);
    expect(sqlOf({ or: [is("geq", 9), is("lt", 5)] }, "bigquery")).toContain(upper);
    const host = { key: "Host", operator: "eq", value: "a" };
    expect(sqlOf({ and: [host, is("lt", 5)] }, "bigquery")).toContain(upper);
    const nested = { and: [is("geq", 1), { or: [host, is("lt", 5)] }] };
    expect(sqlOf(nested, "bigquery")).toContain("OR `Time` < 5\n");
  });

  test("a value with more digits than the column", () => {
    const sql = (operator: string, value: unknown) =>
      sqlOf(is(operator, value), "postgres", "unix").trim();
    expect(sql("eq", noon)).toBe("FALSE");
    expect(sql("!eq", noon)).toBe("TRUE");
    expect(sql("lt", noon)).toBe('("Time" <= 1762948800 OR "Time" IS NULL)');
    expect(sql("leq", noon)).toBe('("Time" <= 1762948800 OR "Time" IS NULL)');
    expect(sql("gt", noon)).toBe('"Time" > 1762948800');
    expect(sql("geq", noon)).toBe('"Time" > 1762948800');
    expect(sql("in", [noon, day])).toBe('"Time" IN (1762905600)');
    expect(sql("!in", [noon, ""])).toBe('"Time" IS NOT NULL');
    const nanos = is("geq", "2025-11-12T00:00:00.000000001Z");
    expect(sqlOf(nanos, "bigquery")).toBe("`Time` > TIMESTAMP '2025-11-12T00:00:00Z'\n");
    const early = is("geq", "1969-12-31T23:59:59.9999995Z");
    expect(sqlOf(early, "bigquery")).toBe("`Time` > TIMESTAMP '1969-12-31T23:59:59.999999Z'\n");
    expect(sqlOf(nanos, "trino")).toBe("\"Time\" >= TIMESTAMP '2025-11-12 00:00:00.000000001'\n");
  });

  test.each(dialectNames)("no column is converted in %s", (name) => {
    for (const stored of timestampColumns) {
      if (stored === "any" || (stored === "timestamp" && !dialects[name].timestamp)) continue;
      for (const operator of ["eq", "!eq", "lt", "leq", "gt", "geq"])
        for (const value of [day, "", 0, 1762905600])
          expect(sqlOf(is(operator, value), name, stored)).not.toMatch(/\w\(["`]Time/);
    }
  });
});

test("a string field is compared as it is, also with an IPv6 address", () => {
  const where = { key: "Host", operator: "eq", value: "2001:8::1" };
  expect(sqlOf(where, "clickhouse")).toBe("`Host` = '2001:8::1'\n");
  expect(sqlOf(where, "duckdb")).toContain("strftime");
});

const nanos = [
  "1714557600000000000",
  "1714557600120000000",
  "1714557601000000000",
  "1704067199500000000",
].map(BigInt);
const operators = ["eq", "!eq", "lt", "leq", "gt", "geq", "in", "!in"];
const partly = ["startsWith", "!endsWith", "contains"];

/** Lines of one format, as the table stores them, and filters with values of that format. */
const tables: readonly [TimestampFormat, TimestampColumn | undefined, DialectName[]][] = [
  ["rfc3339", "timestamp", ["duckdb", "postgres"]],
  ["rfc3339ms", "timestamp", ["duckdb", "postgres"]],
  ["rfc3339ms", undefined, ["postgres"]],
  ["rfc3339", "rfc3339", ["sqlite"]],
  ["rfc3339ns", "rfc3339ns", ["sqlite"]],
  ["unix", "unix", ["duckdb", "sqlite"]],
  ["unixnano", "unixnano", ["duckdb", "sqlite"]],
];
const openers = { duckdb: openDuckdb, postgres: openPostgres, sqlite: openSqlite };

describe.each(["duckdb", "postgres", "sqlite"] as const)("%s", (name) => {
  test("keeps the lines that the evaluator keeps", async () => {
    const database: Database = await openers[name]();
    for (const [format, stored, names] of tables) {
      if (!names.includes(name)) continue;
      const written = nanos.map((it) => writeTimestamp(it, format));
      const value = (it: string) => (format.startsWith("unix") ? it : JSON.stringify(it));
      const empty = stored?.startsWith("rfc") ? ['{"Time":""}'] : [];
      const line = fc.constantFrom(...written.map((it) => `{"Time":${value(it)}}`), "{}", ...empty);
      const operand = fc.constantFrom(...written, "");
      const condition = fc
        .constantFrom(...operators, ...(stored?.startsWith("rfc") ? partly : []))
        .chain((operator) =>
          (/in$/.test(operator) ? fc.array(operand, { maxLength: 3 }) : operand).map((it) =>
            is(operator, it),
          ),
        );
      const where = fc.oneof(
        condition,
        fc.array(condition, { maxLength: 3 }).map((and) => ({ and })),
        fc.array(condition, { maxLength: 3 }).map((or) => ({ and: [{ or }, is("geq", "")] })),
      );
      const lines = fc.array(line, { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(lines, fc.array(where, { minLength: 10 }), async (all, wheres) => {
          const type = stored === "timestamp" || !stored ? "timestamp" : "time";
          await database.load(all, [{ name: "Time", type }]);
          for (const it of wheres) {
            const holds = linePredicate(read(it).test);
            const kept = all.flatMap((line, n) =>
              holds(parseExactly(line) as LogLine) ? [n] : [],
            );
            const sql = sqlOf(it, name, stored);
            const found = await database
              .kept(sql)
              .catch((error) => assert.fail(`${sql}\n${all}\n${error}`));
            assert.deepEqual(found, kept, `${format}\n${JSON.stringify(it)}\n${sql}\n${all}`);
          }
        }),
        { numRuns: times(name === "postgres" ? 1 : 2), seed: 7, endOnFailure: true },
      );
    }
    await database.close();
  }, 120_000);
});

describe("syntax", () => {
  interface Parser {
    init(): Promise<void>;
    parse(sql: string, dialect: string): { success: boolean; error?: string };
  }
  let parser: Parser;
  beforeAll(async () => {
    parser = await loadOracle("sql", "@polyglot-sql/sdk");
    await parser.init();
  }, 120_000);

  test.each(["clickhouse", "bigquery", "trino", "snowflake"] as const)("%s", (name) => {
    for (const timestamps of timestampColumns)
      for (const where of [
        { and: [is("geq", day), is("lt", noon)] },
        { or: [is("in", [day, ""]), is("!in", [noon]), is("eq", "")] },
      ]) {
        const options = { dialect: dialects[name], timestamps, count: true };
        const result = translateFilter(read(where), options);
        assert("sql" in result);
        assert.match(result.sql, /^SELECT COUNT\(\*\)\nFROM /);
        const { success, error } = parser.parse(result.sql, name);
        assert(success, `${error}\n${result.sql}`);
      }
  });
});
