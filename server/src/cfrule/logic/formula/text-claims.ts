import { type Formula, not, or } from "../../../core/solver/formula.ts";
import { inCase } from "../../../core/solver/text/derived.ts";
import { before, containing, oneOf } from "../../../core/solver/text/literals.ts";
import { anyOf, matching, PatternBuilder } from "../../../core/solver/text/patterns.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { ComparisonName } from "../../catalogue/operators.ts";
import type { Comparand } from "../../syntax/tree.ts";
import { readWildcard } from "../../syntax/wildcard.ts";
import { regexSet } from "./regex-set.ts";

/** The condition that a comparison places on a present string, with a formula per set. Undefined if it cannot be modeled. */
export function textClaim(
  operator: ComparisonName,
  right: Comparand,
  atom: (set: TextSet) => Formula,
): Formula | undefined {
  if (right.kind === "set") return atom(oneOf(right.items.flatMap(stringIn)));
  if (right.kind === "regex") {
    const set = operator === "matches" ? regexSet(right.pattern) : undefined;
    return set && atom(set);
  }
  return right.kind === "string" ? literalClaim(operator, right.bytes, atom) : undefined;
}

function stringIn(item: { readonly kind: string; readonly bytes?: string }): string[] {
  return item.kind === "string" && item.bytes !== undefined ? [item.bytes] : [];
}

function literalClaim(
  operator: ComparisonName,
  text: string,
  atom: (set: TextSet) => Formula,
): Formula | undefined {
  switch (operator) {
    case "eq":
      return atom(oneOf([text]));
    case "ne":
      return not(atom(oneOf([text])));
    case "lt":
      return atom(before(text));
    case "ge":
      return not(atom(before(text)));
    case "le":
      return or(atom(before(text)), atom(oneOf([text])));
    case "gt":
      return not(or(atom(before(text)), atom(oneOf([text]))));
    case "contains":
      return atom(containing(text));
    case "wildcard":
      return atom(wildcardSet(text, false));
    case "strict wildcard":
      return atom(wildcardSet(text, true));
    default:
      return undefined;
  }
}

/** Ignores the case of ASCII letters, unless the wildcard is strict. */
export function wildcardSet(pattern: string, isStrict: boolean): TextSet {
  const builder = new PatternBuilder();
  const { parts } = readWildcard(isStrict ? pattern : lower(pattern));
  const all = parts.flatMap((part, index) => [
    ...(index > 0 ? [builder.anything()] : []),
    ...Array.from(part, (unit) => builder.units(anyOf(unit))),
  ]);
  const isOpen = parts.length > 1 && parts[parts.length - 1] === "";
  const key = `wildcard ${JSON.stringify(isStrict ? pattern : lower(pattern))}`;
  // The last star is represented by the open end of the pattern.
  const kept = isOpen ? all.slice(0, -1) : all;
  const set = matching(key, builder, builder.sequence(kept), { openEnd: isOpen });
  return isStrict ? set : inCase("lower", set);
}

function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
