import type { LogCondition, LogValue } from "../../core/log-test.ts";
import { type Atom, type Formula, flag, not } from "../../core/solver/formula.ts";
import { allNumbers, type NumberSet } from "../../core/solver/number-set.ts";
import { containing, endingWith, oneOf, startingWith } from "../../core/solver/text/literals.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";
import type { Condition } from "../syntax/filter.ts";
import { canonicalText, numberSet, type PositiveOperator } from "./claim.ts";

/**
 * The role of a variable in a formula. An array has one `element` variable for each value that a condition searches for.
 * `plain`, `kind`, `joined`, `listed` and `like` are only used for fields of mixed or unknown type.
 */
export type Role =
  | "text"
  | "number"
  | "flag"
  | "element"
  | "plain"
  | "kind"
  | "joined"
  | "listed"
  | "like"
  | "opaque";

export function variableOf(field: string, role: Role, detail?: LogValue): string {
  return JSON.stringify([field, role, typeof detail === "bigint" ? String(detail) : detail]);
}

/** A condition with its negation removed. */
export type PositiveCondition = LogCondition & { readonly operator: PositiveOperator };

export type ValueTest = Pick<PositiveCondition, "field" | "type" | "operator" | "values">;

/** About a string, or the elements of an array joined to one. */
export function textAtom(field: string, set: TextSet, role: "text" | "joined" = "text"): Atom {
  return { kind: "text", variable: variableOf(field, role), set, lastUnit: 0xffff };
}

export function numberAtom(variable: string, set: NumberSet, domain = allNumbers): Atom {
  return { kind: "number", variable, set, domain, zero: 0 };
}

/** A condition that can only be compared for equality, such as one with a number that lost digits when it was parsed. */
export function opaqueCondition(condition: Condition, field: string, is: PositiveOperator): Atom {
  const operand = condition.value?.value;
  return opaqueAtom(field, `${is} ${operand && canonicalText(operand)}`);
}

export function opaqueAtom(field: string, words: string): Atom {
  return { kind: "flag", variable: variableOf(field, "opaque", words), isOpaque: true };
}

export function textSet({ operator, values }: ValueTest): TextSet {
  const text = String(values[0] ?? "");
  switch (operator) {
    case "startsWith":
      return startingWith(text);
    case "endsWith":
      return endingWith(text);
    case "contains":
      return containing(text);
    case "eq":
    case "in":
    case "lt":
    case "leq": {
      const texts = values.filter((it) => typeof it !== "boolean").map(String);
      // A missing value is also 0.
      return oneOf(values.includes(0) ? [...texts, ""] : texts);
    }
  }
}

/** Undefined for a field that has no type, or several. */
export function typedFormula(test: ValueTest): Formula | undefined {
  const { field, type, operator, values } = test;
  switch (type) {
    case "string":
      return textAtom(field, textSet(test));
    case "int":
    case "float":
      return numberAtom(variableOf(field, "number"), numberSet(operator, values, type === "int"));
    case "bool": {
      const isSet = flag(variableOf(field, "flag"));
      return values[0] === true ? isSet : not(isSet);
    }
    case "array[string]":
    case "array[int]":
      return flag(variableOf(field, "element", values[0]));
    case "int or string":
    case "array[object]":
    case "object":
    case undefined:
      return undefined;
  }
}
