/** Every kind of engine behind a stand-in that misbehaves: an error in its own words and ours, and nothing is counted in part. */
import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import type { Io } from "../../server/src/cli/io.ts";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { triedRows, triedScript } from "../support/programs/tried-rows.ts";

const filter = `// @dataset http_requests
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }`;
const baseUrl = "http://127.0.0.1:8787/client/v4";
const good = { n: 10, has_0: 10, kept_0: 3, dropped_0: 7 };
const field = "EdgeResponseStatus";

type Rows = readonly Readonly<Record<string, unknown>>[];
type Counted = () => Response | Promise<Response>;

interface Kind {
  readonly settings: object;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** Files beside, such as the client of a stand-in. */
  files?(rows: Rows): Record<string, string>;
  /** The rows as the answer to a statement that counts. */
  answer?(rows: Rows): Response;
  /** A server that answers everything but that statement. */
  server?(counted: Counted): typeof fetch;
}

const bodyOf = (init: RequestInit | undefined) => String(init?.body ?? "");
const isCounting = (sql: string) => /count\(\*\) AS n/i.test(sql);

const trinoRows = (rows: Rows) => {
  const names = Object.keys(rows[0] ?? good);
  return {
    id: "q",
    columns: names.map((name) => ({ name, type: "bigint" })),
    data: rows.map((it) => names.map((name) => it[name])),
  };
};

const script = (rows: Rows) =>
  `let s="";process.stdin.on("data",d=>s+=d).on("end",()=>console.log(JSON.stringify(${triedScript}||(/LIMIT 1/.test(s)?[{${field}:1}]:${JSON.stringify(rows)}))))`;

/** The client of PostgreSQL is a package beside Weir, so that is what is replaced. */
const client = (rows: Rows) =>
  `module.exports = () => ({ end: async () => {}, unsafe: (sql) => ({ simple: () => Object.assign(Promise.resolve(Object.assign(
  ${triedScript.replaceAll("(s)", "(sql)").replace("s.match", "sql.match")} || (/server_version/.test(sql) ? [{ server_version: "16.1" }] : /LIMIT 0/.test(sql) ? [] : ${JSON.stringify(rows)}),
  { columns: [{ name: "${field}", type: 23 }] })), { cancel() {} }) }) });`;

const kinds: Readonly<Record<string, Kind>> = {
  clickhouse: {
    settings: { kind: "clickhouse", url: "https://ch.example.com", table: "http_requests" },
    answer: (rows) => Response.json({ data: rows }),
    server: (counted) => async (_, init) => {
      const sql = bodyOf(init);
      if (isCounting(sql)) return counted();
      const rows = sql.startsWith("DESCRIBE") ? [{ name: field, type: "Int32" }] : [{ v: "24.3" }];
      return Response.json({ data: triedRows(sql) ?? rows });
    },
  },
  trino: {
    settings: { kind: "trino", url: "https://trino.example.com", table: "http_requests" },
    answer: (rows) => Response.json(trinoRows(rows)),
    server: (counted) => async (_, init) => {
      if (isCounting(bodyOf(init))) return counted();
      const known = triedRows(bodyOf(init));
      if (known) return Response.json(trinoRows(known));
      return Response.json({ id: "q", columns: [{ name: field, type: "integer" }], data: [] });
    },
  },
  "log-explorer": {
    settings: { kind: "log-explorer" },
    args: ["--since", "1h"],
    env: { WEIR_API_TOKEN: defaults.token, WEIR_BASE_URL: baseUrl },
    answer: (rows) => Response.json({ result: rows, success: true, errors: [], messages: [] }),
    server: (counted) => {
      const emulator = createEmulator();
      return async (input, init) =>
        isCounting(bodyOf(init)) ? counted() : emulator.fetch(input, init);
    },
  },
  postgres: {
    settings: { kind: "postgres", url: "postgres://db.example.com/logs", table: "http_requests" },
    files: (rows) => ({
      "client/node_modules/postgres/package.json": '{ "name": "postgres", "main": "index.js" }',
      "client/node_modules/postgres/index.js": client(rows),
    }),
  },
  command: { settings: { kind: "command", dialect: "sqlite", table: "http_requests" } },
};

async function tried(name: string, rows: Rows, counted?: Counted, more: readonly string[] = []) {
  const { settings, args = [], env = {}, answer, server, files } = kinds[name] as Kind;
  const words = [process.execPath, "-e", script(rows)];
  const isCommand = name === "command";
  using folder = new Folder({
    "a.lpfilter": filter,
    ...files?.(rows),
    "weir.json": JSON.stringify({
      profiles: { p: { baseUrl, zone: defaults.zone } },
      engines: { lake: { ...settings, ...(isCommand && { command: words }) } },
    }),
  });
  const agreed = isCommand ? ["--engine-command", words.map((it) => `'${it}'`).join(" ")] : [];
  const io: Partial<Io> = {
    env: { PATH: process.env.PATH ?? "", WEIR_POSTGRES: `${folder.path}/client`, ...env },
    ...(server && { fetch: server(counted ?? (() => answer?.(rows) ?? Response.error())) }),
  };
  const all = ["try", "a.lpfilter", "--engine", "lake", ...args, ...agreed, ...more];
  return await weir(folder, [...all, "--format", "json"], "", io);
}

const row = (more: object): Rows => [{ ...good, ...more }];

/** Log Explorer is not asked how many lines are dropped. */
const lies: readonly (readonly [string, Rows, RegExp])[] = [
  ["no rows", [], /answered with 0 rows instead of one/],
  ["several rows", [good, good], /answered with 2 rows instead of one/],
  ["other columns", [{ x: 1 }], /has no column '(n|has_0)'/],
  ["a text", row({ kept_0: "many" }), /"many" instead of a count/],
  ["nothing", row({ kept_0: null }), /"null" instead of a count/],
  ["a fraction", row({ kept_0: 1.5 }), /"1.5" instead of a count/],
  ["a negative count", row({ kept_0: -3 }), /"-3" instead of a count/],
  ["a negative count as text", row({ kept_0: "-3" }), /"-3" instead of a count/],
  ["a count beyond all integers", row({ n: "99999999999999999999" }), /instead of a count/],
  ["an object", row({ kept_0: { value: 3 } }), /instead of a count/],
  ["more than there are", row({ kept_0: 11 }), /counted 11 of 10 lines, which cannot be/],
];

describe.each(Object.keys(kinds))("%s", (name) => {
  test("counts may be text", async () => {
    const { out, err } = await tried(name, [{ n: "10", has_0: "10", kept_0: "3", dropped_0: "7" }]);
    expect(JSON.parse(out || `{"results":["${err}"]}`).results[0]).toMatchObject({ kept: 3 });
  });

  test.each(lies)("%s", async (_, rows, message) => {
    const { out, err, status } = await tried(name, rows);
    expect(out).toContain(`"error": `);
    assert.equal(status, 2);
    expect(err).toMatch(/^weir: Engine 'lake': /);
    expect(err).toMatch(message);
  });
});

// biome-ignore format: one row each
test.each<[string, readonly string[], RegExp]>([
  ["fewer lines than it counted", ["--print", "kept"], /gave back 1 of 3 lines/],
  ["other columns", ["--print", "kept", "--head", "1"], /no column 'f0'/],
])("an engine that gives back %s", async (_, more, message) => {
  const { out, err, status } = await tried("clickhouse", [good], undefined, more);
  expect({ out, status }).toEqual({ out: expect.stringContaining(`"error": `), status: 2 });
  expect(err).toMatch(message);
});

test("more lines than an engine gives back are not printed", async () => {
  const rows = row({ n: 300_000, has_0: 300_000, kept_0: 200_000, dropped_0: 100_000 });
  const { err, status } = await tried("clickhouse", rows, undefined, ["--print", "kept"]);
  expect(status).toBe(2);
  expect(err).toContain("200,000 lines would be printed; an engine gives back at most 100,000.");
});

const failed = (code: string, message: string) => () =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) }),
  );
const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (it) => {
        it.enqueue(new TextEncoder().encode('{"data":[{"n":1'));
        it.error(new Error("socket hang up"));
      },
    }),
  );
const endless = () =>
  new Response(
    new ReadableStream({ pull: (it) => it.enqueue(new Uint8Array(4 * 1024 * 1024).fill(32)) }),
  );

describe.each(Object.entries(kinds).flatMap(([name, it]) => (it.server ? [name] : [])))(
  "%s over HTTP",
  (name) => {
    // biome-ignore format: one row each
    test.each<[string, Counted, RegExp]>([
      ["is down", failed("ECONNREFUSED", "connect ECONNREFUSED"), /Cannot (reach|connect)|ECONNREFUSED|refused/],
      ["is slow", failed("UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error"), /in time|did not respond|Timeout/i],
      ["answers with a page", () => new Response("<html><title>Sign in</title>"), /not JSON|Cannot parse/],
      ["refuses", () => new Response("Code: 241. DB::Exception: Memory limit", { status: 500 }), /Memory limit|failed \(500\)/],
      ["redirects", () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }), /redirect/],
      ["is cut off", cutOff, /cut off|hang up|closed|interrupted/i],
      ["never ends", endless, /larger than 64 MB/],
      ["is empty", () => new Response(""), /it is empty|Cannot parse/],
    ])("%s", async (_, counted, message) => {
      const { out, err, status } = await tried(name, [good], counted);
      expect(out).toContain(`"error": `);
      assert.equal(status, 2);
      expect(err).toMatch(/^weir: Engine 'lake': /);
      expect(err).toMatch(message);
    });
  },
);
