import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, fasterRow, type Row, withinRow } from "../measure.ts";

/** Many different filters, or rules, on one file. */
export interface ManyTools {
  /** Runs `weir try` on a file or folder, and returns the number of lines that each text keeps. */
  readonly weir: (path: string, ...more: string[]) => readonly number[];
  /** One thread of DuckDB: a number for each expression. */
  readonly duck: (expressions: readonly string[]) => Promise<readonly number[]>;
}

const runs = { runs: 3, warmUp: 1 };
const one = ["--threads", "1"];

export async function manyRows(folder: string, name: string, tools: ManyTools): Promise<Row[]> {
  const { weir, duck } = tools;
  const filters = Array.from({ length: 100 }, (_, index) => filterOf(index));
  write(
    join(folder, "many"),
    "lpfilter",
    filters.map(({ json }) => `{ "where": ${json} }`),
  );
  write(join(folder, "single"), "lpfilter", [`{ "where": ${filters[0]?.json} }`]);
  const rules = Array.from({ length: 200 }, (_, index) => ruleOf(index));
  write(join(folder, "rules"), "cfrule", rules);
  write(join(folder, "rule"), "cfrule", rules.slice(0, 1));
  const counts = filters.map(({ sql }) => `count(*) FILTER (WHERE ${sql})`);
  const expected = await duck(counts);
  weir("many", ...one).forEach((kept, index) => {
    if (kept !== expected[index]) throw new Error(`Filter ${index}: ${kept}, ${expected[index]}.`);
  });
  const run = (path: string) => () => weir(path, ...one);
  const all = run("many");
  return [
    fasterRow(
      `${name}, 100 filters, one thread, beside DuckDB`,
      await compare(all, () => duck(counts), runs),
      1,
    ),
    withinRow(`${name}, 100 filters beside one`, await compare(all, run("single"), runs), 12),
    withinRow(`${name}, 200 rules beside one`, await compare(run("rules"), run("rule"), runs), 12),
    withinRow(
      `${name}, 100 filters, all cores beside one thread`,
      await compare(() => weir("many"), all, runs),
      1,
    ),
  ];
}

function write(folder: string, extension: string, texts: readonly string[]): void {
  mkdirSync(folder);
  texts.forEach((it, index) => {
    writeFileSync(join(folder, `${index}.${extension}`), it);
  });
}

/** A condition as JSON and as SQL. */
interface Both {
  readonly json: string;
  readonly sql: string;
}

function condition(key: string, operator: string, value: string | number, sql: string): Both {
  const quoted = typeof value === "string" ? `'${value}'` : String(value);
  return { json: JSON.stringify({ key, operator, value }), sql: sql.replace("?", quoted) };
}

const hosts = ["shop", "www", "api"];
const agents = ["curl", "Chrome", "iPhone", "bot"];
const makers: readonly ((n: number) => Both)[] = [
  (n) =>
    condition("ClientRequestHost", "eq", `${hosts[n % 3]}.example.com`, "ClientRequestHost = ?"),
  (n) => condition("EdgeResponseStatus", "geq", 200 + (n % 300), "EdgeResponseStatus >= ?"),
  (n) => condition("BotScore", "lt", 1 + (n % 98), "BotScore < ?"),
  (n) => condition("EdgeResponseBytes", "gt", 600 * n, "EdgeResponseBytes > ?"),
  (n) => condition("ClientSrcPort", "leq", 60_000 - 500 * n, "ClientSrcPort <= ?"),
  (n) =>
    condition(
      "ClientRequestUserAgent",
      "contains",
      agents[n % 4] ?? "",
      "contains(ClientRequestUserAgent, ?)",
    ),
  (n) => condition("ClientRequestURI", "endsWith", String(n), "ends_with(ClientRequestURI, ?)"),
  (n) => condition("ClientIP", "startsWith", `203.0.113.${n}`, "starts_with(ClientIP, ?)"),
  (n) => condition("RayID", "contains", n.toString(16), "contains(RayID, ?)"),
  (n) => condition("ClientCountry", "!eq", n % 2 ? "de" : "us", "ClientCountry <> ?"),
];

/** Each third filter has alternatives. */
function filterOf(index: number): Both {
  const parts = [0, 1, 2].map((it) => makers[(index * 3 + it * 7) % makers.length]?.(index + it));
  const [name, joint] = index % 3 === 0 ? ["or", " OR "] : ["and", " AND "];
  const found = parts.filter((it) => it !== undefined);
  return {
    json: `{ "${name}": [${found.map((it) => it.json).join(", ")}] }`,
    sql: found.map((it) => it.sql).join(joint),
  };
}

function ruleOf(index: number): string {
  const conditions = [
    `http.host eq "${hosts[index % 3]}.example.com"`,
    `cf.bot_management.score lt ${1 + (index % 98)}`,
    `http.request.uri contains "${index % 100}"`,
    `lower(http.user_agent) contains "${agents[index % 4]?.toLowerCase()}"`,
    `ip.src in {203.0.113.${(index * 8) % 256}/29}`,
    `not http.request.method in {"GET" "${index % 2 ? "HEAD" : "PUT"}"}`,
  ];
  const at = (step: number) => conditions[(index + step) % conditions.length];
  return `${at(0)} ${index % 2 ? "and" : "or"} ${at(2)}`;
}
