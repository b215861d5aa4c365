import { nanosecondsOf } from "../../text/timestamps.ts";

/** A timestamp is compared as a time, and written as it was. */
export class Time {
  constructor(
    readonly at: bigint,
    readonly text: string,
  ) {}
}

export type Value = null | boolean | number | bigint | string | Time | readonly unknown[];
export type Line = Readonly<Record<string, Value>>;

/** Why a query cannot be run. */
export class QueryError extends Error {
  constructor(
    message: string,
    /** The offset of what cannot be read at all. */
    readonly at?: number,
  ) {
    super(message);
  }
}

/** Below, equal or above; undefined if one of them is NULL. */
export function compared(left: Value, right: Value): number | undefined {
  if (left === null || right === null) return undefined;
  if (left instanceof Time || right instanceof Time) return order(timeOf(left), timeOf(right));
  if (isNumber(left) && isNumber(right)) return order(left, right);
  if (typeof left === "string" && typeof right === "string")
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  if (typeof left === "boolean" && typeof right === "boolean")
    return order(Number(left), Number(right));
  throw new QueryError("Values of different types cannot be compared.");
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function order(left: number | bigint, right: number | bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function timeOf(value: Value): bigint {
  const at = value instanceof Time ? value.at : nanosecondsOf(String(value));
  if (at === undefined) throw new QueryError(`'${String(value)}' is not a timestamp.`);
  return at;
}

export function textOf(value: Value): string | null {
  if (value === null) return null;
  return value instanceof Time ? value.text : String(value);
}

/** The truth of a condition: true, false or unknown. */
export function truth(value: Value): boolean | null {
  if (value === null || typeof value === "boolean") return value;
  throw new QueryError("A condition is not a Boolean.");
}
