/** How many bytes of NDJSON a second are counted. */
import { spawnSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defaultContext } from "../../../server/src/languages.ts";
import { textsIn } from "../../../server/src/try/subject.ts";
import { runTry } from "../../../server/src/try/try.ts";
import type { Column } from "../../sql/databases.ts";
import { httpRequestLines } from "../../support/random/log-lines.ts";
import type { Started } from "../starts.ts";
import type { Rate } from "./day.ts";

/** Engines that run as they do elsewhere. */
export const measuredEngines = ["PostgreSQL 15", "ClickHouse 18.16, two shards", "DuckDB"];

const doublings = 4;
const runs = 5;

// Some of its values are objects, which not every engine has a type for.
const lines = Array.from(httpRequestLines(50_000), (it) =>
  it.replace(
    /"RequestHeaders":(\{.*?\})/,
    (_, headers) => `"RequestHeaders":${JSON.stringify(headers)}`,
  ),
);
const columns = Object.entries(JSON.parse(lines[0] ?? "{}")).map(
  ([name, value]): Column => ({ name, type: typeOf(name, value) }),
);
const all = { lines: lines.length * 2 ** doublings, bytes: sizeOf(lines) * 2 ** doublings };

const text = `{ "where": { "and": [
  { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
  { "key": "EdgeResponseStatus", "operator": "geq", "value": 400 },
  { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" } ] } }`;

function typeOf(name: string, value: unknown): Column["type"] {
  if (Array.isArray(value)) return "strings";
  if (typeof value === "number") return name.endsWith("Ratio") ? "float" : "int";
  return typeof value === "boolean" ? "bool" : "string";
}

function sizeOf(some: readonly string[]): number {
  return some.reduce((sum, it) => sum + Buffer.byteLength(it) + 1, 0);
}

/** On files: the same lines, as often as in a table. */
export function writeLines(file: string): void {
  const once = `${lines.join("\n")}\n`;
  writeFileSync(file, "");
  for (let time = 0; time < 2 ** doublings; time++) appendFileSync(file, once);
}

export async function measureEngine(name: string, engine: Started, file: string): Promise<Rate> {
  await engine.load({ columns, lines }, file);
  for (let time = 0; time < doublings; time++) await engine.double?.();
  const subject = { path: "a.lpfilter", file: "/a.lpfilter", text, context: defaultContext };
  const tried = textsIn(subject);
  const found = [{ path: "lines.ndjson", file }];
  const question = { by: [], explain: false, print: undefined, head: undefined };
  const request = { subjects: [subject], logs: [], folder: dirname(file), question };
  const here = { texts: tried, groups: [{ texts: [...tried], found }] };
  const counter = await engine.counter(tried);
  try {
    const resolved = await counter.resolve(here, "lines.ndjson");
    return await best(name, async () => {
      const { results } = await runTry(request, resolved, {}, counter.run);
      return results[0]?.kept;
    });
  } finally {
    await counter.close();
  }
}

/** The command line, as it is built. */
export function measureWeir(name: string, file: string, ...args: string[]): Promise<Rate> {
  const filter = file.replace(/\.ndjson$/, ".lpfilter");
  writeFileSync(filter, text);
  const words = ["try", filter, "--logs", file, "--format", "json", ...args];
  return best(name, async () => {
    const { stdout } = spawnSync(process.execPath, [resolve("dist/cli.cjs"), ...words], {
      encoding: "utf8",
    });
    return JSON.parse(stdout).results[0].kept;
  });
}

let kept: number | undefined;

/** The shortest of several times: other programs only make one longer. All have to count the same. */
async function best(name: string, count: () => Promise<number | undefined>): Promise<Rate> {
  let seconds = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const found = await count();
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
    kept ??= found;
    if (found !== kept || !found) throw new Error(`${name} counts ${found} lines, not ${kept}.`);
  }
  return { name, ...all, seconds };
}
