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
import { numerals, written, writtenBelow } from "./numerals.ts";

/**
 * For fields that have numbers or strings, and for fields of unknown type. A number is represented by its decimal string,
 * because strings that look like numbers are compared as numbers. The few other scalar values are tested one by one; arrays are
 * only approximated.
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

/** True for every line: a number is serialized in its canonical form. */
export function looseFact(field: string): Formula {
  return implies(textAtom(field, numerals), textAtom(field, written));
}

const listKind = oddValues.length;

/** Selects one of `oddValues`, or an array. */
function kindAtom({ field, type }: PositiveCondition, kinds: readonly number[]): Formula {
  const all = [...oddValues.keys(), ...(type ? [] : [listKind])];
  return numberAtom(variableOf(field, "kind"), exactly(kinds), exactly(all));
}

/** Numbers are ordered numerically, strings by code unit. */
function orderFormula(test: PositiveCondition): Formula {
  const { field, operator, values } = test;
  const [bound = 0] = values;
  const isNumeral = textAtom(field, numerals);
  if (typeof bound === "string") return and(not(isNumeral), textBefore(test, bound));
  const number = typeof bound === "bigint" ? bound : Number(bound);
  // Strings and numbers are not ordered, except that the empty string represents a missing value, which is also 0.
  const isEmptyBefore = operator === "lt" ? 0 < number : 0 <= number;
  const isEmpty = isEmptyBefore ? textAtom(field, oneOf([""])) : never;
  return or(and(isNumeral, numberBefore(test, number)), and(not(isNumeral), isEmpty));
}

function numberBefore({ field, operator }: PositiveCondition, bound: number | bigint): Formula {
  const isNegative = textAtom(field, startingWith("-"));
  const set =
    bound < 0
      ? writtenBelow(-bound, operator === "lt", "-")
      : writtenBelow(bound, operator === "leq");
  if (!set) return opaqueAtom(field, `number ${operator} ${bound}`);
  const isWithin = textAtom(field, set);
  return bound < 0 ? and(isNegative, not(isWithin)) : or(isNegative, isWithin);
}

function textBefore(
  { field, operator }: PositiveCondition,
  bound: string,
  role?: "joined",
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
      return { kind: "flag", variable: variableOf(field, "listed", value), isOpaque: true };
    case "startsWith":
    case "endsWith":
      return textAtom(field, textSet(test), "joined");
    default:
      return typeof value === "string" ? textBefore(test, value, "joined") : likeNumber(test);
  }
}

/** It is unknown whether the array converts to a number, but if it does, the number is the same in every condition. */
function likeNumber({ field, operator, values }: PositiveCondition): Formula {
  const set = numberSet(operator, values, false);
  const isLike = opaqueAtom(field, "list is like a number");
  return and(isLike, numberAtom(variableOf(field, "like", "list"), set));
}
