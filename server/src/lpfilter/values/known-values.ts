import type { LogOperator } from "../../core/log-test.ts";
/** Documented values of a field, and suggestions for unknown ones. */
import type { JsonValue } from "../../json/syntax/tree.ts";
import { nearest } from "../../text/nearest.ts";
import { suggestedCountry } from "../../vocabulary/countries.ts";
import { suggestedVersion } from "../../vocabulary/versions.ts";
import { type VocabularyName, vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/dataset.ts";
import type { Condition } from "../syntax/filter.ts";

export interface KnownValues {
  readonly exact: ReadonlySet<string>;
  /** The exact spelling of each value by its lowercase form. */
  readonly byLowercase: ReadonlyMap<string, string>;
  /** Each value in lowercase. */
  readonly lowercase: ReadonlyMap<string, string>;
  readonly vocabulary: VocabularyName | undefined;
}

/** The known values of a condition; undefined if the operator compares only a part of the value. */
export function comparedValues({ field, comparison }: Condition): KnownValues | undefined {
  if (!field || !comparison || !(field.vocabulary || field.values)) return undefined;
  switch (comparison.name) {
    case "eq":
    case "!eq":
    case "in":
    case "!in":
      return field.type.startsWith("array") ? undefined : knownValues(field);
    case "contains":
    case "!contains":
      return field.type.startsWith("array") ? knownValues(field) : undefined;
    case "startsWith":
    case "!startsWith":
    case "endsWith":
    case "!endsWith":
    case "lt":
    case "leq":
    case "gt":
    case "geq":
      return undefined;
    default:
      return comparison.name satisfies never;
  }
}

/** The known values for an operator that compares a part of them; undefined if it compares whole values. */
export function valuesAround(condition: Condition): KnownValues | undefined {
  const { field, comparison } = condition;
  if (field?.type !== "string" || !comparison || !(field.vocabulary || field.values))
    return undefined;
  return partOf[comparison.name] ? knownValues(field) : undefined;
}

/**
 * The part as the known values spell it, if only its case differs. Undefined if one of them has the exact spelling, none
 * contains it, or their spellings differ.
 */
export function partInOtherCase(
  { comparison }: Condition,
  text: string,
  { lowercase, vocabulary }: KnownValues,
): string | undefined {
  const has = comparison && partOf[comparison.name];
  // The country format of these datasets is undocumented.
  if (!has || vocabulary === "country") return undefined;
  const small = text.toLowerCase();
  let spelling: string | undefined;
  for (const [value, lowercaseValue] of lowercase) {
    if (has(value, text) !== -1) return undefined;
    const at = has(lowercaseValue, small);
    if (at === -1) continue;
    const written = value.slice(at, at + text.length);
    if (spelling !== undefined && spelling !== written) return undefined;
    spelling = written;
  }
  return spelling;
}

/** The index of the substring in a value, or -1. */
type PlaceOf = (value: string, text: string) => number;

const atStart: PlaceOf = (value, text) => (value.startsWith(text) ? 0 : -1);
const atEnd: PlaceOf = (value, text) => (value.endsWith(text) ? value.length - text.length : -1);
const anywhere: PlaceOf = (value, text) => value.indexOf(text);

const partOf: Readonly<Record<LogOperator, PlaceOf | undefined>> = {
  startsWith: atStart,
  "!startsWith": atStart,
  endsWith: atEnd,
  "!endsWith": atEnd,
  contains: anywhere,
  "!contains": anywhere,
  eq: undefined,
  "!eq": undefined,
  in: undefined,
  "!in": undefined,
  lt: undefined,
  leq: undefined,
  gt: undefined,
  geq: undefined,
};

/** The string to look up among the known values. Undefined for an empty string, which tests for a missing value. */
export function comparedText(value: JsonValue): string | undefined {
  if (value.kind === "string") return value.value === "" ? undefined : value.value;
  return value.kind === "number" ? String(value.value) : undefined;
}

export function isKnown(text: string, { exact, vocabulary, byLowercase }: KnownValues): boolean {
  if (exact.has(text)) return true;
  // The country format of these datasets is undocumented.
  if (vocabulary === "country") return byLowercase.has(text.toLowerCase());
  return vocabulary === "http-status" && isStatus(Number(text));
}

export function inOtherCase(text: string, known: KnownValues): string | undefined {
  return known.byLowercase.get(text.toLowerCase());
}

/** The nearest spelling, or the code for the name of a country. */
export function suggestedValue(text: string, known: KnownValues): string | undefined {
  if (!known.vocabulary?.startsWith("country"))
    return suggestedVersion(text, known.exact) ?? nearest(text.trim(), known.exact);
  // Any two letters are one typo away from many codes.
  const code = suggestedCountry(text);
  return code && inOtherCase(code, known);
}

/** The service and origins use custom statuses, so every number in the usual range is valid. */
function isStatus(status: number): boolean {
  return status === 0 || (status >= 100 && status <= 599);
}

const byField = new WeakMap<Field, KnownValues>();

function knownValues(field: Field): KnownValues | undefined {
  const made = byField.get(field);
  if (made) return made;
  const values = field.vocabulary
    ? [...vocabularies[field.vocabulary].values.keys()]
    : (field.values ?? []).map(String);
  // A single documented value is an example.
  if (values.length < 2) return undefined;
  const known: KnownValues = {
    exact: new Set(values),
    byLowercase: new Map(values.map((it) => [it.toLowerCase(), it])),
    lowercase: new Map(values.map((it) => [it, it.toLowerCase()])),
    vocabulary: field.vocabulary,
  };
  byField.set(field, known);
  return known;
}
