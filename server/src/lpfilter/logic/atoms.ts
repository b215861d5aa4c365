import type { LogCondition, LogOperator, LogValue } from "../../core/log-test.ts";
import type { Atom, NumberAtom } from "../../core/solver/formula.ts";
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
import { containing, endingWith, oneOf, startingWith } from "../../core/solver/text/literals.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";
import { variableOf } from "./variables.ts";

/** The operators whose opposites are the others. */
type Positive = "eq" | "in" | "lt" | "leq" | "startsWith" | "endsWith" | "contains";

export const positives: Readonly<Record<LogOperator, { is: Positive; negated: boolean }>> = {
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
export type Test = LogCondition & { readonly operator: Positive };

export function textAtom(field: string, set: TextSet): Atom {
  return { kind: "text", variable: variableOf(field, "text"), set, lastUnit: 0xffff };
}

export function numberAtom(field: string, set: NumberSet): NumberAtom {
  const variable = variableOf(field, "number");
  return { kind: "number", variable, set, domain: allNumbers, zero: 0 };
}

/** A condition of which only repetition can be told. */
export function opaqueAtom(field: string, words: string): Atom {
  return { kind: "flag", variable: variableOf(field, "opaque", words), isOpaque: true };
}

export function textSet({ operator, values }: Test): TextSet {
  const text = String(values[0] ?? "");
  switch (operator) {
    case "startsWith":
      return startingWith(text);
    case "endsWith":
      return endingWith(text);
    case "contains":
      return containing(text);
    default:
      return oneOf(values.filter((it) => typeof it !== "boolean").map(String));
  }
}

export function numberSet({ operator, values }: Test, whole: boolean): NumberSet {
  const [bound = 0, ...rest] = values.map(numeric);
  if (operator === "lt") return below(bound);
  if (operator === "leq") return whole ? below(next(bound)) : upTo(bound);
  if (values.length === 0) return noNumbers;
  const only = (number: number | bigint) =>
    whole ? intersection(below(next(number)), complement(below(number))) : exactly(number);
  return rest.map(only).reduce(union, only(bound));
}

function numeric(value: LogValue): number | bigint {
  return typeof value === "bigint" ? value : Number(value);
}

function next(number: number | bigint): number | bigint {
  return typeof number === "bigint" ? number + 1n : number + 1;
}
