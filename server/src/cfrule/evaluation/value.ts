import { type Address, parseAddress } from "../../vocabulary/ip.ts";
import type { Type } from "../catalog/type.ts";
import { bytesOf } from "../syntax/bytes.ts";

/** The value of an operand. A string is bytes, one character per byte. */
export type Value = boolean | bigint | string | Address | readonly Value[] | Entries;

/** In byte order, as in the engine's maps. */
export type Entries = ReadonlyMap<string, Value>;

/** The known entries of a map that may have others. */
export class OpenEntries extends Map<string, Value> {}

/** A value that is unknown here: a field that a log line does not have, the content of a list, or whether a token is valid. */
export const unknownValue: unique symbol = Symbol("unknown");

/** Undefined means a missing value: an absent key or field. */
export type Result = Value | undefined | typeof unknownValue;

/**
 * The fields of a request by name, as in JSON: strings are text, addresses are strings, maps are objects. Byte arrays
 * are strings that are not text. An absent field is missing; a value can also be `unknownValue`.
 */
export type Request = Readonly<Record<string, unknown>>;

/** A map of which only some entries are known, such as the headers that a job logs. */
export class PartialMap {
  constructor(readonly known: Readonly<Record<string, unknown>>) {}
}

export function isAddress(value: Value): value is Address {
  return typeof value === "object" && "family" in value;
}

export function isEntries(value: Value): value is Entries {
  return value instanceof Map;
}

/** Undefined if the value does not have the type. */
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
  if (given instanceof PartialMap) return new OpenEntries(entriesOf(given.known, type));
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
  // Keep nested arrays.
  return value === undefined ? [] : [value];
}
