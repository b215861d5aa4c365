import { type Formula, not } from "../../core/solver/formula.ts";
import {
  below,
  complement,
  exactly,
  intersection,
  noNumbers,
  union,
  upTo,
} from "../../core/solver/number-set.ts";
import { containing, endingWith, oneOf, startingWith } from "../../core/solver/text/literals.ts";
import type { Value } from "../values/values.ts";
import { numberAtom, textAtom } from "./atoms.ts";
import { type Claim, inLowercase, type ValueSet } from "./claim.ts";
import { variableOf } from "./variables.ts";

/**
 * What a claim means, as far as it is certain. It is not documented whether comparisons are case-sensitive, so there are two
 * readings if letter case matters: as written, and in lowercase.
 */
export function certainReadings(
  field: string,
  { set, inside }: Claim,
  isWhole: boolean,
): Formula[] {
  const sets = hasUppercase(set) ? [set, inLowercase(set)] : [set];
  return sets.map((it) => {
    const formula = setFormula(field, it, isWhole);
    return inside ? formula : not(formula);
  });
}

/** What is true of texts in lowercase is true of all, if letter case does not count. */
function hasUppercase(set: ValueSet): boolean {
  const texts = set.kind === "oneOf" ? set.values : "text" in set ? [set.text] : [];
  return texts.some((it) => typeof it === "string" && it !== it.toLowerCase());
}

function setFormula(field: string, set: ValueSet, isWhole: boolean): Formula {
  switch (set.kind) {
    case "oneOf":
      return valuesFormula(field, set.values, isWhole);
    case "upTo": {
      const { bound, itself, whole, form = "" } = set;
      const numbers = whole ? below(bound + 1) : itself ? upTo(bound) : below(bound);
      return { ...numberAtom(field, numbers), variable: variableOf(field, "number", form) };
    }
    case "starts":
      return textAtom(field, startingWith(set.text));
    case "ends":
      return textAtom(field, endingWith(set.text));
    case "has":
      return textAtom(field, containing(set.text));
    case "element":
      return { kind: "flag", variable: variableOf(field, "element", set.value) };
    case "same":
      return { kind: "flag", variable: variableOf(field, "opaque", set.words) };
  }
}

function valuesFormula(field: string, values: readonly Value[], isWhole: boolean): Formula {
  if (typeof values[0] === "boolean") {
    const flag: Formula = { kind: "flag", variable: variableOf(field, "flag") };
    if (new Set(values).size > 1) return { kind: "truth", value: true };
    return values[0] ? flag : not(flag);
  }
  if (typeof values[0] === "string") return textAtom(field, oneOf(values.map(String)));
  const only = (it: number) =>
    isWhole ? intersection(below(it + 1), complement(below(it))) : exactly(it);
  const numbers = values.map((it) => only(Number(it))).reduce(union, noNumbers);
  return { ...numberAtom(field, numbers), variable: variableOf(field, "number", "") };
}
