import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { httpRequestLines } from "../../support/random/log-lines.ts";
import { compare, fasterRow, type Row } from "../measure.ts";
import { bucketRows } from "./buckets.ts";
import { manyRows } from "./many.ts";

/** The number of log lines; set WEIR_BENCH_LINES to change it. */
const count = Number(process.env.WEIR_BENCH_LINES ?? 1_000_000);
const runs = { runs: 3, warmUp: 1 };

/** Keeps about 2%; the same filter in each language. */
const some = [
  '{ "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }',
  '{ "key": "EdgeResponseStatus", "operator": "geq", "value": 400 }',
  '{ "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" }',
  '{ "key": "BotScore", "operator": "lt", "value": 90 }',
  '{ "key": "ClientCountry", "operator": "!eq", "value": "xx" }',
].join(",");
const all = '{ "key": "ClientRequestHost", "operator": "!eq", "value": "none" }';

const inSql =
  "ClientRequestHost = 'shop.example.com' AND EdgeResponseStatus >= 400 AND starts_with(ClientRequestPath, '/api') AND BotScore < 90 AND ClientCountry <> 'xx'";
const inJq =
  'select(.ClientRequestHost == "shop.example.com" and .EdgeResponseStatus >= 400 and (.ClientRequestPath | startswith("/api")) and .BotScore < 90 and .ClientCountry != "xx") | 1';
const inJs = {
  some: 'it.ClientRequestHost === "shop.example.com" && it.EdgeResponseStatus >= 400 && it.ClientRequestPath.startsWith("/api") && it.BotScore < 90 && it.ClientCountry !== "xx"',
  all: 'it.ClientRequestHost !== "none"',
};

/** A typical loop over the lines of a file. */
function parseLoop(test: string): string {
  return `
const { createReadStream } = require("node:fs");
(async () => {
  let kept = 0, rest = "";
  for await (const chunk of createReadStream(process.argv[1], { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const lines = (rest + chunk).split("\\n");
    rest = lines.pop();
    for (const line of lines) { const it = JSON.parse(line); if (${test}) kept++; }
  }
  console.log(kept);
})();`;
}

/** `weir try` on logs, compared with the usual tools. */
export async function tryRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const logs = join(folder, "http_requests.ndjson");
  try {
    writeLogs(logs);
    writeFileSync(join(folder, "some.lpfilter"), `{ "where": { "and": [${some}] } }`);
    writeFileSync(join(folder, "all.lpfilter"), `{ "where": ${all} }`);
    const agree = agreement();
    const weir = (filter: keyof typeof inJs, ...more: string[]) => {
      const args = ["try", `${filter}.lpfilter`, "--logs", logs, "--format", "json", ...more];
      const out = run(process.execPath, [resolve("dist/cli.cjs"), ...args], folder);
      agree(filter, JSON.parse(out).results[0].kept);
    };
    const loop = (filter: keyof typeof inJs) =>
      agree(filter, Number(run(process.execPath, ["-e", parseLoop(inJs[filter]), logs], folder)));
    const jq = () => agree("some", run("jq", ["-c", inJq, logs], folder).length / "1\n".length);
    const one = ["--threads", "1"];
    const name = `weir try, ${count.toLocaleString("en-US")} lines`;
    const inDuckDb = await duckDb(logs);
    const duck = async () => agree("some", (await inDuckDb(["count(*)"], inSql))[0] ?? 0);
    const oneThread = await duckDb(logs, 1);
    const many = {
      weir: (path: string, ...more: string[]) => {
        const args = ["try", path, "--logs", logs, "--format", "json", ...more];
        const out = run(process.execPath, [resolve("dist/cli.cjs"), ...args], folder);
        const results: readonly { readonly path: string; readonly kept: number }[] =
          JSON.parse(out).results;
        const numberOf = (it: { readonly path: string }) => Number.parseInt(basename(it.path), 10);
        return results.toSorted((a, b) => numberOf(a) - numberOf(b)).map((it) => it.kept);
      },
      duck: (expressions: readonly string[]) => oneThread(expressions, "true"),
    };
    return [
      fasterRow(
        `${name}, one thread, beside a JSON.parse loop`,
        await compare(
          () => weir("some", ...one),
          () => loop("some"),
          runs,
        ),
        4,
      ),
      fasterRow(
        `${name}, one thread, a filter that keeps everything`,
        await compare(
          () => weir("all", ...one),
          () => loop("all"),
          runs,
        ),
        1,
      ),
      fasterRow(
        `${name}, all cores, beside DuckDB`,
        await compare(() => weir("some"), duck, runs),
        1.5,
      ),
      fasterRow(
        `${name}, all cores, beside jq`,
        await compare(() => weir("some"), jq, { runs: 1, warmUp: 0 }),
        20,
      ),
      ...(await manyRows(folder, name, many)),
      ...(await bucketRows(folder, logs, name)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeLogs(path: string): void {
  const file = openSync(path, "w");
  let text = "";
  for (const line of httpRequestLines(count)) {
    text += `${line}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(file, text);
    text = "";
  }
  writeSync(file, text);
  closeSync(file);
}

/** Checks that all sides count the same lines. */
function agreement(): (filter: string, count: number) => void {
  const known = new Map<string, number>();
  return (filter, found) => {
    const before = known.get(filter) ?? found;
    if (before !== found || found === 0)
      throw new Error(`The filter '${filter}' keeps ${before} lines, or ${found}.`);
    known.set(filter, found);
  };
}

type CountInDuckDb = (expressions: readonly string[], where: string) => Promise<number[]>;

async function duckDb(logs: string, threads?: number): Promise<CountInDuckDb> {
  // Not bundled, because it loads files relative to itself.
  const { loadOracle } = await import(pathToFileURL(resolve("scripts/install/oracles.mjs")).href);
  const { DuckDBInstance } = await loadOracle("duckdb", "@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  if (threads !== undefined) await connection.run(`SET threads = ${threads}`);
  return async (expressions, where) => {
    const sql = `SELECT ${expressions.join(", ")} FROM read_ndjson('${logs}') WHERE ${where}`;
    return (await connection.runAndReadAll(sql)).getRows()[0].map(Number);
  };
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout;
}
