import { LogError } from "../logs/sink.ts";
import { type Compression, fileFormat, type LogSource } from "../logs/source.ts";
import { dialects } from "../sql/dialects.ts";
import { type ColumnType, numberText, typedJson, typedText } from "./duckdb-values.ts";

const { identifier, string } = dialects.duckdb;

export interface Column extends ColumnType {
  readonly name: string;
}

/** A FROM clause with exactly the requested columns. */
export interface Table {
  readonly sql: string;
  /** The FROM clause with the values of the file, and for each column whether a row has a value. */
  readonly raw: string;
  readonly has: readonly string[];
  /** A column that is true for a row without any of the requested ones. DuckDB also reads the line 'null' as such a row. */
  readonly isEmpty?: string;
  /** A query that counts the lines that are not objects. */
  readonly others?: string;
}

/** The lines of a file as a table. */
export async function tableOf(
  { path, file = path }: LogSource,
  columns: readonly Column[],
  connection: DuckdbConnection,
): Promise<Table> {
  const { format, compression } = await fileFormat(path, file);
  if (format === "ndjson") return ndjsonTable(file, columns, compression);
  if (format === "parquet" && !compression) return parquetTable(file, columns, connection);
  throw new LogError(
    "'--engine duckdb' reads NDJSON, plain or compressed with gzip or Zstandard, and Parquet. Omit it for other files.",
  );
}

/** Reads all columns as JSON, which keeps the values unchanged. Otherwise DuckDB would infer types from the first lines. */
function ndjsonTable(
  file: string,
  columns: readonly Column[],
  compressed: Compression | undefined,
): Table {
  const read = columns.length > 0 ? columns : [anyColumn];
  const types = read.map(({ name }) => `${identifier(name)}: 'JSON'`);
  const compression = `compression = '${compressed ?? "uncompressed"}'`;
  const options = [`columns = {${types.join(", ")}}`, "records = true", compression];
  const values = read.map(
    (it) => `${typedJson(identifier(it.name), it)} AS ${identifier(it.name)}`,
  );
  const raw = `read_ndjson(${pathSql(file)}, ${options.join(", ")})`;
  const isEmpty = read.map(({ name }) => `${identifier(name)} IS NULL`).join(" AND ");
  const empty = identifier(unusedName(read));
  return {
    sql: `(SELECT ${values.join(", ")}, ${isEmpty} AS ${empty} FROM ${raw})`,
    raw,
    has: columns.map(({ name }) => `json_type(${identifier(name)}) <> 'NULL'`),
    isEmpty: empty,
    others: `SELECT count(*) FROM read_ndjson_objects(${pathSql(file)}, ${compression}) WHERE json_type(json) IS DISTINCT FROM 'OBJECT'`,
  };
}

function unusedName(columns: readonly Column[]): string {
  const names = new Set(columns.map((it) => it.name.toLowerCase()));
  let name = "is empty";
  while (names.has(name)) name += " ";
  return name;
}

/** Used if no columns are requested, because a table needs at least one. */
const anyColumn: Column = { name: "line", type: undefined, isLong: false };

async function parquetTable(
  file: string,
  columns: readonly Column[],
  connection: DuckdbConnection,
): Promise<Table> {
  const read = `read_parquet(${pathSql(file)}, binary_as_string = true)`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${read}`);
  const known = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  const selected = columns.map((it) => {
    const column = identifier(it.name);
    const given = known.get(it.name);
    return `${given === undefined ? "CAST(NULL AS VARCHAR)" : valueSql(column, given, it)} AS ${column}`;
  });
  const list = selected.length > 0 ? selected.join(", ") : `1 AS ${anyColumn.name}`;
  return {
    sql: `(SELECT ${list} FROM ${read})`,
    raw: read,
    has: columns.map(({ name }) => (known.has(name) ? "TRUE" : "FALSE")),
  };
}

/** Converts times to the strings that the job would write. */
function valueSql(column: string, given: string, columnType: ColumnType): string {
  const { type } = columnType;
  if (given.endsWith("[]")) return listSql(column, columnType);
  if (/^(?:TIMESTAMP|DATE)/.test(given)) return timeSql(column, given);
  if (!/^(?:VARCHAR|FLOAT|DOUBLE|DECIMAL|U|HUGEINT)/.test(given)) return column;
  const isFraction = /^(?:FLOAT|DOUBLE|DECIMAL)/.test(given);
  const value = isFraction ? `CAST(${column} AS DOUBLE)` : column;
  if (isFraction && type === "float") return value;
  const text = `CAST(${value} AS VARCHAR)`;
  return isFraction && type === "string" ? numberText(text) : typedText(text, columnType);
}

/** A missing element is treated as empty. */
function listSql(column: string, { type, isLong }: ColumnType): string {
  if (type === "array[string]") return `[coalesce(CAST(x AS VARCHAR), '') for x in ${column}]`;
  const integer = `TRY_CAST(x AS ${isLong ? "HUGEINT" : "BIGINT"})`;
  return type === "array[int]" ? `[coalesce(${integer}, 0) for x in ${column}]` : column;
}

/** Uses the fewest of 0, 3, 6 or 9 fraction digits. DuckDB itself cannot format nanoseconds correctly. */
function timeSql(column: string, given: string): string {
  const seconds = `strftime(make_timestamp(epoch_us(${column})), '%Y-%m-%dT%H:%M:%S.%f')`;
  const isNano = given === "TIMESTAMP_NS";
  const nano = isNano ? `lpad(CAST(epoch_ns(${column}) % 1000 AS VARCHAR), 3, '0')` : "'000'";
  return `regexp_replace(${seconds} || ${nano} || 'Z', '([.]000000000|000000|000)?Z$', 'Z')`;
}

/** Escapes globs, because DuckDB expands them in paths. */
function pathSql(file: string): string {
  return string(file.replaceAll(/[*?[]/g, "[$&]"));
}

/** The part of `@duckdb/node-api` that is used. */
export interface DuckdbModule {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<DuckdbInstance>;
  };
}

interface DuckdbInstance {
  connect(): Promise<DuckdbConnection>;
  closeSync(): void;
}

export interface DuckdbConnection {
  runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }>;
  interrupt(): void;
  closeSync(): void;
}
