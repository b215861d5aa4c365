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

test("Parquet: a missing column is named, and treated as empty", async () => {
  const other = '{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "" } }';
  using folder = new Folder({ "a.lpfilter": other, "a.parquet": parquet });
  const { out, err, status } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.parquet"]);
  expect(err).toBe("weir: a.parquet: No column 'ClientRequestHost'; its values count as empty.\n");
  expect([status, out]).toEqual([0, expect.stringContaining("3 of 3 lines")]);
});

test("several missing columns are reported in one line; for a rule, only those it needs", async () => {
  const condition = (key: string) => ({ key, operator: "eq", value: "" });
  using folder = new Folder({
    "a.lpfilter": JSON.stringify({ where: { or: [condition("JA4"), condition("RayID")] } }),
    "a.cfrule": 'http.host eq ""',
    "a.parquet": parquet,
    "b.csv": "EdgeResponseStatus,JA4\n500,x\n",
  });
  const { err } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.parquet", "b.csv"]);
  expect(err).toBe(
    "weir: a.parquet: No columns 'JA4', 'RayID'; their values count as empty.\n" +
      "weir: b.csv: No column 'RayID'; its values count as empty.\n",
  );
  const rule = await weir(folder, ["try", "a.cfrule", "--logs", "a.parquet"]);
  expect([rule.err, rule.out]).toEqual(["", expect.stringContaining("http.host")]);
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
