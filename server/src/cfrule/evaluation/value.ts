import { type Address, parseAddress } from "../../vocabulary/ip.ts";
import type { Type } from "../catalogue/type.ts";
import { bytesOf } from "../syntax/bytes.ts";

/** What an operand can have while a rule runs. A string is bytes, one character for each. */
export type Value = boolean | bigint | string | Address | readonly Value[] | Entries;

/** In the order of their bytes, which is that of the engine's maps. */
export type Entries = ReadonlyMap<string, Value>;

/** A value that cannot be known here: what a list holds, or whether a token is genuine. */
export const unknown: unique symbol = Symbol("unknown");

/** Undefined is a value that is missing: an absent key, a field that the request does not have. */
export type Result = Value | undefined | typeof unknown;

/**
 * The fields of a request by name, as plain as JSON has them: strings are text, addresses are strings, maps are
 * objects. Byte arrays stand for strings that are no text.
 */
export type Request = Readonly<Record<string, unknown>>;

export function isAddress(value: Value): value is Address {
  return typeof value === "object" && "family" in value;
}

export function isEntries(value: Value): value is Entries {
  return value instanceof Map;
}

/** Undefined when what is given is not of that type. */
export function readValue(given: unknown, type: Type): Value | undefined {
  switch (type.kind) {
    case "Boolean":
      return typeof given === "boolean" ? given : undefined;
    case "Integer":
      return integerOf(given);
    case "String":
      return stringOf(given);
    case "IP":
      return addressOf(given);
    case "Array":
      return Array.isArray(given) ? given.flatMap((it) => listed(it, type.of)) : undefined;
    case "Map":
      return entriesOf(given, type.of);
  }
}

function integerOf(given: unknown): bigint | undefined {
  if (typeof given === "bigint") return given;
  return typeof given === "number" && Number.isInteger(given) ? BigInt(given) : undefined;
}

function stringOf(given: unknown): string | undefined {
  if (typeof given === "string") return bytesOf(given);
  if (!(given instanceof Uint8Array)) return undefined;
  return Array.from(given, (byte) => String.fromCharCode(byte)).join("");
}

function addressOf(given: unknown): Address | undefined {
  if (typeof given === "string") return parseAddress(given);
  return typeof given === "object" && given !== null && "family" in given
    ? (given as Address)
    : undefined;
}

function entriesOf(given: unknown, type: Type): Entries | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  const pairs = given instanceof Map ? [...given.entries()] : Object.entries(given);
  const entries = pairs.flatMap(([key, each]): [string, Value][] => {
    const value = readValue(each, type);
    return value === undefined ? [] : [[bytesOf(String(key)), value]];
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function listed(given: unknown, type: Type): Value[] {
  const value = readValue(given, type);
  // An array of arrays must not lose its inner ones.
  return value === undefined ? [] : [value];
}
