/** The same lines in files and in tables. */
import { parseExactly, writeExactly } from "../../server/src/text/exact-integers.ts";
import { type Column, postgresTypes } from "../sql/databases.ts";
import { type ClickhouseCluster, clickhouseSql } from "./servers.ts";

export interface Loaded {
  readonly columns: readonly Column[];
  readonly lines: readonly string[];
}

const clickhouseTypes: Readonly<Record<Column["type"], string>> = {
  string: "Nullable(String)",
  int: "Nullable(Int64)",
  float: "Nullable(Float64)",
  bool: "Nullable(UInt8)",
  time: "Nullable(String)",
  timestamp: "Nullable(DateTime)",
  strings: "Array(String)",
  ints: "Array(Int64)",
};

/** A table on two shards with half of the lines each. Old versions have no Booleans, and arrays are never NULL. */
export async function loadClickhouse(
  name: string,
  { columns, lines }: Loaded,
  { shards }: ClickhouseCluster,
): Promise<void> {
  const declared = columns.map((it) => `\`${it.name}\` ${clickhouseTypes[it.type]}`).join(", ");
  for (const [index, url] of shards.entries()) {
    const some = lines.filter((_, n) => n % shards.length === index);
    for (const it of [
      `DROP TABLE IF EXISTS ${name}`,
      `DROP TABLE IF EXISTS ${name}_local`,
      `CREATE TABLE ${name}_local (${declared}) ENGINE = MergeTree PARTITION BY tuple() ORDER BY tuple()`,
      `CREATE TABLE ${name} AS ${name}_local ENGINE = Distributed(two, default, ${name}_local, rand())`,
    ])
      await clickhouseSql(url, it);
    await clickhouseSql(
      url,
      `INSERT INTO ${name}_local FORMAT JSONEachRow`,
      some.map((it) => clickhouseRow(it, columns)).join("\n"),
    );
  }
}

/** As ClickHouse reads it; integers keep their digits. */
export function clickhouseRow(line: string, columns: readonly Column[]): string {
  const fields = parseExactly(line) as Record<string, unknown>;
  for (const { name, type } of columns) {
    const value = fields[name] ?? undefined;
    if (type === "strings" || type === "ints") fields[name] = value ?? [];
    else if (type === "time" && value !== undefined) fields[name] = String(value);
    else if (typeof value === "boolean") fields[name] = Number(value);
  }
  return writeExactly(fields);
}

export function postgresScript(name: string, { columns, lines }: Loaded): string {
  const declared = columns.map((it) => `"${it.name}" ${postgresTypes[it.type]}`).join(", ");
  const json = `[${lines.join(",")}]`.replaceAll("'", "''");
  return `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (${declared});
INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, '${json}'::json);`;
}
