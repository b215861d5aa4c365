import type { LogFieldType, LogOperator } from "../../core/log-test.ts";

/** Whether the operator needs a single value or an array. */
export type Operand = "one" | "list";

export interface Operator {
  readonly name: LogOperator;
  /** The operator that is true exactly when this one is not. */
  readonly opposite: LogOperator;
  readonly takes: readonly LogFieldType[];
  readonly operand: Operand;
  /** How the operator reads between a field and its value. */
  readonly reads: string;
  readonly doc: string;
  /** Common wrong spellings, from old service documentation, other query languages and public files. */
  readonly alsoWritten: readonly string[];
}

/**
 * The service's table has no column for `float` and `int or string`, so their operators are not documented.
 * They are treated like the most similar type, without warnings.
 */
const comparable = ["string", "int", "bool", "float", "int or string"] as const;
const ordered = ["int", "float", "int or string"] as const;
const textual = ["string", "int or string"] as const;
const searchable = ["string", "int or string", "array[string]", "array[int]"] as const;
const listable = ["string", "int", "float", "int or string"] as const;

/** The only definition of operators: completion, hover, checks, evaluation, grammar and docs read these rows. */
export const operators = [
  {
    name: "eq",
    opposite: "!eq",
    takes: comparable,
    operand: "one",
    reads: "is",
    doc: "Keeps lines whose field equals the value.",
    alsoWritten: ["equals", "equal", "==", "=", "===", "is", "eql"],
  },
  {
    name: "!eq",
    opposite: "eq",
    takes: comparable,
    operand: "one",
    reads: "is not",
    doc: "Keeps lines whose field differs from the value.",
    alsoWritten: [
      "neq",
      "ne",
      "!=",
      "<>",
      "!==",
      "not_eq",
      "noteq",
      "notequals",
      "not_equal",
      "not_equals",
      "not eq",
      "isnot",
      "is not",
      "!equals",
    ],
  },
  {
    name: "lt",
    opposite: "geq",
    takes: ordered,
    operand: "one",
    reads: "is less than",
    doc: "Keeps lines whose field is less than the value.",
    alsoWritten: ["<", "lessthan", "less_than", "less", "below", "!geq", "!gte", "!ge"],
  },
  {
    name: "leq",
    opposite: "gt",
    takes: ordered,
    operand: "one",
    reads: "is at most",
    doc: "Keeps lines whose field is less than or equal to the value.",
    alsoWritten: [
      "<=",
      "=<",
      "lte",
      "le",
      "lessthanorequal",
      "less_than_or_equal",
      "less_or_equal",
      "atmost",
      "!gt",
    ],
  },
  {
    name: "gt",
    opposite: "leq",
    takes: ordered,
    operand: "one",
    reads: "is greater than",
    doc: "Keeps lines whose field is greater than the value.",
    alsoWritten: [">", "greaterthan", "greater_than", "greater", "above", "!leq", "!lte", "!le"],
  },
  {
    name: "geq",
    opposite: "lt",
    takes: ordered,
    operand: "one",
    reads: "is at least",
    doc: "Keeps lines whose field is greater than or equal to the value.",
    alsoWritten: [
      ">=",
      "=>",
      "gte",
      "ge",
      "greaterthanorequal",
      "greater_than_or_equal",
      "greater_or_equal",
      "atleast",
      "!lt",
    ],
  },
  {
    name: "startsWith",
    opposite: "!startsWith",
    takes: textual,
    operand: "one",
    reads: "starts with",
    doc: "Keeps lines whose field starts with the value.",
    alsoWritten: [
      "starts_with",
      "starts with",
      "begins",
      "beginswith",
      "begins_with",
      "prefix",
      "hasprefix",
      "startwith",
    ],
  },
  {
    name: "!startsWith",
    opposite: "startsWith",
    takes: textual,
    operand: "one",
    reads: "does not start with",
    doc: "Keeps lines whose field does not start with the value.",
    alsoWritten: [
      "not_starts_with",
      "not starts with",
      "notstartswith",
      "!starts_with",
      "doesnotstartwith",
    ],
  },
  {
    name: "endsWith",
    opposite: "!endsWith",
    takes: textual,
    operand: "one",
    reads: "ends with",
    doc: "Keeps lines whose field ends with the value.",
    alsoWritten: ["ends_with", "ends with", "suffix", "hassuffix", "endwith"],
  },
  {
    name: "!endsWith",
    opposite: "endsWith",
    takes: textual,
    operand: "one",
    reads: "does not end with",
    doc: "Keeps lines whose field does not end with the value.",
    alsoWritten: ["not_ends_with", "not ends with", "notendswith", "!ends_with", "doesnotendwith"],
  },
  {
    name: "contains",
    opposite: "!contains",
    takes: searchable,
    operand: "one",
    reads: "contains",
    doc: "Keeps lines whose field contains the value, as a substring or as an array element.",
    alsoWritten: ["contain", "includes", "include", "has", "like", "~", "substring", "matches"],
  },
  {
    name: "!contains",
    opposite: "contains",
    takes: searchable,
    operand: "one",
    reads: "does not contain",
    doc: "Keeps lines whose field does not contain the value, neither as a substring nor as an array element.",
    alsoWritten: [
      "not_contains",
      "not contains",
      "notcontains",
      "not like",
      "!~",
      "excludes",
      "doesnotcontain",
      "!contain",
    ],
  },
  {
    name: "in",
    opposite: "!in",
    takes: listable,
    operand: "list",
    reads: "is one of",
    doc: "Keeps lines whose field equals one of the values in an array.",
    alsoWritten: ["oneof", "one_of", "one of", "anyof", "any_of", "isin", "is in"],
  },
  {
    name: "!in",
    opposite: "in",
    takes: listable,
    operand: "list",
    reads: "is none of",
    doc: "Keeps lines whose field equals none of the values in an array.",
    alsoWritten: ["not in", "not_in", "notin", "nin", "noneof", "none_of", "isnotin", "is not in"],
  },
] as const satisfies readonly Operator[];

const byName: ReadonlyMap<string, Operator> = new Map(operators.map((it) => [it.name, it]));

export function operatorNamed(name: string): Operator | undefined {
  return byName.get(name);
}

/** An operator without a row above is an error of the compiler in `oppositeOperator`. */
const opposites = Object.fromEntries(operators.map((it) => [it.name, it.opposite])) as Readonly<
  Record<(typeof operators)[number]["name"], LogOperator>
>;

/** The operator that is true exactly when another is not. */
export function oppositeOperator(operator: LogOperator): LogOperator {
  return opposites[operator];
}

/** In the order of the catalog. */
export function operatorsFor(type: LogFieldType): readonly Operator[] {
  return operators.filter((it) => (it.takes as readonly LogFieldType[]).includes(type));
}

/** Operators of other query languages without an equivalent, and what to use instead. */
export const unsupportedOperators: readonly {
  readonly words: readonly string[];
  readonly advice: string;
}[] = [
  { words: ["between", "range"], advice: "Use 'geq' and 'leq' in an 'and'." },
  {
    words: ["exists", "isset", "present", "notnull", "isnotnull", "notempty", "isnotempty"],
    advice: `Use '!eq' with "".`,
  },
  {
    words: ["notexists", "!exists", "missing", "null", "isnull", "empty", "isempty"],
    advice: `Use 'eq' with "".`,
  },
  {
    words: ["regex", "regexp", "matchesregex", "rlike", "=~", "re", "glob", "wildcard"],
    advice: "Filters do not support patterns. Use 'startsWith', 'endsWith' or 'contains'.",
  },
];
