import { kept } from "../../core/solver/kept.ts";
import { formatAddress, parseAddress } from "../../vocabulary/ip.ts";
import type { Type } from "../catalog/type.ts";
import { sha256, sha512 } from "../evaluation/digest.ts";
import { decodeBase64, encodeBase64 } from "../evaluation/encodings.ts";
import { isUtf8, textOfBytes } from "../syntax/bytes.ts";
import type { Argument, Call, Field, Index, Operand } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";

/** Values of fields with which an operand likely has a given value, found by inverting functions. */

/** Strings are bytes, integers are bigints, addresses are text. Undefined means missing. */
export type Target =
  | string
  | bigint
  | boolean
  | undefined
  | readonly Target[]
  | { readonly address: string };

export interface FieldValue {
  readonly field: Field;
  readonly key: string | undefined;
  /** As in a request. */
  readonly value: unknown;
}

const deepest = 6;

export function fieldValuesFor(operand: Operand, target: Target, depth = 0): FieldValue[] {
  if (depth > deepest) return [];
  if (operand.kind === "field") return fieldValue(operand, undefined, target);
  if (operand.kind === "call") {
    return argumentsFor(operand, target).flatMap(([at, value]) => {
      const argument = operand.args[at];
      return argument && isOperand(argument) ? fieldValuesFor(argument, value, depth + 1) : [];
    });
  }
  const { base, indexes } = operand;
  const [first] = indexes;
  if (base.kind === "field" && first?.key.kind === "string")
    return fieldValue(base, textOfBytes(first.key.bytes), within(indexes.slice(1), target));
  const whole = within(indexes, target);
  return base.kind === "field"
    ? fieldValue(base, undefined, whole)
    : fieldValuesFor(base, base.mapped ? target : whole, depth + 1);
}

function fieldValue(field: Field, key: string | undefined, target: Target): FieldValue[] {
  const type = key !== undefined && field.type && "of" in field.type ? field.type.of : field.type;
  const value = type && shown(target, type);
  return value === undefined ? [] : [{ field, key, value }];
}

/** The array that has a value at its indexes. */
function within(indexes: readonly Index[], target: Target): Target {
  const [first, ...rest] = indexes;
  if (!first) return target;
  const at = first.key.kind === "integer" ? Number(first.key.value) : 0;
  if (at > longestArray) return undefined;
  const inner = within(rest, target);
  return [...Array.from({ length: at }, () => inner), inner];
}

const longestArray = 20;

function shown(target: Target, type: Type): unknown {
  if (Array.isArray(target)) {
    const all = type.kind === "Array" ? target.map((it) => shown(it, type.of)) : [undefined];
    return all.includes(undefined) ? undefined : all;
  }
  switch (type.kind) {
    case "String":
      if (typeof target !== "string") return undefined;
      return isUtf8(target)
        ? textOfBytes(target)
        : Uint8Array.from(target, (it) => it.charCodeAt(0));
    case "Integer":
      return typeof target === "bigint" ? target : undefined;
    case "Boolean":
      return typeof target === "boolean" ? target : undefined;
    case "IP":
      // Any text can be asked of an address that is written as one.
      return typeof target === "object" && "address" in target && parseAddress(target.address)
        ? target.address
        : undefined;
    default:
      return undefined;
  }
}

type Wanted = readonly [argument: number, value: Target];
type Inverse = (value: never, args: readonly Argument[], call: Call) => readonly Wanted[];

const same = (value: Target): readonly Wanted[] => [[0, value]];

/** By the name of the function: values of its arguments. */
const inverses: Readonly<Record<string, Inverse>> = {
  lower: same,
  upper: same,
  remove_bytes: same,
  remove_query_args: same,
  regex_replace: same,
  wildcard_replace: same,
  cidr: same,
  cidr6: same,
  url_decode: (value: string) => same(value.replace(/[%+ ]/g, escaped)),
  decode_base64: (value: string) => same(encodeBase64(value, "")),
  encode_base64: (value: string) => [
    ...encodedIn.flatMap(([before, after]) => same(decodeBase64(before + value + after))),
    ...tried(value, "base64", { inputs: shortTexts, of: (it) => encodeBase64(it, "") }),
  ],
  lookup_json_string: (value: string, [, ...path]) => same(jsonWith(textOfBytes(value), path)),
  lookup_json_integer: (value: bigint, [, ...path]) => same(jsonWith(Number(value), path)),
  join: (value: string, [, separator]) => [
    [0, [value]],
    ...(separator?.kind === "string" && separator.bytes !== ""
      ? ([[0, value.split(separator.bytes)]] as const)
      : []),
  ],
  split: (value: readonly string[], [, separator]) =>
    same(value.join(separator?.kind === "string" ? separator.bytes : "")),
  concat: concatenated,
  coalesce: (value: Target, args) => args.map((_, at) => [at, value] as const),
  substring: (value: string, [, start, end]) => {
    const from = start?.kind === "integer" ? Number(start.value) : 0;
    const to = end?.kind === "integer" ? Number(end.value) : 0;
    if (Math.abs(from) > longestArray) return [];
    return same("x".repeat(Math.max(from, 0)) + value + "x".repeat(Math.max(-to, 0)));
  },
  len: (value: bigint, [source]) => {
    if (value < 0n || value > mostLength) return [];
    const length = Number(value);
    const isText = source && "type" in source && source.type?.kind === "String";
    return isText
      ? same("a".repeat(length))
      : ["a", 0n, true].map((it) => [0, Array.from({ length }, () => it)] as const);
  },
  to_string: (value: string, [source]) => {
    const kind = source && "type" in source ? source.type?.kind : undefined;
    if (kind === "Boolean") return same(value === "true");
    if (kind === "IP") {
      const like = tried(value, "address", { inputs: addresses, of: (it) => it }).map(([, it]) =>
        String(it),
      );
      return [value, ...like].flatMap((address) => same({ address }));
    }
    // Other numbers contain the same digits.
    return /^-?\d{1,17}$/.test(value)
      ? [value, `${value}1`].map((it) => [0, BigInt(it)] as const)
      : [];
  },
  bit_slice: (value: bigint, [, start, end]) => {
    if (start?.kind !== "integer" || end?.kind !== "integer" || value < 0n) return [];
    const bytes = (end.value + 7n) / 8n;
    if (bytes > mostLength) return [];
    const bits = value << (bytes * 8n - end.value);
    return same(
      Array.from({ length: Number(bytes) }, (_, at) =>
        String.fromCharCode(Number((bits >> (8n * (bytes - 1n - BigInt(at)))) & 0xffn)),
      ).join(""),
    );
  },
  sha256: (value: string) => tried(value, "sha256", { inputs: shortTexts, of: sha256.of }),
  sha512: (value: string) => tried(value, "sha512", { inputs: shortTexts, of: sha512.of }),
  hmac: () => shortTexts.slice(0, 8).map((it) => [0, it] as const),
  has_value: (value: boolean, [, item]) => [[0, value && item ? [literalOf(item)] : []]],
  starts_with: tested,
  ends_with: tested,
  contains: tested,
  wildcard: (value: boolean, [, pattern]) =>
    same(value && pattern?.kind === "string" ? pattern.bytes.replace(/\*/g, "x") : "~"),
  ip_in_range: (value: boolean, [, range]) =>
    same({
      address:
        value && range?.kind === "string" ? range.bytes.replace(/\/\d+$/, "") : "203.0.113.7",
    }),
};

const mostLength = 1000n;

const chars = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");
const shortTexts = [...chars, ...chars.flatMap((it) => chars.map((other) => it + other))];

/** Letters around a part of a text in Base64, at each of its four places in a group. */
const encodedIn: readonly (readonly [before: string, after: string])[] = [
  ["", ""],
  ...["", "Y", "YW", "YWF"].flatMap((before) =>
    ["", "h", "hY", "FhY"].map((after) => [before, after] as const),
  ),
];

const hexDigits = Array.from("0123456789abcdef");
const addresses = [
  ...hexDigits.flatMap((it, at) => [`10.0.0.${at}`, `${10 * at}.${at}.0.1`, `2001:db8::${it}`]),
  ...hexDigits.flatMap((it) => hexDigits.map((other) => `${it}b::a${other}`)),
  ...hexDigits.slice(1).flatMap((it) => hexDigits.slice(1).map((other) => `${it}::${other}`)),
];

interface Tried {
  readonly inputs: readonly string[];
  readonly of: (input: string) => string;
}

interface TriedResults {
  readonly results: readonly { readonly input: string; readonly result: string; lower: string }[];
  /** The last answers, by what was wanted. */
  readonly answers: Map<string, readonly Wanted[]>;
}

const triedBefore = new Map<string, TriedResults>();
const mostAnswers = 500;

/** Inputs for which the results of a function contain a text, or begin or end as it does. */
function tried(value: string, name: string, { inputs, of }: Tried): readonly Wanted[] {
  const { results, answers } = kept(triedBefore, name, () => ({
    results: inputs.map((input) => {
      const result = of(input);
      return { input, result, lower: result.toLowerCase() };
    }),
    answers: new Map(),
  }));
  if (answers.size > mostAnswers) answers.clear();
  return kept(answers, value, () => inputsFor(value, results).map((it) => [0, it] as const));
}

function inputsFor(value: string, results: TriedResults["results"]): readonly string[] {
  const like = value.toLowerCase();
  const [first, last] = [value.charAt(0), value.slice(-1)];
  const [start, end] = [like.charAt(0), like.slice(-1)];
  const tests: ((result: string, lower: string) => boolean)[] = [
    (it) => it.includes(value),
    (it) => it.startsWith(first) && it.endsWith(last),
    (it) => it.startsWith(first),
    (it) => it.endsWith(last),
    (_, it) => it.includes(like),
    (_, it) => it.startsWith(start) && it.endsWith(end),
    (it) => it > value,
    (it) => it < value,
  ];
  const found = tests.flatMap((test) => {
    const fits = (it: TriedResults["results"][number]) => test(it.result, it.lower);
    const earliest = results.find(fits);
    return earliest ? [earliest.input, results.findLast(fits)?.input ?? ""] : [];
  });
  return [...new Set(found)];
}

function tested(value: boolean, [, part]: readonly Argument[]): readonly Wanted[] {
  return same(value && part?.kind === "string" ? part.bytes : "~");
}

/** Literals take what they can, and each other argument the rest, or nothing. */
function concatenated(value: Target, args: readonly Argument[]): readonly Wanted[] {
  if (typeof value !== "string") return [[0, value]];
  const textOf = (all: readonly Argument[]) =>
    all.map((it) => (it.kind === "string" ? it.bytes : "")).join("");
  return args.flatMap((argument, at): Wanted[] => {
    if (argument.kind === "string") return [];
    const [before, after] = [textOf(args.slice(0, at)), textOf(args.slice(at + 1))];
    const rest = value.startsWith(before) ? value.slice(before.length) : value;
    const end = rest.endsWith(after) ? rest.length - after.length : rest.length;
    return [
      [at, rest.slice(0, end)],
      [at, ""],
    ];
  });
}

function jsonWith(value: string | number, path: readonly Argument[]): string {
  const whole = path.reduceRight<unknown>((inner, step) => {
    if (step.kind !== "integer")
      return { [step.kind === "string" ? textOfBytes(step.bytes) : "x"]: inner };
    return [...Array.from({ length: Math.min(Number(step.value), longestArray) }, () => 0), inner];
  }, value);
  return JSON.stringify(whole);
}

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

export function literalOf(node: Argument): Target {
  switch (node.kind) {
    case "string":
      return node.bytes;
    case "integer":
      return node.value;
    case "address":
      return { address: formatAddress(node) };
    default:
      return undefined;
  }
}

function argumentsFor(call: Call, target: Target): readonly Wanted[] {
  const inverse = Object.hasOwn(inverses, call.name) ? inverses[call.name] : undefined;
  if (!inverse || target === undefined) return [];
  const kind = call.mapped && call.type && "of" in call.type ? call.type.of.kind : call.type?.kind;
  const given = { String: "string", Integer: "bigint", Boolean: "boolean" } as const;
  const isFit =
    Array.isArray(target) || kind === undefined || !(kind in given)
      ? true
      : typeof target === given[kind as keyof typeof given];
  return isFit ? inverse(target as never, call.args, call) : [];
}
