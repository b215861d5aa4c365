import type { LogFieldType } from "../core/log-test.ts";
import type { Dialect } from "../sql/dialect.ts";
import { exactInteger } from "../text/exact-integers.ts";
import { jsonValue } from "../text/record.ts";
import { textOf } from "./columns.ts";
import type { ColumnKind } from "./engine.ts";

/** Values of lines that an engine gives back. */

/** A column as a value that arrives whatever the protocol, and by which lines can be grouped. */
export function jsonText(name: string, kind: ColumnKind | undefined, dialect: Dialect): string {
  switch (kind) {
    case "array":
    case "json":
      return dialect.columnJson?.(name, kind) ?? name;
    case "address":
    case "other":
      return textOf(name, kind, dialect);
    default:
      return name;
  }
}

/** As a line of a file has it: protocols write long integers as text, and some everything. */
export function givenValue(given: unknown, type: LogFieldType | undefined): unknown {
  switch (type) {
    case "int":
    case "float":
      return numberOf(given);
    case "array[int]": {
      const items = typeof given === "string" ? readOrText(given) : given;
      return Array.isArray(items) ? items.map(numberOf) : items;
    }
    case "string":
    case "bool":
    case "int or string":
    case "array[string]":
    case "array[object]":
    case "object":
    case undefined:
      return given instanceof Date ? given.toISOString() : given;
  }
}

function numberOf(given: unknown): unknown {
  if (typeof given === "bigint") return exactInteger(given);
  if (typeof given !== "string") return given;
  if (/^-?\d+$/.test(given)) return exactInteger(BigInt(given));
  return /^-?\d+\.\d+$/.test(given) ? Number(given) : given;
}

/** The JSON value of a text, or the text itself. */
export function readOrText(text: string): unknown {
  const value = jsonValue(text);
  return value === undefined ? text : value;
}
