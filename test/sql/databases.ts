/** The databases that the SQL runs in, each with a table of log lines as it would infer or declare them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadOracle } from "../../scripts/install/oracles.mjs";

/** A line as text, so that numbers keep their digits. */
export type Line = string;

export interface Database {
  /** Replaces the table `lines`. Every line gets its number as `n`. */
  load(lines: readonly Line[], columns: readonly Column[]): Promise<void>;
  /** The numbers of the lines for which a condition holds. */
  kept(condition: string): Promise<number[]>;
  close(): Promise<void>;
}

export interface Column {
  readonly name: string;
  readonly type: "string" | "int" | "float" | "bool" | "time" | "timestamp" | "strings" | "ints";
}

const numbered = (lines: readonly Line[]) =>
  lines.map((it, n) => it.replace("{", `{"n":${n},`).replace(",}", "}"));

const declaredTypes: Readonly<Record<Column["type"], string>> = {
  string: "VARCHAR",
  int: "BIGINT",
  float: "DOUBLE",
  bool: "BOOLEAN",
  time: "VARCHAR",
  timestamp: "TIMESTAMP",
  strings: "VARCHAR[]",
  ints: "BIGINT[]",
};

/** DuckDB with the types of the fields, as in a store with a schema. */
export function openTypedDuckdb(): Promise<Database> {
  // DuckDB's own is for BLOBs.
  return openDuckdb("CREATE MACRO octet_length(x) AS strlen(x)", (file, columns) => {
    const types = [
      { name: "n", sql: "BIGINT" },
      ...columns.map(({ name, type }) => ({ name, sql: declaredTypes[type] })),
    ];
    const written = types.map(({ name, sql }) => `'${name}': '${sql}'`);
    return `read_ndjson('${file}', columns = {${written.join(", ")}})`;
  });
}

/** Columns have the types that DuckDB infers; one that no line has is added, as in a table. */
export async function openDuckdb(
  setUp?: string,
  from = (file: string, _: readonly Column[]) => `read_ndjson('${file}')`,
): Promise<Database> {
  const { DuckDBInstance } = await loadOracle("duckdb", "@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  if (setUp) await connection.run(setUp);
  const folder = mkdtempSync(join(tmpdir(), "weir-duckdb-"));
  const file = join(folder, "lines.ndjson");
  return {
    async load(lines, columns) {
      // A first line with every field makes each a column; null does not influence its type.
      const nulls = JSON.stringify(Object.fromEntries(columns.map((it) => [it.name, null])));
      writeFileSync(file, [nulls, ...numbered(lines)].join("\n"));
      await connection.run(
        `CREATE OR REPLACE TABLE lines AS SELECT * FROM ${from(file, columns)} WHERE n IS NOT NULL`,
      );
    },
    async kept(condition) {
      const rows = await connection.runAndReadAll(
        `SELECT n FROM lines WHERE ${condition} ORDER BY n`,
      );
      return rows.getRows().map((it: unknown[]) => Number(it[0]));
    },
    async close() {
      connection.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const sqliteTypes: Readonly<Record<Column["type"], string>> = {
  string: "TEXT COLLATE NOCASE",
  int: "INTEGER",
  float: "REAL",
  bool: "INTEGER",
  time: "",
  timestamp: "TEXT",
  strings: "TEXT",
  ints: "TEXT",
};

export async function openSqlite(): Promise<Database> {
  const { default: initSqlJs } = await loadOracle("sql", "sql.js");
  const { Database } = await initSqlJs();
  const db = new Database();
  return {
    async load(lines, columns) {
      const declared = columns.map((it) => `\`${it.name}\` ${sqliteTypes[it.type]}`);
      db.run(`DROP TABLE IF EXISTS lines; CREATE TABLE lines (n INTEGER, ${declared.join(", ")})`);
      const paths = columns.map((it) => `json_extract(value, '$."${it.name}"')`);
      const insert = db.prepare(
        `INSERT INTO lines SELECT ?1, ${paths.join(", ")} FROM (SELECT ?2 AS value)`,
      );
      for (const [n, line] of lines.entries()) insert.run([n, line]);
      insert.free();
    },
    async kept(condition) {
      const [found] = db.exec(`SELECT n FROM lines WHERE ${condition} ORDER BY n`);
      return (found?.values ?? []).map((it: unknown[]) => Number(it[0]));
    },
    async close() {
      db.close();
    },
  };
}

export const postgresTypes: Readonly<Record<Column["type"], string>> = {
  string: "text",
  int: "bigint",
  float: "double precision",
  bool: "boolean",
  time: "text",
  timestamp: "timestamptz",
  strings: "text[]",
  ints: "bigint[]",
};

export async function openPostgres(): Promise<Database> {
  const { PGlite } = await loadOracle("sql", "@electric-sql/pglite");
  // The files of a new database, because creating them takes longer than all queries.
  const { dataDir } = await loadOracle("sql", "@electric-sql/pglite-prepopulatedfs");
  const db = await PGlite.create({ loadDataDir: await dataDir() });
  return {
    async load(lines, columns) {
      const declared = columns.map((it) => `"${it.name}" ${postgresTypes[it.type]}`);
      await db.exec(
        `DROP TABLE IF EXISTS lines; CREATE TABLE lines (n bigint, ${declared.join(", ")})`,
      );
      await db.query(
        `INSERT INTO lines SELECT * FROM json_populate_recordset(NULL::lines, $1::json)`,
        [`[${numbered(lines).join(",")}]`],
      );
    },
    async kept(condition) {
      // `query` would send five calls.
      const [found] = await db.exec(`SELECT n FROM lines WHERE ${condition} ORDER BY n`);
      return (found?.rows ?? []).map((it: { n: number }) => Number(it.n));
    },
    close: () => db.close(),
  };
}
