// Counts on an engine for the lab, which only asks it on request.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver";
import type { EnginesResult, LabEngineAnswer, Refusal } from "../../../server/src/lsp/protocol.ts";
import { removeFolders } from "../../support/folders.ts";
import { FakeClickhouse } from "../../support/programs/fake-clickhouse.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { Workbench, weirJson } from "../../support/programs/workbench.ts";
import { until } from "../../support/waiting.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }';

interface Setup {
  readonly engines?: Readonly<Record<string, object>>;
  readonly samples?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly trusted?: boolean;
  readonly answers?: Readonly<Record<string, (asked: never) => unknown>>;
}

async function start({
  engines = {},
  samples = {},
  text = errors,
  trusted = true,
  answers = {},
}: Setup) {
  const config = { ...JSON.parse(weirJson()), engines, samples };
  const bench = await Workbench.open({
    files: { "a.lpfilter": text, "weir.json": JSON.stringify(config) },
    offers: { credential: true },
    answers: { "weir/enginePassword": () => null, ...answers },
    ...(trusted ? {} : { initializationOptions: { trusted: false } }),
  });
  vi.stubEnv("XDG_CONFIG_HOME", fileURLToPath(`${bench.folder}/home`));
  vi.stubEnv("APPDATA", fileURLToPath(`${bench.folder}/home`));
  const service = fetch;
  // The engine is a server; everything else is the service in memory.
  vi.stubGlobal("fetch", (input: URL | string, init?: RequestInit) =>
    String(input).startsWith("http://127.0.0.1:8787")
      ? service(input, init)
      : realFetch(input, init),
  );
  const uri = bench.uri("a.lpfilter");
  await bench.client.open(uri, text, "lpfilter");
  const count = (args: object = {}, token?: CancellationTokenSource["token"]) =>
    bench.run<LabEngineAnswer & Refusal>(
      "weir.countOnEngine",
      { uri, engine: "lake", ...args },
      token,
    );
  return { bench, uri, count };
}

const realFetch = globalThis.fetch;
const lake = (url: string, more: object = {}) => ({
  lake: { kind: "clickhouse", url, table: "logs.http_requests", ...more },
});

test("the engines and buckets of weir.json are listed without a request", async () => {
  const engines = {
    ...lake("https://ch.example.com:8443"),
    explorer: { kind: "log-explorer" },
    bq: { kind: "command", dialect: "bigquery", table: "a.b", command: ["bq", "query"] },
  };
  const samples = { http_requests: "s3://logs/http", dns_logs: "a.ndjson" };
  const { bench, uri } = await start({ engines, samples });
  const found = await bench.run<EnginesResult>("weir.engines", { uri });
  expect(found.buckets).toEqual([{ dataset: "http_requests", path: "s3://logs/http" }]);
  expect(found.engines).toEqual([
    { name: "lake", about: "ClickHouse, logs.http_requests on ch.example.com:8443" },
    { name: "explorer", about: "Log Explorer", needsTimes: true },
    { name: "bq", about: "Command, bq, a.b" },
  ]);
  expect(bench.sent).toEqual([]);
});

test("a text is counted with its conditions, in a time window", async () => {
  await using server = await FakeClickhouse.start();
  const { count } = await start({ engines: lake(server.url) });
  const answer = await count({ hours: 24 });
  expect(answer).toMatchObject({
    resource: "filter",
    scope: { lines: 1000, bytes: null },
    result: { kept: 40, keptBytes: null, undetermined: 0, missing: "" },
    tree: {
      holds: 40,
      decides: 1000,
      keeps: 40,
      label: expect.stringContaining("EdgeResponseStatus geq 500"),
    },
    engine: { name: "lake", scannedBytes: expect.any(Number) },
  });
  const { since = 0, until: end = 0 } = answer.scope.window ?? {};
  expect(end - since).toBe(24 * 3_600_000);
  expect(answer.engine.statements).toEqual(server.counted);
  expect(server.counted[0]).toContain("`EdgeStartTimestamp` >= ");
  expect((await count()).scope.window).toBeUndefined();
});

test("what cannot be counted is refused in the words of the engine, or with our reason", async () => {
  await using server = await FakeClickhouse.start();
  const { bench, uri, count } = await start({ engines: lake(server.url) });
  server.refusal = "Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)";
  expect(await count()).toEqual({ refusal: `ClickHouse: ${server.refusal}` });
  expect(await count({ engine: "other" })).toEqual({
    refusal: "Unknown engine 'other'. Add it to 'engines' in 'weir.json'.",
  });
  await bench.client.change(uri, 2, { text: '{ "where": { "key": "EdgeResponseStatus" } }' });
  expect((await count()).refusal).toMatch(/\w/);
});

test("a canceled count ends the query on the engine", async () => {
  await using server = await FakeClickhouse.start();
  const { count } = await start({ engines: lake(server.url) });
  server.isSlow = true;
  const source = new CancellationTokenSource();
  const counting = count({}, source.token);
  await until(() => server.counted.length === 1);
  source.cancel();
  await counting.catch(() => undefined);
  await until(() => server.killed === 1);
});

test("the client's password is used for its own origin and user only, and never shown", async () => {
  await using server = await FakeClickhouse.start();
  server.password = "of-reader";
  let handed: object | null = null;
  const asked: unknown[] = [];
  const answers = {
    "weir/enginePassword": (params: object) => {
      asked.push(params);
      return handed;
    },
  };
  // The environment of the editor is not used.
  vi.stubEnv("WEIR_ENGINE_LAKE_URL", server.url);
  vi.stubEnv("WEIR_ENGINE_LAKE_PASSWORD", "of-reader");
  const { count } = await start({ engines: lake(server.url, { user: "reader" }), answers });
  const login = { origin: server.url, user: "reader" };
  const refused = { refusal: expect.stringContaining("Authentication failed"), password: login };
  expect(await count({ run: "run-1" })).toEqual(refused);
  expect(asked).toEqual([{ ...login, run: "run-1" }]);
  for (const other of [{ origin: "https://other.example.com" }, { user: "root" }]) {
    handed = { ...login, password: "of-reader", ...other };
    expect(await count()).toEqual(refused);
  }
  expect(server.asked.filter((it) => it.password !== undefined)).toEqual([]);
  handed = { ...login, password: "of-reader" };
  server.refusal = "The server says of-reader.";
  expect(await count()).toEqual({ refusal: "ClickHouse: The server says …." });
  server.refusal = undefined;
  expect(await count()).toMatchObject({ result: { kept: 40 } });
});

test("a command runs only after the user agreed to its words, which are remembered as a hash", async () => {
  const words = ["node", "-e", "console.log('[{\"EdgeResponseStatus\":1}]')"];
  const engines = { lake: { kind: "command", dialect: "duckdb", table: "t", command: words } };
  const asked: unknown[] = [];
  let answer = "no";
  const answers = {
    "weir/agreeToCommand": (params: object) => {
      asked.push(params);
      return answer;
    },
  };
  const { bench, count } = await start({ engines, answers });
  const file = join(fileURLToPath(`${bench.folder}/home`), "weir", "agreed");
  expect(await count()).toEqual({
    refusal: "You did not agree to the command, so nothing was run.",
  });
  expect(existsSync(file)).toBe(false);
  answer = "yes";
  // It ran: its rows are no counts.
  expect((await count()).refusal).toBe("The engine's answer has no column 'line'.");
  expect((await count()).refusal).toBe("The engine's answer has no column 'line'.");
  expect(asked).toEqual([
    { engine: "lake", words },
    { engine: "lake", words },
  ]);
  expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
});

test("Log Explorer counts with the profile's credential, in a time range", async () => {
  const engines = { lake: { kind: "log-explorer" } };
  const answers = { "weir/credential": () => null };
  const { bench, count } = await start({ engines, answers });
  expect((await count()).refusal).toMatch(/^Log Explorer needs a time range\./);
  expect(bench.sent).toEqual([]);
  expect(await count({ hours: 1 })).toMatchObject({
    scope: { lines: expect.any(Number), window: expect.anything() },
    engine: { name: "lake", scannedBytes: null },
  });
  expect(bench.sent.length).toBeGreaterThan(0);
});

test("an untrusted workspace has no engines, and none is asked", async () => {
  await using server = await FakeClickhouse.start();
  const { bench, uri, count } = await start({ engines: lake(server.url), trusted: false });
  const refused = { refusal: expect.stringMatching(/^This workspace is not trusted/) };
  expect(await bench.run("weir.engines", { uri })).toEqual(refused);
  expect(await count()).toEqual(refused);
  expect(server.asked).toEqual([]);
});
