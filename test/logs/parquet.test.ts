import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

/** Three rows, the last with nulls only; written by DuckDB with zstd. */
const parquet = readFileSync(join(import.meta.dirname, "fixtures/http_requests.parquet"));
const filter = `{ "where": { "or": [
  { "key": "BotTags", "operator": "contains", "value": "x" },
  { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
  { "key": "CacheReserveUsed", "operator": "eq", "value": true } ] } }`;

test("Parquet: values of all types, nulls, and times", async () => {
  using folder = new Folder({ "a.lpfilter": filter, "a.parquet": parquet });
  const args = ["--by", "EdgeStartTimestamp", "--since", "2025-11-12", "--format", "json"];
  const { out, status } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.parquet", ...args]);
  const { logs, results } = JSON.parse(out);
  expect(status).toBe(0);
  expect(logs).toMatchObject({ lines: 2, outside: 1, unreadable: 0 });
  expect(results[0]).toMatchObject({
    kept: 2,
    by: {
      EdgeStartTimestamp: {
        kept: [
          ["2025-11-12T13:00:00Z", 1],
          ["2025-11-12T13:00:01Z", 1],
        ],
      },
    },
  });
});

test("Parquet: printed rows have all fields", async () => {
  using folder = new Folder({ "a.lpfilter": filter, "a.parquet": parquet });
  const { out } = await weir(folder, [
    "try",
    "a.lpfilter",
    "--logs",
    "a.parquet",
    "--print",
    "kept",
  ]);
  const rows = out
    .trim()
    .split("\n")
    .map((it) => JSON.parse(it));
  expect(rows).toMatchObject([
    { ClientRequestPath: "/a", BotTags: ["x", "y"] },
    { ClientRequestPath: "/login" },
  ]);
});

test("Parquet: a missing column is reported, and leaves lines undetermined", async () => {
  const other = '{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "" } }';
  using folder = new Folder({ "a.lpfilter": other, "a.parquet": parquet });
  const { out, err, status } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.parquet"]);
  expect([status, err]).toEqual([0, ""]);
  expect(out).toContain("keeps 0–100%: 0 to 3 of 3 lines");
  expect(out).toContain("missing in the logs: ClientRequestHost");
});

test("columns that only other files have are reported in one line; for a rule, only those it needs", async () => {
  const condition = (key: string) => ({ key, operator: "eq", value: "" });
  using folder = new Folder({
    "a.lpfilter": JSON.stringify({ where: { or: [condition("JA4"), condition("RayID")] } }),
    "a.cfrule": 'http.host eq ""',
    "a.parquet": parquet,
    "b.csv": "EdgeResponseStatus,JA4,RayID\n500,x,\n",
  });
  const { err } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.parquet", "b.csv"]);
  expect(err).toBe(
    "weir: a.parquet: No line has 'JA4', 'RayID'; what depends on them is undetermined.\n",
  );
  const rule = await weir(folder, ["try", "a.cfrule", "--logs", "a.parquet"]);
  expect([rule.err, rule.out]).toEqual(["", expect.stringContaining("http.host")]);
});

/** Three rows in two row groups after an empty one; three columns of nulls. Written by Arrow with LZ4, whose dictionaries are empty. */
const nulls = readFileSync(join(import.meta.dirname, "fixtures/nulls-lz4.parquet"));

test("Parquet: columns of nulls, empty row groups, and U+FEFF at the start of a string", async () => {
  const empty = (key: string) => ({ key, operator: "eq", value: "" });
  using folder = new Folder({
    "a.lpfilter": JSON.stringify({ where: empty("ClientRequestPath") }),
    "b.lpfilter": filter,
    "a.parquet": nulls,
  });
  const args = ["try", ".", "--logs", "a.parquet", "--by", "RayID", "--format", "json"];
  const { out, status } = await weir(folder, args);
  const { logs, results } = JSON.parse(out);
  expect([status, logs.lines, logs.unreadable]).toEqual([0, 3, 0]);
  expect(results.map((it: { kept: number }) => it.kept)).toEqual([3, 0]);
  expect(results[0].by.RayID.kept).toEqual([
    ["b", 1],
    ["\ufeff", 1],
    ["\ufeffa", 1],
  ]);
});

test("a corrupt Parquet file is one error, and the other files are counted", async () => {
  using folder = new Folder({
    "a.lpfilter": filter,
    "a.parquet": parquet.subarray(0, 400),
    "b.ndjson": '{"EdgeResponseStatus":500}\n',
  });
  const { out, err, status } = await weir(folder, ["try", "a.lpfilter", "--logs", "."]);
  expect(err).toMatch(/^weir: a\.parquet: Invalid Parquet file\. .*\n$/);
  expect([status, out]).toEqual([2, expect.stringContaining("1 of 1 line")]);
});
