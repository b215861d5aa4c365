import {
  type Atom,
  always,
  and,
  type Formula,
  type NumberAtom,
  never,
  not,
  or,
} from "../../core/solver/formula.ts";
import {
  allNumbers,
  below,
  complement,
  exactly,
  intersection,
  type NumberSet,
  noNumbers,
  union,
  upTo,
} from "../../core/solver/number-set.ts";
import {
  before,
  containing,
  endingWith,
  oneOf,
  startingWith,
} from "../../core/solver/text/literals.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";
import type { OperatorName } from "../catalogue/operators.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import { type Value, valuesOf } from "../values/values.ts";
import { isExact, spell } from "./claim.ts";
import { numeralLike, numerals, written } from "./numerals.ts";
import { variableOf } from "./variables.ts";

/** What a filter means, exactly as `evaluation/` has it. */
export interface FilterFormula {
  readonly formula: Formula;
  /** What is true of every log line. */
  readonly facts: readonly Formula[];
}

/** Undefined if a part cannot be read or does not fit its field. */
export function formulaOf(node: FilterNode): FilterFormula | undefined {
  const facts: Formula[] = [];
  const formula = nodeFormula(node, facts);
  return formula && { formula, facts };
}

function nodeFormula(node: FilterNode, facts: Formula[]): Formula | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") return conditionFormula(node, facts);
  if (!node.list || node.object.properties.length !== 1) return undefined;
  const parts: Formula[] = [];
  for (const item of node.items) {
    const part = nodeFormula(item, facts);
    if (!part) return undefined;
    parts.push(part);
  }
  return { kind: node.logical, parts };
}

/** The operators whose opposites are the others. */
type Positive = "eq" | "in" | "lt" | "leq" | "startsWith" | "endsWith" | "contains";

const positives: Readonly<Record<OperatorName, { is: Positive; negated: boolean }>> = {
  eq: { is: "eq", negated: false },
  "!eq": { is: "eq", negated: true },
  in: { is: "in", negated: false },
  "!in": { is: "in", negated: true },
  lt: { is: "lt", negated: false },
  geq: { is: "lt", negated: true },
  leq: { is: "leq", negated: false },
  gt: { is: "leq", negated: true },
  startsWith: { is: "startsWith", negated: false },
  "!startsWith": { is: "startsWith", negated: true },
  endsWith: { is: "endsWith", negated: false },
  "!endsWith": { is: "endsWith", negated: true },
  contains: { is: "contains", negated: false },
  "!contains": { is: "contains", negated: true },
};

/** A condition without its negation. */
interface Test {
  readonly field: string;
  readonly is: Positive;
  readonly values: readonly Value[];
  /** The type of the field is not known, so it may also be a Boolean or a list. */
  readonly mayBeOther: boolean;
}

function conditionFormula(condition: Condition, facts: Formula[]): Formula | undefined {
  const { comparison, field } = condition;
  const name = condition.key?.value;
  const values = valuesOf(condition);
  if (!comparison || !values || name?.kind !== "string") return undefined;
  const { is, negated } = positives[comparison.name];
  const test: Test = { field: name.value, is, values, mayBeOther: !field };
  if (!field || field.type === "int or string") facts.push(...numberFacts(test));
  // Of numbers that lose digits when they are read, only repetition can be told.
  const formula = values.every(isExact)
    ? testFormula(test, field?.type)
    : opaque({ ...test, values: [spelled(condition)] });
  return negated ? not(formula) : formula;
}

function testFormula(
  test: Test,
  type: NonNullable<Condition["field"]>["type"] | undefined,
): Formula {
  switch (type) {
    case "string":
      return textAtom(test.field, textSet(test.is, test.values));
    case "int":
      return numberAtom(test.field, numberSet(test.is, test.values, true));
    case "float":
      return numberAtom(test.field, numberSet(test.is, test.values, false));
    case "bool": {
      const flag: Atom = { kind: "flag", variable: variableOf(test.field, "flag") };
      return test.values[0] === true ? flag : not(flag);
    }
    case "array[string]":
    case "array[int]":
      return { kind: "flag", variable: variableOf(test.field, "element", test.values[0]) };
    case "int or string":
      return or(whenText(test), whenNumber(test));
    default:
      return or(whenText(test), whenNumber(test), whenOther(test));
  }
}

function textSet(is: Positive, values: readonly Value[]): TextSet {
  const text = String(values[0] ?? "");
  switch (is) {
    case "startsWith":
      return startingWith(text);
    case "endsWith":
      return endingWith(text);
    case "contains":
      return containing(text);
    default:
      return oneOf(values.map(String));
  }
}

function numberSet(is: Positive, values: readonly Value[], whole: boolean): NumberSet {
  const bound = Number(values[0]);
  const atMost = (number: number) => (whole ? below(number + 1) : upTo(number));
  const only = (number: number) =>
    whole ? intersection(atMost(number), complement(below(number))) : exactly(number);
  if (is === "lt") return below(bound);
  if (is === "leq") return atMost(bound);
  return values.map(Number).map(only).reduce(union, noNumbers);
}

function spelled({ value }: Condition): string {
  return (value?.value && spell(value.value)) ?? "";
}

/** A field whose values are numbers or texts; a text that looks like a number is one. */
function whenText(test: Test): Formula {
  const { field, is } = test;
  const isText = and(not(ofKind(test, "number")), not(textAtom(field, numerals)), notOther(test));
  const texts = test.values.filter((it) => typeof it === "string");
  if (is === "eq" || is === "in") return and(isText, textAtom(field, oneOf(texts)));
  if (is !== "lt" && is !== "leq") return and(isText, textAtom(field, textSet(is, test.values)));
  const [bound] = texts;
  if (bound === undefined) return and(isText, beforeNumber(test));
  const less = textAtom(field, before(bound));
  return and(isText, is === "lt" ? less : or(less, textAtom(field, oneOf([bound]))));
}

/** Most texts are not before or after any number. Of the others only the empty one is looked into. */
function beforeNumber(test: Test): Formula {
  const { field, is, values } = test;
  const empty = textAtom(field, oneOf([""]));
  const bound = Number(values[0]);
  const isEmptyBefore = is === "lt" ? 0 < bound : 0 <= bound;
  const others = and(
    not(empty),
    textAtom(field, numeralLike),
    { kind: "flag", variable: variableOf(field, "opaque", "is like a number"), isOpaque: true },
    { ...numberAtom(field, numberSet(is, values, false)), variable: variableOf(field, "like") },
  );
  return isEmptyBefore ? or(empty, others) : others;
}

function whenNumber(test: Test): Formula {
  const { field, is, values } = test;
  const isNumber = and(ofKind(test, "number"), notOther(test));
  if (is === "lt" || is === "leq") {
    const set = Number.isNaN(Number(values[0])) ? noNumbers : numberSet(is, values, false);
    return and(isNumber, numberAtom(field, set));
  }
  if (is !== "eq" && is !== "in") {
    return and(isNumber, writtenAtom(field, textSet(is, values)));
  }
  const numbers = values.filter((it) => typeof it === "number");
  return and(isNumber, numberAtom(field, numberSet("in", numbers, false)));
}

/** A number is also compared by how it is written. For the numbers of a filter it is known how that is. */
function numberFacts({ field, values }: Test): Formula[] {
  const numbers = values.filter((it) => typeof it === "number" && isExact(it));
  return [
    writtenAtom(field, written),
    ...numbers.map((number) => {
      const isIt = numberAtom(field, exactly(Number(number)));
      const isWritten = writtenAtom(field, oneOf([String(number)]));
      return or(and(isIt, isWritten), and(not(isIt), not(isWritten)));
    }),
  ];
}

/** A field of unknown type may also hold a Boolean or a list, of which it is known how JavaScript compares it. */
function whenOther(test: Test): Formula {
  const { field, is, values } = test;
  const equals = is === "eq" || is === "in";
  if (equals && !values.some((it) => typeof it === "boolean")) return never;
  const [value] = values;
  const other = ofKind(test, "other");
  const text = (set: TextSet): Atom => ({
    ...textAtom(field, set),
    variable: variableOf(field, "opaque", "other text"),
  });
  if (is === "startsWith" || is === "endsWith") return and(other, text(textSet(is, values)));
  if (is !== "lt" && is !== "leq") return and(other, opaque(test, "other"));
  if (typeof value === "number") {
    const number = numberAtom(field, numberSet(is, values, false));
    const variable = variableOf(field, "opaque", "other number");
    return and(other, otherFlag(field, "is like a number"), { ...number, variable });
  }
  // A text that looks like a number is compared as one.
  if (typeof value !== "string" || !Number.isNaN(Number(value)))
    return and(other, opaque(test, "other"));
  const less = text(before(value));
  const isBefore = is === "lt" ? less : or(less, text(oneOf([value])));
  return and(other, otherFlag(field, "is like a text"), isBefore);
}

function otherFlag(field: string, what: string): Atom {
  return { kind: "flag", variable: variableOf(field, "opaque", `other ${what}`), isOpaque: true };
}

export function textAtom(field: string, set: TextSet): Atom {
  return { kind: "text", variable: variableOf(field, "text"), set, lastUnit: 0xffff };
}

function writtenAtom(field: string, set: TextSet): Atom {
  return { kind: "text", variable: variableOf(field, "written"), set, lastUnit: 0xffff };
}

export function numberAtom(field: string, set: NumberSet): NumberAtom {
  const variable = variableOf(field, "number");
  return { kind: "number", variable, set, domain: allNumbers, zero: 0 };
}

function ofKind({ field }: Test, kind: "number" | "other"): Atom {
  const isOpaque = kind === "other";
  return { kind: "flag", variable: variableOf(field, "kind", kind), isOpaque };
}

function notOther(test: Test): Formula {
  return test.mayBeOther ? not(ofKind(test, "other")) : always;
}

function opaque({ field, is, values }: Test, where = ""): Atom {
  const variable = variableOf(field, "opaque", JSON.stringify([where, is, values]));
  return { kind: "flag", variable, isOpaque: true };
}
