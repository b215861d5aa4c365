import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { httpRequestLines } from "../support/log-lines.ts";
import { compare, fasterRow, type Row } from "./measure.ts";

/** Change it with WEIR_BENCH_LINES. */
const count = Number(process.env.WEIR_BENCH_LINES ?? 1_000_000);
const runs = { runs: 3, warmUp: 1 };

/** Keeps about 2 %; the same in each language. */
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

/** A loop over the lines of a file, as people write it. */
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

/** `weir try` on logs, beside what people use today. */
export async function tryRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const logs = join(folder, "http_requests.ndjson");
  try {
    writeLogs(logs);
    writeFileSync(join(folder, "some.lpfilter"), `{ "where": { "and": [${some}] } }`);
    writeFileSync(join(folder, "all.lpfilter"), `{ "where": ${all} }`);
    const weir = (filter: string, ...more: string[]) =>
      run(
        process.execPath,
        [resolve("dist/cli.cjs"), "try", `${filter}.lpfilter`, "--logs", logs, ...more],
        folder,
      );
    const loop = (test: string) => run(process.execPath, ["-e", parseLoop(test), logs], folder);
    const one = ["--threads", "1"];
    const name = `weir try, ${count.toLocaleString("en-US")} lines`;
    const duck = await duckDb(logs);
    return [
      fasterRow(
        `${name}, one thread, beside a JSON.parse loop`,
        await compare(
          () => weir("some", ...one),
          () => loop(inJs.some),
          runs,
        ),
        4,
      ),
      fasterRow(
        `${name}, one thread, a filter that keeps everything`,
        await compare(
          () => weir("all", ...one),
          () => loop(inJs.all),
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
        await compare(
          () => weir("some"),
          () => run("jq", ["-c", inJq, logs], folder),
          { runs: 1, warmUp: 0 },
        ),
        20,
      ),
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

async function duckDb(logs: string): Promise<() => Promise<unknown>> {
  // Not bundled with the benchmarks, because it looks for its files beside itself.
  const { loadOracle } = await import(pathToFileURL(resolve("scripts/oracles.mjs")).href);
  const { DuckDBInstance } = await loadOracle("duckdb", "@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return () =>
    connection.runAndReadAll(`SELECT count(*) FROM read_ndjson('${logs}') WHERE ${inSql}`);
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}
