import type { Plan } from "./plans.ts";
import type { ScalarType } from "./type.ts";

/** The right side: a literal or a value of the request, a literal, a set or list, a regular expression, or a pattern with '*'. */
export type Operand = "value" | "literal" | "set" | "regex" | "wildcard";

export interface Comparison {
  /** The English spelling. */
  readonly name: string;
  readonly symbols: readonly string[];
  readonly accepts: readonly ScalarType["kind"][];
  readonly operand: Operand;
  /**
   * The operator that is true exactly when this one is false, unless the value is missing. Then both can be false.
   */
  readonly opposite?: string;
  /** Its wording in sentences, between a field and its value. */
  readonly reads: string;
  readonly doc: string;
  readonly plan?: Plan;
  readonly note?: string;
  /** Other spellings, lowercase. */
  readonly alsoWritten: readonly string[];
  /** Foreign operators that come close to this one. */
  readonly nearlyWritten: readonly string[];
  /**
   * Foreign spellings of the negation, which has no operator here: `not` goes before the comparison. Any spelling with
   * `not` or `!` before it is recognized as well.
   */
  readonly negationWritten: readonly string[];
}

const comparable = ["String", "Integer", "IP"] as const;

const ordering =
  "Strings are ordered byte by byte. Addresses are ordered within their family, by the engine; the service does not document it.";

/**
 * The single source of comparison operators. The engine matches spellings as prefixes, so a prefix of another spelling
 * (`>` of `>=`) comes after it.
 */
export const comparisons = [
  {
    name: "in",
    symbols: [],
    accepts: comparable,
    operand: "set",
    reads: "is one of",
    doc: "True when the value is in the set or list; a set can contain ranges and networks.",
    alsoWritten: ["is in", "one of", "oneof", "any of", "within"],
    nearlyWritten: [],
    negationWritten: ["notin", "nin", "not one of", "none of"],
  },
  {
    name: "eq",
    symbols: ["=="],
    accepts: comparable,
    operand: "value",
    opposite: "ne",
    reads: "is",
    doc: "True when both are equal, case-sensitive.",
    alsoWritten: ["=", "===", "equals", "equal", "equals to", "equal to", "is", "eql"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "ne",
    symbols: ["!="],
    accepts: comparable,
    operand: "value",
    opposite: "eq",
    reads: "is not",
    doc: "True when both differ.",
    note: "For a missing value, Cloudflare's documentation says false, but the engine's default is true. 'not … eq …' is true in both.",
    alsoWritten: ["<>", "!==", "=!", "/=", "neq", "is not", "isnot", "does not equal"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "ge",
    symbols: [">="],
    accepts: comparable,
    operand: "value",
    opposite: "lt",
    reads: "is at least",
    doc: "True when the left value is greater than the right one or equal to it.",
    note: ordering,
    alsoWritten: ["=>", "gte", "geq", "atleast", "at least"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "le",
    symbols: ["<="],
    accepts: comparable,
    operand: "value",
    opposite: "gt",
    reads: "is at most",
    doc: "True when the left value is less than the right one or equal to it.",
    note: ordering,
    alsoWritten: ["=<", "lte", "leq", "atmost", "at most"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "gt",
    symbols: [">"],
    accepts: comparable,
    operand: "value",
    opposite: "le",
    reads: "is greater than",
    doc: "True when the left value is greater than the right one.",
    note: ordering,
    alsoWritten: ["greater than", "greater_than", "greaterthan", "above"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "lt",
    symbols: ["<"],
    accepts: comparable,
    operand: "value",
    opposite: "ge",
    reads: "is less than",
    doc: "True when the left value is less than the right one.",
    note: ordering,
    alsoWritten: ["less than", "less_than", "lessthan", "below"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "bitwise_and",
    symbols: ["&"],
    accepts: ["Integer"],
    operand: "literal",
    reads: "shares a bit with",
    doc: "True when both numbers have a bit in common.",
    note: "Supported by the engine, but not documented by the service.",
    alsoWritten: ["bitand", "bit_and", "band"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "contains",
    symbols: [],
    accepts: ["String"],
    operand: "literal",
    reads: "contains",
    doc: "True when the value contains the string, case-sensitive.",
    note: "Needs one string, never a set. Every value contains the empty string.",
    alsoWritten: ["contain", "includes", "include"],
    nearlyWritten: [
      "has",
      "like",
      "has_any",
      "contains_any",
      "contains any",
      "contains any of",
      "icontains",
    ],
    negationWritten: ["does not contain", "excludes", "notcontains", "notcontain"],
  },
  {
    name: "matches",
    symbols: ["~"],
    accepts: ["String"],
    operand: "regex",
    reads: "matches",
    doc: "True when the regular expression matches anywhere in the value.",
    plan: "business",
    note: "Not anchored: use '^' and '$' to match the whole value.",
    alsoWritten: [
      "=~",
      "~=",
      "match",
      "regex",
      "rlike",
      "regexp",
      "matches regex",
      "matches_regex",
      "matchesregex",
    ],
    nearlyWritten: ["~*", "similar to"],
    negationWritten: ["does not match"],
  },
  {
    name: "wildcard",
    symbols: [],
    accepts: ["String"],
    operand: "wildcard",
    reads: "matches the pattern",
    doc: "True when the whole value matches the pattern, in which '*' matches any text; case-insensitive.",
    note: "Only the case of ASCII letters is ignored. Use '\\*' for a literal star.",
    alsoWritten: ["matches wildcard"],
    nearlyWritten: ["ilike", "glob"],
    negationWritten: [],
  },
  {
    name: "strict wildcard",
    symbols: [],
    accepts: ["String"],
    operand: "wildcard",
    reads: "strictly matches the pattern",
    doc: "True when the whole value matches the pattern, in which '*' matches any text; case-sensitive.",
    note: "The two words are one operator, with exactly one space between them.",
    alsoWritten: ["strict_wildcard", "strictwildcard", "strict-wildcard"],
    nearlyWritten: [],
    negationWritten: [],
  },
] as const satisfies readonly Comparison[];

export type ComparisonName = (typeof comparisons)[number]["name"];
export type KnownComparison = Comparison & { readonly name: ComparisonName };

export interface Logical {
  readonly name: string;
  readonly symbols: readonly string[];
  readonly arity: 1 | 2;
  /** 1 binds tightest. Comparisons bind tighter than any of these. */
  readonly precedence: number;
  readonly doc: string;
  readonly alsoWritten: readonly string[];
}

export const logicals = [
  {
    name: "not",
    symbols: ["!"],
    arity: 1,
    precedence: 1,
    doc: "True when the next comparison or group is false.",
    alsoWritten: [],
  },
  {
    name: "and",
    symbols: ["&&"],
    arity: 2,
    precedence: 2,
    doc: "True when both sides are true.",
    alsoWritten: ["&"],
  },
  {
    name: "xor",
    symbols: ["^^"],
    arity: 2,
    precedence: 3,
    doc: "True when exactly one side is true.",
    alsoWritten: ["^"],
  },
  {
    name: "or",
    symbols: ["||"],
    arity: 2,
    precedence: 4,
    doc: "True when at least one side is true.",
    alsoWritten: ["|"],
  },
] as const satisfies readonly Logical[];

export type LogicalName = (typeof logicals)[number]["name"];
export type KnownLogical = Logical & { readonly name: LogicalName };

/** Functions that people write as infix operators, as the dashboard's builder shows them. */
const infixFunctions = [
  {
    name: "starts_with",
    written: [
      "starts_with",
      "starts with",
      "startswith",
      "begins with",
      "begins_with",
      "beginswith",
      "has_prefix",
      "hasprefix",
    ],
    negationWritten: ["does not start with", "does not begin with"],
  },
  {
    name: "ends_with",
    written: ["ends_with", "ends with", "endswith", "has_suffix", "hassuffix"],
    negationWritten: ["does not end with"],
  },
] as const;

/** The meaning of a foreign spelling. */
export type OperatorMeaning =
  | {
      readonly kind: "comparison";
      readonly name: ComparisonName;
      readonly negated: boolean;
      /** Not exactly equivalent. */
      readonly nearly?: true;
    }
  | { readonly kind: "logical"; readonly name: LogicalName; readonly negated: false }
  | {
      readonly kind: "function";
      readonly name: (typeof infixFunctions)[number]["name"];
      readonly negated: boolean;
    };

const comparisonsBySpelling = bySpelling<KnownComparison>(comparisons);
const logicalsBySpelling = bySpelling<KnownLogical>(logicals);
const meanings = collectMeanings();

/** The number of words in the longest entry of `operatorMeaning`, for lookahead. */
export const maxForeignWords = Math.max(
  ...[...meanings.keys()].map((written) => written.split(" ").length),
);

/** By English name or symbol, exactly as spelled. */
export function comparisonBySpelling(spelling: string): KnownComparison | undefined {
  return comparisonsBySpelling.get(spelling);
}

export function logicalBySpelling(spelling: string): KnownLogical | undefined {
  return logicalsBySpelling.get(spelling);
}

/** The meaning of a foreign spelling, such as `=`, `AND` or `not in`. Words are separated by one space. */
export function operatorMeaning(written: string): OperatorMeaning | undefined {
  return meanings.get(written.toLowerCase());
}

/** Includes correct spellings, because `EQ` and `And` differ only in case. */
function collectMeanings(): ReadonlyMap<string, OperatorMeaning> {
  const found = new Map<string, OperatorMeaning>();
  const add = (spellings: readonly string[], suggested: OperatorMeaning) => {
    for (const spelling of spellings) if (!found.has(spelling)) found.set(spelling, suggested);
  };
  for (const { name, alsoWritten, nearlyWritten, negationWritten } of comparisons) {
    add([name, ...alsoWritten], { kind: "comparison", name, negated: false });
    add(
      alsoWritten.map((it) => `is ${it}`),
      { kind: "comparison", name, negated: false },
    );
    const near = { kind: "comparison", name, nearly: true } as const;
    add(nearlyWritten, { ...near, negated: false });
    add(negationsOf(nearlyWritten), { ...near, negated: true });
    add(negationWritten, { kind: "comparison", name, negated: true });
  }
  for (const { name, alsoWritten } of logicals) {
    add([name, ...alsoWritten], { kind: "logical", name, negated: false });
  }
  for (const { name, written, negationWritten } of infixFunctions) {
    add(written, { kind: "function", name, negated: false });
    add(negationWritten, { kind: "function", name, negated: true });
    add(negationsOf(written), { kind: "function", name, negated: true });
  }
  // The negation of `eq` has its own operator.
  for (const { name, symbols, alsoWritten } of comparisons) {
    const suggested =
      name === "eq" ? ({ name: "ne", negated: false } as const) : { name, negated: true };
    add(negationsOf([name, ...symbols, ...alsoWritten]), { kind: "comparison", ...suggested });
  }
  return found;
}

/** `not in`, `is not in`, `! in`, `!in` and `not_in`. */
function negationsOf(spellings: readonly string[]): string[] {
  return spellings.flatMap((it) => [`not ${it}`, `is not ${it}`, `! ${it}`, `!${it}`, `not_${it}`]);
}

function bySpelling<Row extends { readonly name: string; readonly symbols: readonly string[] }>(
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  return new Map(rows.flatMap((row) => [row.name, ...row.symbols].map((it) => [it, row])));
}
