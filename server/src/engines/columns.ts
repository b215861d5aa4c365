import type { LogFieldType } from "../core/log-test.ts";
import { logFieldsOf } from "../languages.ts";
import type { Dialect } from "../sql/dialect.ts";
import { Untranslatable } from "../sql/untranslatable.ts";
import type { Column, ColumnKind } from "./engine.ts";

/** The columns of a table by the names of log fields. */
export class Columns {
  private readonly byName: ReadonlyMap<string, Column>;

  constructor(readonly all: readonly Column[]) {
    const lower = all.map((it) => [it.name.toLowerCase(), it] as const);
    // A name in another letter case does not hide the exact one.
    this.byName = new Map([...lower, ...all.map((it) => [it.name, it] as const)]);
  }

  get(field: string): Column | undefined {
    return this.byName.get(field) ?? this.byName.get(field.toLowerCase());
  }

  has(field: string): boolean {
    return this.get(field) !== undefined;
  }
}

/** A dialect with the columns of the table, converted to the types of their fields where these differ. */
export function withColumns(
  dialect: Dialect,
  columns: Columns,
  typeOf: (field: string) => LogFieldType | undefined,
): Dialect {
  return {
    ...dialect,
    identifier: (field) => {
      const column = columns.get(field);
      const name = dialect.identifier(column?.name ?? field);
      return column?.kind ? converted(name, column, typeOf(field), field, dialect) : name;
    },
  };
}

/** The type of a field, also of one that is newer than Weir. */
export function typesIn(
  dataset: string,
  extra: Parameters<typeof logFieldsOf>[1],
): (field: string) => LogFieldType | undefined {
  const fields = logFieldsOf(dataset, extra);
  return (field) => fields.get(field)?.type;
}

function converted(
  name: string,
  column: Column,
  type: LogFieldType | undefined,
  field: string,
  dialect: Dialect,
): string {
  const { kind = "other", isSingle } = column;
  // As text, a number with 32 bits is the one that was written.
  if (isSingle && (type === "int" || type === "float")) return dialect.looseNumber(name);
  if (kind === "timestamp") return timeOf(name, column, type, field, dialect);
  switch (type) {
    case "string":
      return kind === "text" ? name : textOf(name, kind, dialect);
    case "int":
      return kind === "integer" || kind === "float" ? name : dialect.looseInteger(name);
    case "float":
      return kind === "integer" || kind === "float" ? name : dialect.looseNumber(name);
    case "bool":
      if (kind === "integer") return `(${name} <> 0)`;
      return kind === "boolean" ? name : dialect.looseBoolean(name);
    case "array[string]":
    case "array[int]":
      if (kind === "array" || kind === "json") return name;
      throw new Untranslatable(`The column '${field}' is not an array.`);
    case "int or string":
    case "array[object]":
    case "object":
    case undefined:
      return name;
  }
}

/** A day is the time at which it begins, as in Parquet files. */
export function timeSql(name: string, { type = "" }: Column, dialect: Dialect): string {
  return /^(?:Nullable\()?date(?:32)?\b/i.test(type) ? (dialect.dayTime?.(name) ?? name) : name;
}

function timeOf(
  name: string,
  column: Column,
  type: LogFieldType | undefined,
  field: string,
  dialect: Dialect,
): string {
  if (type === undefined || type === "int or string") return timeSql(name, column, dialect);
  throw new Untranslatable(
    `The column '${field}' has a type for timestamps, and the field is of another type.`,
  );
}

/** Other columns as text: a network without its length, a UUID in lowercase. */
export function textOf(name: string, kind: ColumnKind, dialect: Dialect): string {
  return dialect.columnText?.(name, kind) ?? `CAST(${name} AS VARCHAR)`;
}
