/** `weir review` on lines that an engine gives back counts as on files. */
import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { Columns } from "../../server/src/engines/columns.ts";
import { connectionTo, withDuckdb } from "../../server/src/engines/duckdb/connection.ts";
import { asColumn } from "../../server/src/engines/duckdb/duckdb.ts";
import { tableOf } from "../../server/src/engines/duckdb/table.ts";
import { loadDuckdb } from "../../server/src/engines/engines.ts";
import { typeOfLog } from "../../server/src/engines/requests.ts";
import { duckdb as dialect } from "../../server/src/sql/dialects/duckdb.ts";
import { ruleColumns } from "../sql/rule-samples.ts";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { triedRows } from "../support/programs/tried-rows.ts";
import { change, expression, listsJson, oddLine } from "./changes.ts";
import { narrowedBy } from "./narrowed.ts";

let duckdb: string;
beforeAll(async () => {
  duckdb = await ensureOracle("duckdb");
}, 120_000);

test("DuckDB leaves out no line that a rule may match", { timeout: 120_000 }, async () => {
  using folder = new Folder();
  const loaded = loadDuckdb([duckdb]);
  assert("DuckDBInstance" in loaded);
  const columns = [
    { name: "Id", type: "int" as const, isLong: false },
    ...ruleColumns.map(({ name }) => ({ name, type: typeOfLog(name), isLong: false })),
  ];
  const lines = fc.array(oddLine, { minLength: 60, maxLength: 60 });
  const rules = fc.array(expression, { minLength: 20, maxLength: 20 });
  const cases = fc.sample(fc.tuple(lines, rules), { numRuns: times(3, 60), seed: 4 });
  let narrowed = 0;
  await withDuckdb(loaded, 1, {}, async (connection) => {
    for (const [all, texts] of cases) {
      folder.write("a.ndjson", all.map((it, id) => it.replace("{", `{"Id":${id},`)).join("\n"));
      const source = { path: "a.ndjson", file: join(folder.path, "a.ndjson") };
      const asked = { columns, values: columns.map((it) => it.name), times: [] };
      const table = connectionTo(await tableOf(source, asked, connection), dialect, connection);
      const found = await narrowedBy(texts, all, table, new Columns(columns.map(asColumn)));
      expect(found.lost).toEqual([]);
      narrowed += found.narrowed;
    }
  });
  expect(narrowed).toBeGreaterThan(5 * times(1, 60));
});

test("random changes on odd lines, with DuckDB", { timeout: 120_000 }, async () => {
  using folder = new Folder({ "weir.json": JSON.stringify(listsJson) });
  const env = { WEIR_DUCKDB: duckdb };
  const lines = fc.array(oddLine, { minLength: 30, maxLength: 60 });
  for (const [{ before, after }, all] of fc.sample(fc.tuple(change, lines), {
    numRuns: times(1),
    seed: 3,
  })) {
    folder.write("before.json", before);
    folder.write("after.json", after);
    folder.write("a.ndjson", `${all.join("\n")}\n`);
    const args = ["review", "before.json", "after.json", "--logs", "a.ndjson", "--format", "json"];
    const [there, here] = [
      await weir(folder, [...args, "--engine", "duckdb"], "", { env }),
      await weir(folder, args),
    ];
    assert.deepEqual([there.status, here.status], [0, 0], there.err);
    const { engine, ...rest } = JSON.parse(there.out);
    expect(engine).toMatchObject({ name: "duckdb", kind: "duckdb", scannedBytes: null });
    expect(rest).toEqual(JSON.parse(here.out));
  }
});

/** A stand-in of ClickHouse, which answers the count and then the requests. */
function clickhouse(count: object, requests: readonly object[] | Response): typeof fetch {
  const described = ["ClientRequestHost", "ClientIP"].map((name) => ({ name, type: "String" }));
  return async (_, init) => {
    const sql = String(init?.body);
    const tried = triedRows(sql);
    if (tried) return Response.json({ data: tried });
    if (sql.includes("GROUP BY") && requests instanceof Response) return requests;
    const data = sql.includes("GROUP BY")
      ? requests
      : sql.startsWith("DESCRIBE")
        ? described
        : sql.includes("version()")
          ? [{ v: "24.3" }]
          : [count];
    return Response.json({ data });
  };
}

const ruleset = (expression: string) =>
  JSON.stringify({
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: [{ ref: "admin", action: "block", expression, enabled: true }],
  });

async function onLake(fetch: typeof globalThis.fetch, expression: string, ...args: string[]) {
  using folder = new Folder({
    "before.json": ruleset('http.host eq "a.example"'),
    "after.json": ruleset(expression),
    "weir.json": JSON.stringify({
      engines: {
        lake: { kind: "clickhouse", url: "https://ch.example.com", table: "http_requests" },
      },
    }),
  });
  const engine = args.includes("--engine") ? [] : ["--engine", "lake"];
  const all = ["review", "before.json", "after.json", ...engine, ...args];
  return await weir(folder, all, "", { env: {}, fetch });
}

const counts = { n: "10", may_match: "3" };
const back = (n: unknown) => ({ f0: "b.example", n });
const wider = 'http.host in {"a.example" "b.example"}';

test("counts may be text, and equal requests arrive once", async () => {
  const { out, err, status } = await onLake(clickhouse(counts, [back("3")]), wider);
  expect({ err, status }).toEqual({ err: "", status: 0 });
  expect(out).toContain("allow → block   3 of 10 (30%)");
  expect(out).toContain("http.host: b.example (3)");
  expect(out).toMatch(/\ncounted by 'lake' in [\d.]+ s\n$/);
});

test("lines that arrive meanwhile count in both", async () => {
  const { out } = await onLake(clickhouse(counts, [back(4)]), wider);
  expect(out).toContain("allow → block   4 of 11 (36%)");
});

test("what all lines are needed for is said", async () => {
  const sent = 'http.request.headers["x"][0] eq "a"';
  const { err, status } = await onLake(clickhouse(counts, [back(3)]), sent);
  expect({ err, status }).toEqual({
    err: "weir: Engine 'lake' gave all lines back. 'admin': 'http.request.headers[…]' cannot be read from columns.\n",
    status: 0,
  });
});

const many = new Response(`{"data":[${'{"f0":"","n":1},'.repeat(200_000)}{"f0":"","n":1}]}`);
const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (it) => {
        it.enqueue(new TextEncoder().encode('{"data":[{"f0":'));
        it.error(new Error("socket hang up"));
      },
    }),
  );

// biome-ignore format: one row each
test.each<[string, object, readonly object[] | Response, RegExp]>([
  ["gives back fewer lines than it counted", counts, [back(2)], /gave back 2 of 3 lines, so nothing was counted/],
  ["gives back none", counts, [], /gave back 0 of 3 lines/],
  ["gives back too many", { n: 300_000, may_match: 250_000 }, many, /250,000 lines may match .* more than 200,000 different requests.* '--since 1h'/],
  ["gives back other columns", counts, [{ x: 1, n: 3 }], /no column 'f0'/],
  ["gives back no counts", counts, [{ f0: "" }], /no column 'n'/],
  ["counts more than there are", { n: 1, may_match: 3 }, [back(3)], /do not add up/],
  ["counts a text", { n: "many", may_match: 3 }, [back(3)], /"many" instead of a count/],
  ["is cut off", counts, cutOff(), /cut off/],
  ["refuses", counts, new Response("Code: 241. DB::Exception: Memory limit", { status: 500 }), /Memory limit/],
])("an engine that %s", async (_, count, requests, message) => {
  const { out, err, status } = await onLake(clickhouse(count, requests), wider);
  expect({ out, status }).toEqual({ out: "", status: 2 });
  expect(err).toMatch(/^weir: Engine 'lake': /);
  expect(err).toMatch(message);
});

test("a dry run prints the statements", async () => {
  const { out, status } = await onLake(clickhouse(counts, []), wider, "--dry-run");
  expect(status).toBe(0);
  expect(out).toMatch(
    /^-- reads about 0 rows\nSELECT count\(\*\) AS n,\n[\s\S]*GROUP BY[\s\S]*;\n$/,
  );
});

// biome-ignore format: one row each
test.each<[string[], string]>([
  [["--logs", "a.ndjson"], "'--engine lake' counts the lines of its table. Omit '--logs'."],
  [["--engine", "other"], "Unknown engine 'other'."],
  [["--engine", "duckdb"], "Missing logs. Use '--logs PATHS'."],
  [["--engine", "duckdb", "--logs", "-"], "'--engine duckdb' reads files only."],
  [["--since", "yesterday"], "'--since'"],
])("%j is refused", async (args, message) => {
  const { out, err, status } = await onLake(clickhouse(counts, []), wider, ...args);
  expect({ out, status }).toEqual({ out: "", status: 2 });
  expect(err).toContain(message);
});

test.each(["--since=1h", "--dry-run", "--engine-command=bq"])(
  "%s needs an engine",
  async (flag) => {
    using folder = new Folder({ "before.json": ruleset("true"), "after.json": ruleset("false") });
    const { err, status } = await weir(folder, ["review", "before.json", "after.json", flag]);
    expect(status).toBe(2);
    expect(err).toContain("needs '--engine NAME'");
  },
);
