import { type Address, formatAddress, networkOf, parseNetwork } from "../../vocabulary/ip.ts";
import type { RuleFunction } from "../catalog/functions.ts";
import { matchWildcard, readWildcard } from "../syntax/wildcard.ts";
import { hasAddress } from "../values/ip-ranges.ts";
import { inCase } from "../values/operand-facts.ts";
import { type Digest, sha256, sha512 } from "./digest.ts";
import { decodeBase64, encodeBase64, urlDecode } from "./encodings.ts";
import { type JsonPathStep, lookupInteger, lookupString } from "./json-lookup.ts";
import { regexReplace } from "./regex-replace.ts";
import { isValidMessage } from "./signed-message.ts";
import { bitSlice, removeBytes, removeQueryArguments, split, substring, uuid } from "./text.ts";
import { type Entries, isAddress, isEntries, type Result, type Value } from "./value.ts";
import { wildcardReplace } from "./wildcard-replace.ts";

/**
 * Runs a function on arguments of the types in its definition. Receives missing arguments only if the definition skips
 * them.
 */
export type Implementation = (args: readonly (Value | undefined)[]) => Result;

/** Only the service can run these: they depend on an account, or on an undocumented hash. */
export const notRunHere: readonly string[] = [
  "dlp_match",
  "is_jwt_present",
  "is_jwt_valid",
  "hash_in_range",
];

type Text = readonly [string, ...string[]];

const digests: ReadonlyMap<string, Digest> = new Map(Object.entries({ sha256, sha512 }));

const implementations: Readonly<Record<string, Implementation>> = {
  bit_slice: (args) => {
    const [bytes, start, end] = args as [string, bigint, bigint];
    return bitSlice(bytes, start, end);
  },
  cidr: (args) => {
    const [address, ipv4Bits, ipv6Bits] = args as [Address, bigint, bigint];
    return networkStart(address, address.family === 4 ? ipv4Bits : ipv6Bits);
  },
  cidr6: (args) => {
    const [address, bits] = args as [Address, bigint];
    return address.family === 4 ? address : networkStart(address, bits);
  },
  coalesce: (args) => args.find((it) => it !== undefined),
  concat: (args) => {
    const given = args.filter((it) => it !== undefined);
    if (given.length === 0) return undefined;
    return given.every((it) => typeof it === "string") ? given.join("") : (given.flat() as Value[]);
  },
  contains: (args) => {
    const [source, part] = args as [string, string];
    return source.includes(part);
  },
  decode_base64: ([source]) => decodeBase64(source as string),
  encode_base64: ([input, flags = ""]) => encodeBase64(input as string, flags as string),
  ends_with: (args) => {
    const [source, part] = args as [string, string];
    return source.endsWith(part);
  },
  has_key: ([map, key]) => (map as Entries).has(key as string),
  has_value: ([collection, value]) => elementsOf(collection as Value).some(isSame(value as Value)),
  hmac: (args) => {
    const [message, key, name] = args as [string, string, string];
    const digest = digests.get(name.toLowerCase().replace("-", ""));
    return digest?.hmac(key, message);
  },
  ip_in_range: (args) => {
    const [address, range] = args as [Address, string];
    const read = parseNetwork(range);
    return "network" in read ? hasAddress([read.network], address) : undefined;
  },
  is_timed_hmac_valid_v0: (args) => {
    const [key, text, secondsValid, now] = args as [string, string, bigint, bigint];
    const [separatorLength = 0n, flags = ""] = args.slice(4) as [bigint?, string?];
    const urlSafe = flags.includes("s");
    return isValidMessage({ key, text, secondsValid, now, separatorLength, urlSafe });
  },
  join: ([items, separator]) => (items as readonly string[]).join(separator as string),
  len: ([value]) => BigInt((value as string | readonly Value[]).length),
  lookup_json_integer: ([json, ...steps]) => lookupInteger(json as string, steps as JsonPathStep[]),
  lookup_json_string: ([json, ...steps]) => lookupString(json as string, steps as JsonPathStep[]),
  lower: ([value]) => inCase(value as string, "lower"),
  regex_replace: (args) => {
    const [source, pattern, replacement] = args as [string, string, string];
    return regexReplace(source, pattern, replacement);
  },
  remove_bytes: (args) => {
    const [source, bytes] = args as [string, string];
    return removeBytes(source, bytes);
  },
  remove_query_args: (args) => {
    const [query, ...names] = args as unknown as Text;
    return removeQueryArguments(query, names);
  },
  sha256: ([input]) => sha256.of(input as string),
  sha512: ([input]) => sha512.of(input as string),
  split: (args) => {
    const [input, separator, limit] = args as [string, string, bigint];
    return split(input, separator, limit);
  },
  starts_with: (args) => {
    const [source, part] = args as [string, string];
    return source.startsWith(part);
  },
  substring: (args) => {
    const [text, start, end] = args as [string, bigint, bigint?];
    return substring(text, start, end);
  },
  to_string: ([value]) =>
    isAddress(value as Value) ? formatAddress(value as Address) : String(value),
  upper: ([value]) => inCase(value as string, "upper"),
  url_decode: ([source, options = ""]) => urlDecode(source as string, options as string),
  uuidv4: ([random]) => uuid(random as string),
  wildcard: (args) => {
    const [source, pattern] = args as [string, string];
    return matchWildcard(readWildcard(pattern), source, { strict: false });
  },
  wildcard_replace: (args) => {
    const [source, pattern, replacement, flags = ""] = args as [string, string, string, string?];
    return wildcardReplace(source, pattern, replacement, { strict: flags.includes("s") });
  },
};

/** Undefined for an unsupported function. */
export function implementationOf(definition: RuleFunction): Implementation | undefined {
  return Object.hasOwn(implementations, definition.name)
    ? implementations[definition.name]
    : undefined;
}

/** The elements of an array, or the values of a map in the order of their keys. */
export function elementsOf(collection: Value): readonly Value[] {
  if (isEntries(collection)) return [...collection.values()];
  return Array.isArray(collection) ? collection : [];
}

function isSame(value: Value): (other: Value) => boolean {
  if (typeof value !== "object" || !isAddress(value)) return (other) => other === value;
  return (other) =>
    isAddress(other) && other.family === value.family && other.value === value.value;
}

function networkStart(address: Address, bits: bigint): Address | undefined {
  const width = address.family === 4 ? 32n : 128n;
  if (bits < 0n || bits > width) return undefined;
  return { family: address.family, value: networkOf(address, Number(bits)).first };
}
