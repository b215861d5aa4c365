import {
  type Claim,
  inLowercase,
  type TextSetClaim,
  type ValueSet,
} from "../../core/logic/claim.ts";
import { type Formula, not } from "../../core/solver/formula.ts";
import { containing, endingWith, oneOf, startingWith } from "../../core/solver/text/literals.ts";
import { numberAtom, textAtom } from "./atoms.ts";
import { variableOf } from "./variables.ts";

/**
 * The possible meanings of a claim. It is not documented whether comparisons are case-sensitive, so a claim with uppercase
 * letters has two readings: as written, and in lowercase.
 */
export function certainReadings(field: string, { set }: Claim): Formula[] {
  if (set.kind !== "text" || !hasUppercase(set.text)) return [setFormula(field, set)];
  return [setFormula(field, set), setFormula(field, { ...set, text: inLowercase(set.text) })];
}

/** Without uppercase letters both readings are the same formula. */
function hasUppercase(texts: TextSetClaim): boolean {
  const values = texts.kind === "oneOf" ? [...texts.values] : "part" in texts ? [texts.part] : [];
  return values.some((it) => it !== it.toLowerCase());
}

function setFormula(field: string, set: ValueSet): Formula {
  if (set.kind === "numbers") {
    const { numbers, domain, unit = "" } = set;
    const variable = variableOf(field, "number", unit);
    return { ...numberAtom(field, numbers), domain, variable };
  }
  const formula = set.kind === "text" ? textFormula(field, set.text) : flag(field, set.words);
  return set.inside ? formula : not(formula);
}

function textFormula(field: string, texts: TextSetClaim): Formula {
  if (texts.kind === "oneOf") return textAtom(field, oneOf([...texts.values]));
  if ("part" in texts) return textAtom(field, places[texts.kind](texts.part));
  return flag(field, JSON.stringify(texts));
}

const places = { starts: startingWith, ends: endingWith, has: containing };

function flag(field: string, words: string): Formula {
  return { kind: "flag", variable: variableOf(field, "opaque", words) };
}
