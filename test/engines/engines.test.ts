import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import type { Column } from "../sql/databases.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { loadClickhouse, postgresScript } from "./samples.ts";
import {
  hasClickhouse,
  hasPostgres,
  type Server,
  startClickhouse,
  startPostgres,
} from "./servers.ts";

const columns: readonly Column[] = [
  { name: "ClientRequestHost", type: "string" },
  { name: "ClientRequestPath", type: "string" },
  { name: "ClientCountry", type: "string" },
  { name: "EdgeResponseStatus", type: "int" },
  { name: "EdgeStartTimestamp", type: "time" },
  { name: "BotScore", type: "int" },
  { name: "WorkerSubrequest", type: "bool" },
  { name: "ParentRayID", type: "string" },
  { name: "ClientRequestUserAgent", type: "string" },
];

/** Lines with values that are missing, null and empty. */
const lines = Array.from({ length: 200 }, (_, n) => {
  const second = String(n % 60).padStart(2, "0");
  return JSON.stringify({
    ClientRequestHost: ["a.example", "b.example", "it's", ""][n % 4],
    ...(n % 7 !== 0 && { ClientRequestPath: ["/login", "/", "/a?b"][n % 3] }),
    ClientCountry: n % 11 === 0 ? null : ["de", "fr"][n % 2],
    EdgeResponseStatus: [200, 404, 500, 503, 0][n % 5],
    EdgeStartTimestamp: `2025-11-12T13:0${n % 3}:${second}Z`,
    ...(n % 13 !== 0 && { BotScore: n % 100 }),
    WorkerSubrequest: n % 17 === 0,
    ParentRayID: n % 19 === 0 ? "8a1" : "00",
    ClientRequestUserAgent: null,
  });
});

const files = {
  "errors.lpfilter": `// @dataset http_requests
{ "where": { "and": [
  { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
  { "or": [ { "key": "ClientRequestHost", "operator": "eq", "value": "it's" },
            { "key": "ClientRequestPath", "operator": "!startsWith", "value": "/a" } ] } ] } }`,
  "missing.lpfilter": `// @dataset http_requests
{ "where": { "or": [
  { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
  { "key": "ClientRequestUserAgent", "operator": "eq", "value": "" },
  { "key": "EdgeResponseStatus", "operator": "eq", "value": 200 } ] } }`,
  "job.lpjob": `{ "name": "a", "dataset": "http_requests", "destination_conf": "s3://logs/x?region=eu-west-1", "sample_rate": 0.5,
  "filter": "{\\"where\\":{\\"key\\":\\"ClientCountry\\",\\"operator\\":\\"!eq\\",\\"value\\":\\"de\\"}}" }`,
  "rule.cfrule": `not (http.host eq "a.example" xor cf.bot_management.score lt 30) and http.response.code ne 404`,
  "path.cfrule": 'http.request.uri.path ne "/"',
  "unknown.cfrule": 'http.host eq "a.example" or $blocked contains "x" or ip.src in $blocked',
  "main.tf": `resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [
    { action = "log", expression = "http.host eq \\"a.example\\"" },
    { action = "block", expression = "cf.bot_management.score lt 30" },
    { action = "skip", expression = "ip.src.country eq \\"DE\\"", enabled = false },
    { action = "challenge", expression = "http.response.code ge 500" },
    { action = "managed_challenge", expression = "http.host ne \\"\\"" },
  ]
}`,
  "before.json": ruleset(
    ["host", 'http.host eq "a.example"', "log"],
    ["bots", "cf.bot_management.score lt 30", "managed_challenge"],
    ["login", 'http.request.uri.path eq "/login" and http.response.code ge 500', "block"],
    ["de", 'ip.src.country eq "DE"', "block"],
  ),
  "after.json": ruleset(
    ["host", 'http.host eq "a.example"', "log"],
    ["login", 'http.request.uri.path eq "/login" and http.response.code ge 404', "block"],
    ["bots", 'cf.bot_management.score lt 30 and http.host ne "it\'s"', "managed_challenge"],
    ["de", 'ip.src.country eq "DE"', "block"],
  ),
  "logs.ndjson": `${lines.join("\n")}\n`,
};

function ruleset(...rules: readonly (readonly [string, string, string])[]): string {
  return JSON.stringify({
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: rules.map(([ref, expression, action]) => ({ ref, expression, action, enabled: true })),
  });
}

const like = (pattern: RegExp) => expect.stringMatching(pattern);

interface Engine {
  readonly name: string;
  readonly isThere: boolean;
  readonly start: () => Promise<{
    server?: Server;
    settings?: object;
    env: Record<string, string>;
    /** How it is asked, if not by the name `lake`. */
    args?: readonly string[];
    /** Arguments that it needs, and that files get, too. */
    also?: readonly string[];
    weirJson?: object;
    fetch?: typeof fetch;
  }>;
}

const engines: readonly Engine[] = [
  {
    name: "postgres",
    isThere: hasPostgres,
    async start() {
      const server = await startPostgres();
      server.run(postgresScript("http_requests", { columns, lines }));
      return {
        server,
        settings: { kind: "postgres", url: server.url, table: "http_requests" },
        env: {
          WEIR_ENGINE_LAKE_URL: server.url,
          WEIR_ENGINE_LAKE_PASSWORD: "of-postgres",
          WEIR_POSTGRES: await ensureOracle("postgres"),
        },
      };
    },
  },
  {
    name: "clickhouse, two shards",
    isThere: hasClickhouse,
    async start() {
      const server = await startClickhouse();
      const { url } = server;
      await loadClickhouse("http_requests", { columns, lines }, server);
      return {
        server,
        settings: { kind: "clickhouse", url, table: "default.http_requests", user: "reader" },
        env: { WEIR_ENGINE_LAKE_URL: url, WEIR_ENGINE_LAKE_PASSWORD: "of-reader" },
      };
    },
  },
  {
    name: "duckdb",
    isThere: true,
    start: async () => ({
      env: { WEIR_DUCKDB: await ensureOracle("duckdb") },
      args: ["--engine", "duckdb", "--logs", "logs.ndjson"],
    }),
  },
  {
    name: "log-explorer",
    isThere: true,
    async start() {
      const baseUrl = "http://127.0.0.1:8787/client/v4";
      const { fetch } = createEmulator({ lines: () => lines.map((it) => JSON.parse(it)) });
      return {
        fetch,
        env: { WEIR_API_TOKEN: defaults.token, WEIR_BASE_URL: baseUrl },
        settings: { kind: "log-explorer", profile: "p" },
        weirJson: { profiles: { p: { baseUrl, zone: defaults.zone } } },
        also: ["--since", "2025-11-12T00:00:00Z", "--until", "2025-11-13T00:00:00Z"],
      };
    },
  },
];

describe.each(engines)("$name", ({ isThere, start }) => {
  let started: Awaited<ReturnType<Engine["start"]>>;
  beforeAll(async () => {
    if (isThere) started = await start();
  }, 60_000);
  afterAll(() => started?.server?.close());

  function folderWithEngine(): Folder {
    const engines = { ...(started.settings && { lake: started.settings }) };
    return new Folder({ ...files, "weir.json": JSON.stringify({ ...started.weirJson, engines }) });
  }

  async function both(args: readonly string[]) {
    using folder = folderWithEngine();
    const { env, fetch, also = [], args: asked = ["--engine", "lake"] } = started;
    const all = args.includes("--since") ? args : [...args, ...also];
    const name = asked[1] ?? "";
    const on = (...more: string[]) =>
      weir(folder, ["try", ...all, ...more, "--format", "json"], "", {
        env,
        ...(fetch && { fetch }),
      });
    const [there, here] = [await on(...asked), await on("--logs", "logs.ndjson")];
    assert.equal(there.err, started.args ? here.err : here.err.replaceAll("logs.ndjson", name));
    return {
      name,
      files: started.args ? 1 : null,
      there: JSON.parse(there.out),
      here: JSON.parse(here.out),
      status: [there.status, here.status],
    };
  }

  test.runIf(isThere)("review counts as on files", async () => {
    using folder = folderWithEngine();
    const { env, fetch, also = [], args: asked = ["--engine", "lake"] } = started;
    const on = (...more: readonly string[]) =>
      weir(folder, ["review", "before.json", "after.json", "--format", "json", ...more], "", {
        env,
        ...(fetch && { fetch }),
      });
    const [there, here] = [await on(...asked, ...also), await on("--logs", "logs.ndjson")];
    assert.equal(there.status, 0, there.err);
    const { engine, logs, ...rest } = JSON.parse(there.out);
    const { logs: read, ...expected } = JSON.parse(here.out);
    expect(rest).toEqual(expected);
    expect(rest.rulesets[0].outcomes.some((it: { lines: number }) => it.lines > 0)).toBe(true);
    expect(logs).toEqual({ ...read, files: started.args ? 1 : null });
    expect(engine).toMatchObject({ name: asked[1], statements: [/^SELECT/, /GROUP BY/].map(like) });
  });

  /** Without what is NULL, and in any order. */
  const linesIn = (out: string) =>
    out
      .trim()
      .split("\n")
      .map((line) => {
        // Log Explorer has a column for partitions.
        const { date: _, ...fields } = JSON.parse(line || "{}");
        const known = Object.entries(fields).filter(([, it]) => it !== null);
        return JSON.stringify(known.sort(([a], [b]) => (a < b ? -1 : 1)));
      })
      .sort();

  test
    .runIf(isThere)
    .each([
      [["errors.lpfilter", "--print", "kept"]],
      [["missing.lpfilter", "--print", "undetermined"]],
      [["rule.cfrule", "--print", "dropped"]],
      [["rule.cfrule", "--print", "undetermined"]],
      [["errors.lpfilter", "--base", "HEAD", "--print", "gained"]],
      [["errors.lpfilter", "--base", "HEAD", "--print", "lost"]],
    ])("prints the lines of files: %j", async (args) => {
    if (!started.settings || (started.fetch && args.includes("--base"))) return;
    using folder = new Folder({
      ...files,
      "errors.lpfilter": `// @dataset http_requests\n{ "where": { "key": "EdgeResponseStatus", "operator": "lt", "value": 500 } }`,
      "weir.json": JSON.stringify({ ...started.weirJson, engines: { lake: started.settings } }),
    });
    if (args.includes("--base"))
      for (const it of [
        ["init", "-q"],
        ["add", "errors.lpfilter"],
        ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "a"],
      ])
        execFileSync("git", it, { cwd: folder.path });
    folder.write("errors.lpfilter", files["errors.lpfilter"]);
    const { env, fetch, also = [] } = started;
    const on = (...more: readonly string[]) =>
      weir(folder, ["try", ...args, ...also, ...more], "", { env, ...(fetch && { fetch }) });
    const [there, here] = [await on("--engine", "lake"), await on("--logs", "logs.ndjson")];
    assert.equal(there.status, 0, there.err);
    expect(linesIn(there.out)).toEqual(linesIn(here.out));
    expect(linesIn(there.out).length).toBeGreaterThan(1);
    expect(there.err).toContain("of 200 lines");
    const some = await on("--engine", "lake", "--head", "2");
    expect(linesIn(here.out)).toEqual(expect.arrayContaining(linesIn(some.out)));
    expect(some.out.trim().split("\n")).toHaveLength(2);
  });

  test.runIf(isThere)("measures what a job costs like lines of files", async () => {
    if (!started.settings) return;
    using folder = new Folder({
      "logs.ndjson": files["logs.ndjson"],
      "job.lpjob": JSON.stringify({
        dataset: "http_requests",
        destination_conf: "s3://logs/x?region=eu-west-1",
        filter: '{"where":{"key":"EdgeResponseStatus","operator":"lt","value":500}}',
        output_options: {
          field_names: ["ClientRequestPath", "ClientCountry", "BotScore", "EdgeResponseStatus"],
        },
      }),
      "weir.json": JSON.stringify({ ...started.weirJson, engines: { lake: started.settings } }),
    });
    const { env, fetch, also = [] } = started;
    const on = async (...more: readonly string[]) => {
      const args = ["cost", "job.lpjob", ...also, ...more, "--format", "json"];
      const { out, err, status } = await weir(folder, args, "", { env, ...(fetch && { fetch }) });
      assert.equal(status, 0, err);
      return JSON.parse(out).jobs[0];
    };
    const [there, here] = [await on("--engine", "lake"), await on("--logs", "logs.ndjson")];
    expect(there).toEqual(here);
    expect(there.sends.lines).toBeGreaterThan(50);
  });

  /** Everything but the sizes, which a table does not have, and whether a value is missing or null. */
  function comparable({
    results,
  }: {
    results: { missed?: string[]; language: string; path: string }[];
  }) {
    // A store has columns for fields that a job did not select.
    const hasAll = started.fetch !== undefined;
    // It has no function that finds the end of a path.
    const some = results.filter((it) => !hasAll || it.path !== "path.cfrule");
    return some.map((it) => ({
      ...it,
      bytes: 0,
      keptBytes: 0,
      pushedBytes: 0,
      missed: it.missed?.toSorted(),
      ...((hasAll || it.language === "cfrule") && { missing: undefined }),
    }));
  }

  test
    .runIf(isThere)
    .each([
      [["errors.lpfilter", "missing.lpfilter", "job.lpjob"]],
      [["errors.lpfilter", "missing.lpfilter", "--explain"]],
      [
        [
          "errors.lpfilter",
          "job.lpjob",
          "--by",
          "ClientCountry",
          "--by",
          "EdgeResponseStatus",
          "--by",
          "ClientIP",
        ],
      ],
      [["errors.lpfilter", "--since", "2025-11-12T13:01:00Z", "--until", "2025-11-12T13:02:30Z"]],
      [["errors.lpfilter", "--max-share", "1%"]],
      [["rule.cfrule", "path.cfrule", "unknown.cfrule", "--explain", "--by", "ClientRequestHost"]],
      [["main.tf"]],
    ])("counts as on files: %j", async (args) => {
    const { there, here, status, name, files } = await both(args);
    expect(comparable(there)).toEqual(comparable(here));
    expect(there.logs).toMatchObject({ files, bytes: null, lines: here.logs.lines });
    expect(there.logs.subrequests).toBe(here.logs.subrequests);
    if (!there.results.some((it: { path: string }) => it.path === "path.cfrule"))
      expect(status[0]).toBe(status[1]);
    expect(there.engine).toMatchObject({ name });
  });
});
