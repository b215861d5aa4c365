import assert from "node:assert/strict";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import type { LogFieldType } from "../../server/src/core/log-test.ts";
import { DuckdbCounter, loadDuckdb } from "../../server/src/engines/engines.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { defaultFilterContext } from "../../server/src/lpfilter/language.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { textsIn } from "../../server/src/try/subject.ts";
import { Folder, weir } from "../support/programs/cli.ts";

/** Parquet files with columns of every type, compared with the same rows as NDJSON. DuckDB writes both. */

type FieldType = Exclude<LogFieldType, "array[object]" | "object">;
const noon = "2024-05-01 10:00:00";

/** The type of the field, the type of the column, and the repeating values of the rows. */
const columns: Readonly<Record<string, [FieldType, string, readonly (string | null)[]]>> = {
  Host: ["string", "VARCHAR", ["''", "'a'", "'é'", "'5'", "'😀\"'", null]],
  Kind: ["string", "ENUM('a', '5')", ["'a'", "'5'", null]],
  Bytes: ["string", "BLOB", ["'a'", "'5'", null]],
  DoubleText: ["string", "DOUBLE", ["0", "0.5", "5", "1e30", null]],
  IntText: ["string", "BIGINT", ["0", "5", "9007199254740993", null]],
  BoolText: ["string", "BOOLEAN", ["true", "false", null]],
  Status: ["int", "BIGINT", ["0", "5", "-3", "9007199254740992", "9007199254740993", null]],
  Unsigned: ["int", "UBIGINT", ["0", "5", "18446744073709551615", null]],
  Tiny: ["int", "TINYINT", ["-3", "0", "5", null]],
  DecimalInt: ["int", "DECIMAL(10,2)", ["0", "0.50", "4.60", "5.00", null]],
  DoubleInt: ["int", "DOUBLE", ["0", "0.5", "4.6", "5", "1e30", null]],
  Share: ["float", "DOUBLE", ["0", "0.1", "0.57", "5", "1e30", null]],
  Ratio: ["float", "FLOAT", ["0", "0.1", "5", null]],
  Decimal: ["float", "DECIMAL(10,2)", ["0", "0.10", "0.57", "5.00", null]],
  Allowed: ["bool", "BOOLEAN", ["true", "false", null]],
  Time: ["int or string", "TIMESTAMP", [`'${noon}'`, `'${noon}.12'`, `'${noon}.123456'`, null]],
  TimeZone: ["int or string", "TIMESTAMPTZ", [`'${noon}+00'`, "'2024-05-01 12:00:00.12+02'", null]],
  TimeMs: ["int or string", "TIMESTAMP_MS", [`'${noon}'`, `'${noon}.12'`, null]],
  TimeNs: [
    "int or string",
    "TIMESTAMP_NS",
    [`'${noon}'`, `'${noon}.120000001'`, `'${noon}.123456'`, null],
  ],
  TimeNumber: ["int or string", "BIGINT", ["0", "1714557600", "1714557600123456789", null]],
  Rules: ["array[string]", "VARCHAR[]", ["[]", "['a']", "['a', 'b']", "[NULL, '5']", null]],
  Scores: ["array[int]", "BIGINT[]", ["[]", "[5, 0]", "[NULL, 9007199254740993]", null]],
};

/** The operands of conditions, as JSON. */
const operands: Readonly<Record<FieldType, readonly string[]>> = {
  string: ['""', '"a"', '"5"', '"0.5"', '"9007199254740993"', '"true"'],
  int: ["0", "5", "-3", "9007199254740993"],
  float: ["0", "0.1", "0.57", "5"],
  bool: ["true"],
  // biome-ignore format: one row
  "int or string": ['"2024-05-01T10:00:00Z"', '"2024-05-01T10:00:00.120Z"', '"2024-05-01T10:00:00.123456Z"', '"2024-05-01T10:00:00.120000001Z"', '""', "0", "1714557600123456789"],
  "array[string]": ['"a"', '""'],
  "array[int]": ["5", "0", "9007199254740993"],
};

const operators: Readonly<Record<FieldType, readonly string[]>> = {
  string: ["eq", "in", "startsWith", "contains"],
  int: ["eq", "lt", "leq"],
  float: ["eq", "lt", "leq"],
  bool: ["eq"],
  "int or string": ["eq", "in", "lt", "leq", "gt", "startsWith"],
  "array[string]": ["contains"],
  "array[int]": ["contains"],
};

const filters = Object.entries(columns).flatMap(([key, [type]]) =>
  operators[type].flatMap((operator) =>
    operands[type].map((operand) => {
      const value = operator === "in" ? `[${operand}]` : operand;
      return `{ "where": { "key": "${key}", "operator": "${operator}", "value": ${value} } }`;
    }),
  ),
);

const extraFields = Object.fromEntries(Object.entries(columns).map(([key, [type]]) => [key, type]));
const context = {
  ...defaultContext,
  ...defaultFilterContext,
  extraFields: { http_requests: extraFields },
};
const texts = filters
  .flatMap((text) => textsIn({ path: "a.lpfilter", file: "/a.lpfilter", text, context }))
  .filter((it) => it.trial);
const question = { by: [], explain: false, window: undefined, print: undefined, head: undefined };

const rows = Object.entries(columns).map(([name, [, type, values]]) => {
  const list = values.map((it) => (it === null ? "NULL" : `CAST(${it} AS ${type})`)).join(", ");
  return `[${list}][i % ${values.length} + 1] AS ${name}`;
});

/** Formats each time from its parts, independently of our own code. */
const written = Object.entries(columns).flatMap(([name, [, type]]) => {
  if (!type.startsWith("TIMESTAMP")) return [];
  const nanos = `epoch_ns(${name}) % 1000000000`;
  const digits = `lpad(CAST(${nanos} AS VARCHAR), 9, '0')`;
  const fraction = `CASE WHEN ${nanos} = 0 THEN '' WHEN ${nanos} % 1000000 = 0 THEN '.' || ${digits}[:3] WHEN ${nanos} % 1000 = 0 THEN '.' || ${digits}[:6] ELSE '.' || ${digits} END`;
  return [`'2024-05-01T10:00:00' || (${fraction}) || 'Z' AS ${name}`];
});

const variants = {
  "a.parquet": "COMPRESSION snappy",
  "b.parquet": "COMPRESSION zstd, PARQUET_VERSION V2, DICTIONARY_SIZE_LIMIT 1",
  "c.parquet": "COMPRESSION gzip, DICTIONARY_SIZE_LIMIT 1",
};

let home: string;
beforeAll(async () => {
  home = await ensureOracle("duckdb");
}, 120_000);

test("columns of every type are counted like the same values in NDJSON, also with DuckDB", async () => {
  using folder = new Folder();
  const duckdb = loadDuckdb([home]);
  assert("DuckDBInstance" in duckdb);
  const connection = await (await duckdb.DuckDBInstance.create(":memory:", {})).connect();
  const place = (name: string) => join(folder.path, name);
  await connection.runAndReadAll(`CREATE TABLE t AS SELECT ${rows.join(", ")} FROM range(60) r(i)`);
  for (const [name, options] of Object.entries(variants))
    await connection.runAndReadAll(`COPY t TO '${place(name)}' (FORMAT parquet, ${options})`);
  await connection.runAndReadAll(
    `COPY (SELECT * REPLACE (${written.join(", ")}) FROM t) TO '${place("a.ndjson")}' (FORMAT json)`,
  );
  const sourceOf = (name: string) => [{ path: name, file: place(name) }];
  const keptBy = ({ counts, errors }: Awaited<ReturnType<typeof tryHere>>) => {
    assert.deepEqual(errors, []);
    return texts.map(({ subject }, at) => `${subject.text}: ${counts.results[at]?.kept}`);
  };
  const expected = keptBy(await tryHere(texts, question, sourceOf("a.ndjson")));
  expect(new Set(expected).size).toBeGreaterThan(200);
  for (const name of Object.keys(variants))
    expect(keptBy(await tryHere(texts, question, sourceOf(name)))).toEqual(expected);
  const { run } = new DuckdbCounter(duckdb, 1);
  expect(keptBy(await run(texts, question, sourceOf("a.parquet"), {}, undefined))).toEqual(
    expected,
  );
  connection.closeSync();
});

test("rows of several row groups are counted and printed in order", async () => {
  using folder = new Folder({
    "a.lpfilter":
      '{ "where": { "key": "BotScore", "operator": "in", "value": [0, 2047, 2048, 4999] } }',
  });
  const duckdb = loadDuckdb([home]);
  assert("DuckDBInstance" in duckdb);
  const connection = await (await duckdb.DuckDBInstance.create(":memory:", {})).connect();
  const file = join(folder.path, "a.parquet");
  await connection.runAndReadAll(
    `COPY (SELECT i AS BotScore FROM range(5000) r(i)) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  );
  const groups = await connection.runAndReadAll(
    `SELECT count(DISTINCT row_group_id) FROM parquet_metadata('${file}')`,
  );
  connection.closeSync();
  expect(String(groups.getRows())).toBe("3");
  const tried = ["try", "a.lpfilter", "--logs", "a.parquet"];
  const { out, err } = await weir(folder, [...tried, "--print", "kept"]);
  expect(out).toBe('{"BotScore":0}\n{"BotScore":2047}\n{"BotScore":2048}\n{"BotScore":4999}\n');
  expect(err).toContain("4 of 5,000 lines");
  const first = await weir(folder, [...tried, "--print", "dropped", "--head", "2048"]);
  expect(first.out.trimEnd().split("\n").at(-1)).toBe('{"BotScore":2050}');
});
