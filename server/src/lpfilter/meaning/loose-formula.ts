import type { LogValue } from "../../core/log-test.ts";
import {
  and,
  type FlagAtom,
  type Formula,
  implies,
  never,
  not,
  or,
} from "../../core/solver/formula.ts";
import { exactly } from "../../core/solver/number-set.ts";
import { before, oneOf, startingWith } from "../../core/solver/text/literals.ts";
import { matching, PatternBuilder } from "../../core/solver/text/patterns.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";
import { valueTest } from "../evaluation/evaluate.ts";
import {
  numberAtom,
  opaqueAtom,
  type PositiveCondition,
  textAtom,
  textSet,
  variableOf,
} from "../logic/atoms.ts";
import { numberSet } from "../logic/claim.ts";
import { oddValues } from "./lines.ts";
import { numerals, oddNumerals, written, writtenBelow } from "./numerals.ts";

/**
 * For fields that have numbers or strings, and for fields of unknown type. A number is represented by its decimal string,
 * because strings that look like numbers are compared as numbers. The few other scalar values are tested one by one; of arrays, the
 * strings that JavaScript joins them to.
 */
export function looseFormula(test: PositiveCondition): Formula {
  const { field, operator, type } = test;
  const isPlain: FlagAtom = { kind: "flag", variable: variableOf(field, "plain"), usual: true };
  const isOrder = operator === "lt" || operator === "leq";
  const plain = isOrder ? orderFormula(test) : textAtom(field, textSet(test));
  const isMet = valueTest(test);
  const met = [...oddValues.keys()].filter((it) => isMet(oddValues[it]));
  const odd = kindAtom(test, met);
  const list = type ? never : and(kindAtom(test, [listKind]), listFormula(test));
  return or(and(isPlain, plain), and(not(isPlain), or(odd, list)));
}

/** A fact about every line, and an assumption about an example. */
export interface LooseTerm {
  /** The same for the same fact. */
  readonly key: string;
  readonly fact: Formula;
  readonly hint?: Formula;
}

/** Each fact once. */
export function looseFacts(terms: readonly LooseTerm[]): readonly Formula[] {
  return [...new Map(terms.map((it) => [it.key, it.fact])).values()];
}

/** A number is serialized in its canonical form. */
export function looseTerms({ field, type, operator, values }: PositiveCondition): LooseTerm[] {
  const serialized = (role: "text" | "joined") => {
    const fact = implies(textAtom(field, numerals, role), textAtom(field, written, role));
    return { key: variableOf(field, role), fact };
  };
  const [text, joined] = [serialized("text"), serialized("joined")];
  if (type) return [text];
  return operator === "contains"
    ? [text, joined, ...elementTerms(field, values[0] ?? "")]
    : [text, joined];
}

/** An element is between commas of the joined string; a string without commas is the only element. */
function elementTerms(field: string, value: LogValue): LooseTerm[] {
  const text = String(value);
  const isListed = listedAtom(field, value);
  const isBetween = joinedAtom(field, betweenCommas(text));
  const key = variableOf(field, "listed", value);
  const listed = { key, fact: implies(isListed, isBetween), hint: implies(isBetween, isListed) };
  if (/^(|true|false|-?Infinity)$|,/.test(text)) return [listed];
  const isAlone = joinedAtom(field, oneOf([text]));
  return [listed, { key: `${key} alone`, fact: implies(isAlone, isListed) }];
}

function betweenCommas(text: string): TextSet {
  const builder = new PatternBuilder();
  const comma = () => builder.text(",");
  const before = builder.optional(builder.sequence([builder.anything(), comma()]));
  const after = builder.optional(builder.sequence([comma(), builder.anything()]));
  const whole = builder.sequence([before, builder.text(text), after]);
  return matching(`between commas ${text}`, builder, whole);
}

function joinedAtom(field: string, set: TextSet): Formula {
  return textAtom(field, set, "joined");
}

function listedAtom(field: string, value: LogValue): FlagAtom {
  return { kind: "flag", variable: variableOf(field, "listed", value), isOpaque: true };
}

const listKind = oddValues.length;

/** Selects one of `oddValues`, or an array. */
function kindAtom({ field, type }: PositiveCondition, kinds: readonly number[]): Formula {
  const all = [...oddValues.keys(), ...(type ? [] : [listKind])];
  return numberAtom(variableOf(field, "kind"), exactly(kinds), exactly(all));
}

/** Numbers are ordered numerically, strings by code unit. */
function orderFormula(test: PositiveCondition, role: "text" | "joined" = "text"): Formula {
  const { field, operator, values } = test;
  const [bound = 0] = values;
  const isNumeral = textAtom(field, numerals, role);
  if (typeof bound === "string")
    return role === "joined"
      ? textBefore(test, bound, role)
      : and(not(isNumeral), textBefore(test, bound, role));
  const number = typeof bound === "bigint" ? bound : Number(bound);
  // Strings and numbers are not ordered, except that the empty string represents a missing value, which is also 0.
  const isEmptyBefore = operator === "lt" ? 0 < number : 0 <= number;
  const isEmpty = isEmptyBefore ? textAtom(field, oneOf([""]), role) : never;
  const before = numberBefore(test, number, role);
  return or(and(isNumeral, before), and(not(isNumeral), isEmpty));
}

function numberBefore(
  { field, operator }: PositiveCondition,
  bound: number | bigint,
  role: "text" | "joined",
): Formula {
  const isNegative = textAtom(field, startingWith("-"), role);
  const set =
    bound < 0
      ? writtenBelow(-bound, operator === "lt", "-")
      : writtenBelow(bound, operator === "leq");
  if (!set) return opaqueAtom(field, `number ${operator} ${bound}`);
  const isWithin = textAtom(field, set, role);
  return bound < 0 ? and(isNegative, not(isWithin)) : or(isNegative, isWithin);
}

function textBefore(
  { field, operator }: PositiveCondition,
  bound: string,
  role: "text" | "joined",
): Formula {
  const less = textAtom(field, before(bound), role);
  return operator === "lt" ? less : or(less, textAtom(field, oneOf([bound]), role));
}

/** JavaScript converts an array to its elements joined by commas when it compares it with a scalar. */
function listFormula(test: PositiveCondition): Formula {
  const { field, operator, values } = test;
  const [value = ""] = values;
  switch (operator) {
    case "eq":
    case "in":
      return never;
    case "contains":
      return listedAtom(field, value);
    case "startsWith":
    case "endsWith":
      return joinedAtom(field, textSet(test));
    case "lt":
    case "leq":
      // A string is compared with a bigint in another way.
      if (typeof value === "bigint") return likeNumber(test);
      return typeof value === "string"
        ? orderFormula(test, "joined")
        : or(orderFormula(test, "joined"), and(joinedAtom(field, oddNumerals), likeNumber(test)));
  }
}

/** The number that the string is like is unknown, but it is the same in every condition. */
function likeNumber({ field, operator, values }: PositiveCondition): Formula {
  const set = numberSet(operator, values, false);
  const isLike = opaqueAtom(field, "list is like a number");
  return and(isLike, numberAtom(variableOf(field, "like", "list"), set));
}
