/** Values of log lines. Lines from CSV files only have strings, so each value is parsed by the type of its log field. */
import type { LogFieldType } from "../core/log-test.ts";
import { isRecord, jsonValue } from "../text/record.ts";
import { hasWholeSeconds, nanosecondsOf, writeTimestamp } from "../text/timestamps.ts";

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
    case "bool":
    case undefined:
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
  const read = typeof given === "string" ? jsonValue(given) : given;
  return isRight(read) ? read : undefined;
}

export interface LogTime {
  /** Since 1970. */
  readonly seconds: number;
  /** The part after the second; undefined for a format with whole seconds. */
  readonly milliseconds: number | undefined;
}

/** A timestamp in any format that a job writes. */
export function timeIn(given: unknown): LogTime | undefined {
  const isText = typeof given === "string" || typeof given === "bigint" || Number.isInteger(given);
  const text = isText ? String(given) : "";
  const at = nanosecondsOf(text);
  if (at === undefined) return undefined;
  const seconds = Number(writeTimestamp(at, "unix"));
  const milliseconds = Number(at / 1_000_000n - BigInt(seconds) * 1000n);
  return { seconds, milliseconds: hasWholeSeconds(text) ? undefined : milliseconds };
}
