import type { Plan } from "./plans.ts";
import type { ScalarType } from "./type.ts";

/** What stands to the right: one value, a set in braces or a list, a regular expression, or a pattern with '*'. */
export type Operand = "literal" | "set" | "regex" | "wildcard";

export interface Comparison {
  /** The English spelling. */
  readonly name: string;
  readonly symbols: readonly string[];
  readonly accepts: readonly ScalarType["kind"][];
  readonly operand: Operand;
  /**
   * The operator that is true exactly when this one is not, as long as the value is there. On a missing value both can
   * be false.
   */
  readonly opposite?: string;
  /** How it reads between a field and its value. */
  readonly reads: string;
  readonly doc: string;
  readonly plan?: Plan;
  readonly note?: string;
  /** What people write instead, in small letters. */
  readonly alsoWritten: readonly string[];
  /** What people write for something that this operator comes close to. */
  readonly nearlyWritten: readonly string[];
  /**
   * What people write for the negation, which has no operator: `not` stands before the whole comparison. Besides these,
   * any spelling with `not` or `!` before it.
   */
  readonly negationWritten: readonly string[];
}

const comparable = ["String", "Integer", "IP"] as const;

const ordering =
  "Strings are ordered byte by byte. Addresses are ordered within their family; the service's pages do not promise it, but the engine does it.";

/**
 * The only place a comparison is spelt. The engine reads a spelling as a bare prefix, so one that begins another
 * (`>` and `>=`) comes after it.
 */
export const comparisons = [
  {
    name: "in",
    symbols: [],
    accepts: comparable,
    operand: "set",
    reads: "is one of",
    doc: "True when the value is in the set or list; a set may hold ranges and networks.",
    alsoWritten: ["is in", "one of", "oneof", "any of", "within"],
    nearlyWritten: [],
    negationWritten: ["notin", "nin", "not one of", "none of"],
  },
  {
    name: "eq",
    symbols: ["=="],
    accepts: comparable,
    operand: "literal",
    opposite: "ne",
    reads: "is",
    doc: "True when both are equal, letter case included.",
    alsoWritten: ["=", "===", "equals", "equal", "equals to", "equal to", "is", "eql"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "ne",
    symbols: ["!="],
    accepts: comparable,
    operand: "literal",
    opposite: "eq",
    reads: "is not",
    doc: "True when both differ.",
    note: "On a missing value the service's pages say false, and the engine by default says true. 'not … eq …' is true in both.",
    alsoWritten: ["<>", "!==", "=!", "/=", "neq", "is not", "isnot", "does not equal"],
    nearlyWritten: [],
    negationWritten: [],
  },
  {
    name: "ge",
    symbols: [">="],
    accepts: comparable,
    operand: "literal",
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
    operand: "literal",
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
    operand: "literal",
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
    operand: "literal",
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
    note: "The engine takes it; the service's pages do not name it.",
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
    doc: "True when the text stands anywhere in the value, letter case included.",
    note: "It takes one text, never a set. The empty text is in every value.",
    alsoWritten: ["contain", "includes", "include"],
    nearlyWritten: ["has", "like"],
    negationWritten: ["does not contain", "excludes"],
  },
  {
    name: "matches",
    symbols: ["~"],
    accepts: ["String"],
    operand: "regex",
    reads: "matches",
    doc: "True when the regular expression is found anywhere in the value.",
    plan: "business",
    note: "It is not anchored: begin with '^' and end with '$' to match the whole value.",
    alsoWritten: ["=~", "~=", "match", "regex", "rlike", "regexp"],
    nearlyWritten: ["~*", "similar to"],
    negationWritten: ["does not match"],
  },
  {
    name: "wildcard",
    symbols: [],
    accepts: ["String"],
    operand: "wildcard",
    reads: "fits the pattern",
    doc: "True when the whole value fits the pattern, in which '*' stands for any text; letter case does not matter.",
    note: "Only ASCII letters lose their case. Use '\\*' for a star that is meant as such.",
    alsoWritten: ["matches wildcard"],
    nearlyWritten: ["ilike", "glob"],
    negationWritten: [],
  },
  {
    name: "strict wildcard",
    symbols: [],
    accepts: ["String"],
    operand: "wildcard",
    reads: "strictly fits the pattern",
    doc: "True when the whole value fits the pattern, in which '*' stands for any text; letter case matters.",
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
  /** One binds tightest. Comparisons bind tighter than any of these. */
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
    doc: "True when what follows is false; it takes only the next comparison or group.",
    alsoWritten: [],
  },
  {
    name: "and",
    symbols: ["&&"],
    arity: 2,
    precedence: 2,
    doc: "True when both sides are.",
    alsoWritten: ["&"],
  },
  {
    name: "xor",
    symbols: ["^^"],
    arity: 2,
    precedence: 3,
    doc: "True when exactly one of the two sides is.",
    alsoWritten: ["^"],
  },
  {
    name: "or",
    symbols: ["||"],
    arity: 2,
    precedence: 4,
    doc: "True when at least one of the two sides is.",
    alsoWritten: ["|"],
  },
] as const satisfies readonly Logical[];

export type LogicalName = (typeof logicals)[number]["name"];
export type KnownLogical = Logical & { readonly name: LogicalName };

/** Functions that people write between two values, as the dashboard's builder shows them. */
const infixFunctions = [
  {
    name: "starts_with",
    written: ["starts_with", "starts with", "startswith", "begins with", "beginswith"],
    negationWritten: ["does not start with", "does not begin with"],
  },
  {
    name: "ends_with",
    written: ["ends_with", "ends with", "endswith"],
    negationWritten: ["does not end with"],
  },
] as const;

/** What a spelling that is none of the language was meant to say. */
export type Meant =
  | {
      readonly kind: "comparison";
      readonly name: ComparisonName;
      readonly negated: boolean;
      /** It says a little more or less than ours. */
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

/** The words of the longest entry of `meantBy`, for readers that look ahead. */
export const mostWordsMeant = Math.max(
  ...[...meanings.keys()].map((written) => written.split(" ").length),
);

/** By English name or symbol, exactly as the language spells it. */
export function comparisonSpelt(spelling: string): KnownComparison | undefined {
  return comparisonsBySpelling.get(spelling);
}

export function logicalSpelt(spelling: string): KnownLogical | undefined {
  return logicalsBySpelling.get(spelling);
}

/** What people mean by a spelling from elsewhere, such as `=`, `AND` or `not in`. Words are apart by one space. */
export function meantBy(written: string): Meant | undefined {
  return meanings.get(written.toLowerCase());
}

/** A right spelling is listed too, for `EQ` and `And` differ from it in letter case alone. */
function collectMeanings(): ReadonlyMap<string, Meant> {
  const found = new Map<string, Meant>();
  const add = (spellings: readonly string[], meant: Meant) => {
    for (const spelling of spellings) if (!found.has(spelling)) found.set(spelling, meant);
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
  // What is not equal has an operator of its own.
  for (const { name, symbols, alsoWritten } of comparisons) {
    const meant =
      name === "eq" ? ({ name: "ne", negated: false } as const) : { name, negated: true };
    add(negationsOf([name, ...symbols, ...alsoWritten]), { kind: "comparison", ...meant });
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
