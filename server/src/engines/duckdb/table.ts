import { LogError } from "../../logs/sink.ts";
import { type Compression, fileFormat, type LogSource } from "../../logs/source.ts";
import { duckdb } from "../../sql/dialects/duckdb.ts";
import { type ColumnType, nanosecondsSql, numberText, typedJson, typedText } from "./values.ts";

const { identifier, string } = duckdb;

export interface Column extends ColumnType {
  readonly name: string;
}

/** The typed columns of a table, and the values beside them. */
export interface Asked {
  readonly columns: readonly Column[];
  /** Fields whose values are needed as JSON. */
  readonly values: readonly string[];
  /** The candidate fields for the time of a line, if it is needed. */
  readonly times: readonly string[];
}

/** The name of a column with the JSON of a field. */
export function jsonColumn(field: string): string {
  return identifier(`${field} as JSON`);
}

/** The name of the column with the time of a line. */
export const timeColumn = identifier("nanoseconds since 1970");

/** A FROM clause with exactly the requested columns. */
export interface Table {
  readonly sql: string;
  /** The FROM clause with the values of the file, and for each column whether a row has a value. */
  readonly raw: string;
  readonly has: readonly string[];
  /** A query that counts the lines that have a field as null, which the table cannot tell from a missing one. */
  nulls?(fields: readonly string[]): string;
  /** A column that is true for a row without any of the requested ones. DuckDB also reads the line 'null' as such a row. */
  readonly isEmpty?: string;
  /** A query that counts the lines that are not objects. */
  readonly others?: string;
}

/** The lines of a file as a table. */
export async function tableOf(
  { path, file = path }: LogSource,
  asked: Asked,
  connection: DuckdbConnection,
): Promise<Table> {
  const { format, compression } = await fileFormat(path, file);
  if (format === "ndjson") return ndjsonTable(file, asked, compression);
  if (format === "parquet" && !compression) return parquetTable(file, asked, connection);
  throw new LogError(
    "'--engine duckdb' reads NDJSON, plain or compressed with gzip or Zstandard, and Parquet. Omit it for other files.",
  );
}

/** Reads all columns as JSON, which keeps the values unchanged. Otherwise DuckDB would infer types from the first lines. */
function ndjsonTable(
  file: string,
  { columns, values: written, times }: Asked,
  compressed: Compression | undefined,
): Table {
  const names = [...new Set([...columns.map((it) => it.name), ...written, ...times])];
  const read = names.length > 0 ? names : [anyColumn];
  const types = read.map((it) => `${identifier(it)}: 'JSON'`);
  const compression = `compression = '${compressed ?? "uncompressed"}'`;
  const options = [`columns = {${types.join(", ")}}`, "records = true", compression];
  const values = [
    ...columns.map((it) => `${typedJson(identifier(it.name), it)} AS ${identifier(it.name)}`),
    ...written.map((it) => `CAST(${identifier(it)} AS VARCHAR) AS ${jsonColumn(it)}`),
    ...timeValue(times.map((it) => jsonText(identifier(it)))),
  ];
  const raw = `read_ndjson(${pathSql(file)}, ${options.join(", ")})`;
  const objects = `read_ndjson_objects(${pathSql(file)}, ${compression})`;
  const isEmpty = read.map((it) => `${identifier(it)} IS NULL`).join(" AND ");
  const empty = identifier(unusedName(read));
  return {
    sql: `(SELECT ${[...values, `${isEmpty} AS ${empty}`].join(", ")} FROM ${raw})`,
    raw,
    has: columns.map(({ name }) => `json_type(${identifier(name)}) <> 'NULL'`),
    isEmpty: empty,
    nulls: (fields) =>
      `SELECT ${fields.map((it) => `count(*) FILTER (WHERE json_type(json, ${string(pointerTo(it))}) = 'NULL')`).join(", ")} FROM ${objects}`,
    others: `SELECT count(*) AS n FROM ${objects} WHERE json_type(json) IS DISTINCT FROM 'OBJECT'`,
  };
}

/** Numbers as they are written. */
function jsonText(column: string): string {
  return `if(json_type(${column}) = 'VARCHAR', ${column} ->> '$', CAST(${column} AS VARCHAR))`;
}

/** A field of a line as a JSON pointer. */
function pointerTo(field: string): string {
  return `/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The time of the first of these that has a value. */
function timeValue(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const text = `coalesce(${texts.map((it) => `nullif(${it}, '')`).join(", ")})`;
  return [`${nanosecondsSql(text)} AS ${timeColumn}`];
}

function unusedName(columns: readonly string[]): string {
  const names = new Set(columns.map((it) => it.toLowerCase()));
  let name = "is empty";
  while (names.has(name)) name += " ";
  return name;
}

/** Used if no columns are requested, because a table needs at least one. */
const anyColumn = "line";

async function parquetTable(
  file: string,
  { columns, values, times }: Asked,
  connection: DuckdbConnection,
): Promise<Table> {
  const read = `read_parquet(${pathSql(file)}, binary_as_string = true)`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${read}`);
  const known = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  const value = (it: Column) => {
    const given = known.get(it.name);
    return given === undefined ? "CAST(NULL AS VARCHAR)" : valueSql(identifier(it.name), given, it);
  };
  const plain = (name: string) => value({ name, type: undefined, isLong: true });
  const selected = [
    ...columns.map((it) => `${value(it)} AS ${identifier(it.name)}`),
    ...values.map((it) => `CAST(to_json(${plain(it)}) AS VARCHAR) AS ${jsonColumn(it)}`),
    ...timeValue(times.map((it) => `CAST(${plain(it)} AS VARCHAR)`)),
  ];
  const list = selected.length > 0 ? selected.join(", ") : `1 AS ${anyColumn}`;
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
  runAndReadAll(sql: string): Promise<{
    getRows(): readonly (readonly unknown[])[];
    getRowObjects(): readonly Readonly<Record<string, unknown>>[];
  }>;
  interrupt(): void;
  closeSync(): void;
}
