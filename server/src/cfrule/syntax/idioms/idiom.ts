import { foreignField } from "../../catalog/foreign-names.ts";
import type { Scheme } from "../../catalog/scheme.ts";
import type { Type } from "../../catalog/type.ts";

/** The context that a match of an idiom is read in. */
export interface IdiomContext {
  readonly scheme: Scheme;
  /** The parts in parentheses of the pattern. */
  readonly parts: readonly (string | undefined)[];
}

/** A condition as other languages write it. */
export interface Idiom {
  /** Matched within a text, outside of strings. */
  readonly pattern: RegExp;
  /** How rules write it. Undefined if the match is something else. */
  readonly use: (context: IdiomContext) => string | undefined;
  /** `sure`: also if another message has a fix. `merged`: only in place of several problems. */
  readonly when?: "sure" | "merged";
}

export const name = String.raw`[a-zA-Z_$][\w.$]*`;
export const field = String.raw`${name}(?:\[\s*["'][^"'\]]*["']\s*\])?(?:\[\d+\])?`;
export const text = String.raw`"(?:[^"\\]|\\.)*"|'[^'"\\]*'`;
/** Not within a name. */
export const apart = String.raw`(?<![\w.$"\]-])`;
export const network = String.raw`["']?([\da-fA-F.:]*[.:][\da-fA-F.:]*(?:\/\d{1,3})?)["']?`;

export function row(pattern: string, use: Idiom["use"], when?: Idiom["when"]): Idiom {
  return { pattern: new RegExp(pattern, "gi"), use, ...(when && { when }) };
}

/** The name of a field of rules, with its key and index. */
export function fieldIn(written: string | undefined, { scheme }: IdiomContext): string | undefined {
  const given = written?.trim().replace("$", "") ?? "";
  const base = /^[\w.]*/.exec(given)?.[0] ?? "";
  const rest = given.slice(base.length);
  const known = scheme.field(base) ? base : foreignField(base);
  if (known === undefined || !scheme.field(known.split("[")[0] ?? "")) return undefined;
  return known + rest.replaceAll("'", '"').replaceAll(/\s+/g, "");
}

export function typeIn(operand: string, { scheme }: IdiomContext): Type | undefined {
  const [base = "", ...keys] = operand.split("[");
  let type = scheme.field(base)?.type;
  for (const _ of keys) type = type && "of" in type ? type.of : undefined;
  return type;
}

export function quoted(written: string | undefined): string {
  const inside = written?.trim() ?? "";
  return /^["']/.test(inside) ? `"${inside.slice(1, -1)}"` : `"${inside}"`;
}

/** `http.request.headers["a"]`, perhaps with an index, as a test for the key. */
export function presence(operand: string | undefined, context: IdiomContext): string | undefined {
  const found = fieldIn(operand, context);
  const [, map = "", key] = /^([\w.]+)\["([^"]*)"\](?:\[\d+\])?$/.exec(found ?? "") ?? [];
  if (key === undefined || typeIn(map, context)?.kind !== "Map") return undefined;
  return `has_key(${map}, "${/headers$/.test(map) ? key.toLowerCase() : key}")`;
}

/** Whether something is null. */
export function nullTest(operand: string | undefined, isNot: boolean, context: IdiomContext) {
  const test = presence(operand, context);
  if (test) return isNot ? test : `not ${test}`;
  const found = fieldIn(operand, context);
  if (found === undefined || typeIn(found, context)?.kind !== "String") return undefined;
  return `${found} ${isNot ? "ne" : "eq"} ""`;
}

export function compared(
  operand: string | undefined,
  operator: string,
  value: string | undefined,
  context: IdiomContext,
): string | undefined {
  const found = fieldIn(operand, context);
  if (found === undefined || value === undefined) return undefined;
  const isText = typeIn(found, context)?.kind === "String";
  const plain = value.trim().replace(/^["'](.*)["']$/s, "$1");
  return `${found} ${operator} ${isText ? quoted(value) : plain}`;
}

/** `a*` as a wildcard, and anything else as a value. */
export function matched(operand: string | undefined, value: string, context: IdiomContext) {
  const found = fieldIn(operand, context);
  const type = found && typeIn(found, context)?.kind;
  if (!found || type === undefined) return undefined;
  if (type !== "String") return `${found} eq ${value.replaceAll(/["']/g, "")}`;
  return `${found} ${value.includes("*") ? "wildcard" : "eq"} ${quoted(value)}`;
}

/** Other names of `ssl`. Its own comparisons with Booleans have a message of their own. */
export function secure(operand: string | undefined, isTrue: boolean, context: IdiomContext) {
  if (/^ssl$/i.test(operand ?? "")) return undefined;
  return fieldIn(operand, context) === "ssl" ? (isTrue ? "ssl" : "not ssl") : undefined;
}

/** An element of an array, compared with a value. */
export function some(
  quantifier: string,
  array: string | undefined,
  value: string,
  context: IdiomContext,
) {
  const found = fieldIn(array, context);
  if (!found || typeIn(found, context)?.kind !== "Array") return undefined;
  return `${quantifier}(${found}[*] eq ${quoted(value)})`;
}

export const nothing = "null|nil|none|undefined";
export const isEqual = "==?=?|eq|is|equals";
export const isOther = String.raw`!==?|<>|ne|is\s+not|not`;
