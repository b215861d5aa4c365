import { and, type Formula, not, or } from "../../../core/solver/formula.ts";
import { inCase } from "../../../core/solver/text/derived.ts";
import {
  before,
  containing,
  endingWith,
  oneOf,
  startingWith,
} from "../../../core/solver/text/literals.ts";
import { matching, PatternBuilder } from "../../../core/solver/text/patterns.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { Comparand } from "../../syntax/tree.ts";
import { readWildcard } from "../../syntax/wildcard.ts";
import { hostsIn, type ListItems } from "../../values/list-items.ts";
import { inCase as changeCase } from "../../values/operand-facts.ts";
import type { TestName } from "../operand.ts";
import { regexSet } from "./regex-set.ts";

/** The condition that a comparison places on a present string, with a formula per set. Undefined if it cannot be modeled. */
export function textClaim(
  operator: TestName,
  right: Comparand,
  atom: (set: TextSet) => Formula,
): Formula | undefined {
  if (right.kind === "set")
    return atom(oneOf(right.items.flatMap((it) => (it.kind === "string" ? [it.bytes] : []))));
  if (right.kind === "regex") {
    const set = operator === "matches" ? regexSet(right.pattern) : undefined;
    return set && atom(set);
  }
  if (right.kind !== "string") return undefined;
  const { bytes } = right;
  const isEqual = () => atom(oneOf([bytes]));
  const isBefore = () => atom(before(bytes));
  switch (operator) {
    case "eq":
      return isEqual();
    case "ne":
      return not(isEqual());
    case "lt":
      return isBefore();
    case "ge":
      return not(isBefore());
    case "le":
      return or(isBefore(), isEqual());
    case "gt":
      return not(or(isBefore(), isEqual()));
    case "contains":
      return atom(containing(bytes));
    case "starts_with":
      return atom(startingWith(bytes));
    case "ends_with":
      return atom(endingWith(bytes));
    case "wildcard":
    case "strict wildcard":
      return atom(wildcardSet(bytes, operator === "strict wildcard"));
    default:
      return undefined;
  }
}

/** Ignores the case of ASCII letters, unless the wildcard is strict. */
export function wildcardSet(pattern: string, isStrict: boolean): TextSet {
  const builder = new PatternBuilder();
  const read = isStrict ? pattern : changeCase(pattern, "lower");
  const { parts } = readWildcard(read);
  const all = parts.flatMap((part, index) => [
    ...(index > 0 ? [builder.anything()] : []),
    builder.text(part),
  ]);
  const key = `wildcard ${JSON.stringify(read)}`;
  const set = matching(key, builder, builder.sequence(all), { shortest: parts.join("") });
  return isStrict ? set : inCase("lower", set);
}

/** Each suffix is a separate condition, so a comparison with more of them is too expensive. */
const maxSuffixes = 100;

/** The condition that a string, which is present, is in a list. Undefined for non-ASCII items, whose case is not modeled. */
export function listedTexts(
  items: ListItems[string],
  atom: (set: TextSet) => Formula,
): Formula | undefined {
  const { exact, suffixes } = hostsIn(items);
  const isPlain = [...exact, ...suffixes].every((it) => /^[ -~]*$/.test(it));
  if (!isPlain || suffixes.length > maxSuffixes) return undefined;
  const inAnyCase = (set: TextSet): Formula => atom(inCase("lower", set));
  return or(
    inAnyCase(oneOf([...exact])),
    ...suffixes.map((it) => and(inAnyCase(endingWith(it)), not(inAnyCase(oneOf([it]))))),
  );
}
