import {
  and,
  type FlagAtom,
  type Formula,
  implies,
  type NumberAtom,
  never,
  not,
  or,
} from "../../core/solver/formula.ts";
import { exactly } from "../../core/solver/number-set.ts";
import { before, oneOf, startingWith } from "../../core/solver/text/literals.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";
import { valueTest } from "../evaluation/evaluate.ts";
import { numberAtom, opaqueAtom, type PositiveCondition, textAtom, textSet } from "./atoms.ts";
import { numberSet } from "./claim.ts";
import { numerals, written, writtenBelow } from "./numerals.ts";
import { oddValues, variableOf } from "./variables.ts";

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
function kindAtom({ field, type }: PositiveCondition, kinds: readonly number[]): NumberAtom {
  const all = [...oddValues.keys(), ...(type ? [] : [listKind])];
  const variable = variableOf(field, "kind");
  return { kind: "number", variable, set: exactly(kinds), domain: exactly(all), zero: 0 };
}

/** Numbers are ordered numerically, strings by code unit. */
function orderFormula(test: PositiveCondition): Formula {
  const [bound = 0] = test.values;
  const isNumeral = textAtom(test.field, numerals);
  return typeof bound === "string"
    ? and(not(isNumeral), textBefore(test, bound))
    : or(
        and(isNumeral, numberBefore(test, typeof bound === "bigint" ? bound : Number(bound))),
        and(not(isNumeral), textBeforeNumber(test, Number(bound))),
      );
}

function numberBefore(test: PositiveCondition, bound: number | bigint): Formula {
  const orEqual = test.operator === "leq";
  const isNegative = textAtom(test.field, startingWith("-"));
  if (bound < 0) {
    const above = writtenBelow(-bound, { orEqual: !orEqual, sign: "-" });
    return above ? and(isNegative, not(textAtom(test.field, above))) : opaque(test, "number");
  }
  const set = writtenBelow(bound, { orEqual, sign: "" });
  return set ? or(isNegative, textAtom(test.field, set)) : opaque(test, "number");
}

function textBefore(
  { field, operator }: PositiveCondition,
  bound: string,
  atom = textAtom,
): Formula {
  const less = atom(field, before(bound));
  return operator === "lt" ? less : or(less, atom(field, oneOf([bound])));
}

/** Strings and numbers are not ordered, except that the empty string represents a missing value, which is also 0. */
function textBeforeNumber({ field, operator }: PositiveCondition, bound: number): Formula {
  const isEmptyBefore = operator === "lt" ? 0 < bound : 0 <= bound;
  return isEmptyBefore ? textAtom(field, oneOf([""])) : never;
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
      return listAtom(field, textSet(test));
    default:
      return typeof value === "string" ? textBefore(test, value, listAtom) : likeNumber(test);
  }
}

function listAtom(field: string, set: TextSet): ReturnType<typeof textAtom> {
  return { ...textAtom(field, set), variable: variableOf(field, "joined") };
}

/** It is unknown whether the array converts to a number, but if it does, the number is the same in every condition. */
function likeNumber(test: PositiveCondition): Formula {
  const { field } = test;
  const number = numberAtom(field, numberSet(test.operator, test.values, false));
  const isLike = opaqueAtom(field, "list is like a number");
  return and(isLike, { ...number, variable: variableOf(field, "like", "list") });
}

function opaque({ field, operator, values }: PositiveCondition, where: string): Formula {
  return opaqueAtom(field, `${where} ${operator} ${String(values[0])}`);
}
