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
import { numberAtom, numericSet, opaqueAtom, type Test, textAtom, textSet } from "./atoms.ts";
import { numerals, written } from "./numerals.ts";
import { oddValues, variableOf } from "./variables.ts";
import { writtenBelow } from "./written-below.ts";

/**
 * For fields whose values may be numbers or texts, and for fields of unknown type. A number is the same as the text that it is
 * written as, because a text that looks like a number is one. The few values that are neither are tested one by one, and little
 * is known about lists.
 */
export function looseFormula(test: Test): Formula {
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

/** What is true of every line: how a number is written. */
export function looseFact(field: string): Formula {
  return implies(textAtom(field, numerals), textAtom(field, written));
}

const listKind = oddValues.length;

/** Which of the odd values it is, or that it is a list. */
function kindAtom({ field, type }: Test, kinds: readonly number[]): NumberAtom {
  const all = [...oddValues.keys(), ...(type ? [] : [listKind])];
  const variable = variableOf(field, "kind");
  return { kind: "number", variable, set: exactly(kinds), domain: exactly(all), zero: 0 };
}

/** Numbers are in their order, and texts in theirs. */
function orderFormula(test: Test): Formula {
  const [bound = 0] = test.values;
  const isNumeral = textAtom(test.field, numerals);
  return typeof bound === "string"
    ? and(not(isNumeral), textBefore(test, bound))
    : or(
        and(isNumeral, numberBefore(test, typeof bound === "bigint" ? bound : Number(bound))),
        and(not(isNumeral), textBeforeNumber(test, Number(bound))),
      );
}

function numberBefore(test: Test, bound: number | bigint): Formula {
  const orEqual = test.operator === "leq";
  const isNegative = textAtom(test.field, startingWith("-"));
  if (bound < 0) {
    const above = writtenBelow(-bound, { orEqual: !orEqual, sign: "-" });
    return above ? and(isNegative, not(textAtom(test.field, above))) : opaque(test, "number");
  }
  const set = writtenBelow(bound, { orEqual, sign: "" });
  return set ? or(isNegative, textAtom(test.field, set)) : opaque(test, "number");
}

function textBefore({ field, operator }: Test, bound: string, atom = textAtom): Formula {
  const less = atom(field, before(bound));
  return operator === "lt" ? less : or(less, atom(field, oneOf([bound])));
}

/** Texts are neither before nor after any number, except for the empty one: it is missing, and counts as 0. */
function textBeforeNumber({ field, operator }: Test, bound: number): Formula {
  const isEmptyBefore = operator === "lt" ? 0 < bound : 0 <= bound;
  return isEmptyBefore ? textAtom(field, oneOf([""])) : never;
}

/** JavaScript compares a list with other values than lists as the texts of its elements, with commas between them. */
function listFormula(test: Test): Formula {
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

/** Whether it can be compared with a number is not known, but if so, it is the same number everywhere. */
function likeNumber(test: Test): Formula {
  const { field } = test;
  const number = numberAtom(field, numericSet(test, false));
  const isLike = opaqueAtom(field, "list is like a number");
  return and(isLike, { ...number, variable: variableOf(field, "like", "list") });
}

function opaque({ field, operator, values }: Test, where: string): Formula {
  return opaqueAtom(field, `${where} ${operator} ${String(values[0])}`);
}
