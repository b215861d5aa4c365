/** Values of log lines. Lines from CSV files only have strings, so each value is parsed by the type of its log field. */
import type { LogFieldType } from "../languages.ts";
import { isRecord } from "../text/record.ts";

/** One log line by field name. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The fields of a line, read on demand. */
export interface LogFields {
  get(name: string): unknown;
  /** The value as the JSON in the line, so that long integers keep their digits. */
  raw?(name: string): string | undefined;
}

/** Undefined if the field is missing or its value has another type. */
export function logValue(line: LogFields, name: string, type: LogFieldType | undefined): unknown {
  const given = line.get(name);
  if (given === null || given === undefined) return undefined;
  switch (type) {
    case "int":
    case "float":
      return numberIn(given);
    case "string":
      return typeof given === "number" || typeof given === "bigint" ? String(given) : textIn(given);
    case "array[string]":
    case "array[int]":
    case "array[object]":
      return structureIn(given, Array.isArray);
    case "object":
      return structureIn(given, isRecord);
    case "int or string":
      return typeof given === "number" ? (integerIn(line.raw?.(name)) ?? given) : given;
    default:
      return given;
  }
}

function integerIn(raw: string | undefined): bigint | undefined {
  return raw !== undefined && /^\d{1,19}$/.test(raw) ? BigInt(raw) : undefined;
}

function textIn(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}

function numberIn(given: unknown): number | bigint | undefined {
  if (typeof given === "number" || typeof given === "bigint") return given;
  if (typeof given !== "string" || !/^-?\d+(?:\.\d+)?$/.test(given)) return undefined;
  return given.includes(".") ? Number(given) : BigInt(given);
}

/** Parses JSON from a CSV cell, or returns the value itself. Undefined if it has another type. */
function structureIn(given: unknown, isRight: (value: unknown) => boolean): unknown {
  if (typeof given !== "string") return isRight(given) ? given : undefined;
  try {
    const read: unknown = JSON.parse(given);
    return isRight(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

export interface LogTime {
  /** Since 1970. */
  readonly seconds: number;
  /** The part after the second; undefined for a format with whole seconds. */
  readonly milliseconds: number | undefined;
}

/** A timestamp in any format that a job writes: `unix`, `unixnano` or `rfc3339`, the last also with fractions. */
export function timeIn(given: unknown): LogTime | undefined {
  if (typeof given === "number" || typeof given === "bigint") return unixTime(given);
  if (typeof given !== "string") return undefined;
  if (/^\d{1,19}$/.test(given)) return unixTime(BigInt(given));
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i.exec(given);
  if (!parts) return undefined;
  const [, date = "", fraction, zone = ""] = parts;
  const at = Date.parse(`${date}${zone}`);
  if (Number.isNaN(at)) return undefined;
  // Truncated, not rounded.
  const milliseconds =
    fraction === undefined ? undefined : Number(fraction.slice(0, 3).padEnd(3, "0"));
  return { seconds: at / 1000, milliseconds };
}

/** Seconds have fewer than twelve digits until the year 5138. */
const mostSeconds = 100_000_000_000n;

function unixTime(given: number | bigint): LogTime | undefined {
  if (typeof given === "number" && !Number.isInteger(given)) return undefined;
  const value = BigInt(given);
  if (value < 0n) return undefined;
  if (value < mostSeconds) return { seconds: Number(value), milliseconds: undefined };
  const milliseconds = value / 1_000_000n;
  return { seconds: Number(milliseconds / 1000n), milliseconds: Number(milliseconds % 1000n) };
}
