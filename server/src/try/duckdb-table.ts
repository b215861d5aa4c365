import type { LogFieldType } from "../core/log-test.ts";
import { LogError } from "../logs/sink.ts";
import { fileFormat, type LogSource } from "../logs/source.ts";
import { dialects } from "../sql/dialects.ts";
import type { DuckdbConnection } from "./duckdb-module.ts";

const { identifier, string } = dialects.duckdb;

export interface Column {
  readonly name: string;
  readonly type: LogFieldType | undefined;
}

/** What to select from, with these columns and no others. */
export interface Table {
  readonly sql: string;
  /** Columns that a file with a schema does not have. */
  readonly missing: readonly string[];
}

/** The lines of a file as a table. */
export async function tableOf(
  { path, file = path }: LogSource,
  columns: readonly Column[],
  connection: DuckdbConnection,
): Promise<Table> {
  const { format, isZipped } = await fileFormat(path, file);
  if (format === "ndjson") return ndjsonTable(file, columns, isZipped);
  if (format === "parquet" && !isZipped) return parquetTable(file, columns, connection);
  throw new LogError(
    "'--engine duckdb' reads NDJSON, plain or compressed with gzip, and Parquet. Omit it for other files.",
  );
}

/**
 * The types are given, because DuckDB would infer them from the first lines: as JSON, every value is what the line has. As strings,
 * those of string fields need not be parsed twice.
 */
function ndjsonTable(file: string, columns: readonly Column[], isZipped: boolean): Table {
  const types = columns.map(
    ({ name, type }) => `${identifier(name)}: '${type === "string" ? "VARCHAR" : "JSON"}'`,
  );
  const read = types.length > 0 ? types : [`${identifier(anyName)}: 'JSON'`];
  const options = [
    `columns = {${read.join(", ")}}`,
    "records = true",
    `compression = '${isZipped ? "gzip" : "uncompressed"}'`,
  ];
  return { sql: `read_ndjson(${pathSql(file)}, ${options.join(", ")})`, missing: [] };
}

/** A table has at least one column. */
const anyName = "line";

async function parquetTable(
  file: string,
  columns: readonly Column[],
  connection: DuckdbConnection,
): Promise<Table> {
  const read = `read_parquet(${pathSql(file)}, binary_as_string = true)`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${read}`);
  const known = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  const selected = columns.map(({ name }) => {
    const column = identifier(name);
    const type = known.get(name);
    return `${type === undefined ? "CAST(NULL AS VARCHAR)" : valueSql(column, type)} AS ${column}`;
  });
  const list = selected.length > 0 ? selected.join(", ") : `1 AS ${anyName}`;
  return {
    sql: `(SELECT ${list} FROM ${read})`,
    missing: columns.flatMap(({ name }) => (known.has(name) ? [] : [name])),
  };
}

/** Times as the strings that the job would write. */
function valueSql(column: string, type: string): string {
  if (!/^(?:TIMESTAMP|DATE)/.test(type)) return column;
  const time = `make_timestamp(epoch_us(${column}))`;
  return `replace(strftime(${time}, '%Y-%m-%dT%H:%M:%S.%gZ'), '.000Z', 'Z')`;
}

/** Paths are globs for DuckDB. */
function pathSql(file: string): string {
  return string(file.replaceAll(/[*?[]/g, "[$&]"));
}
