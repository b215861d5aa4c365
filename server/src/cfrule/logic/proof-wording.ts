import type { RelatedPlace } from "../../core/diagnostic.ts";
import type { Assumption, Clash, DeadValue, Redundant } from "../../core/logic/part.ts";
import { listOf } from "../../text/wording.ts";
import type { SetItem } from "../syntax/tree.ts";
import type { RuleNode, RulePart } from "./formula/proofs.ts";
import { stripGroups } from "./walk-state.ts";
import { otherConditions, polar, quoted, redundancy } from "./wording.ts";

/** Messages about proofs of the solver. */

/** More conditions are only counted. */
const mostNamed = 3;

/** The truth of the text as written: inside a `not`, the opposite of what was proved. */
function writtenTruth({ truth, members }: Clash<RuleNode>): "never" | "always" {
  const isNegated = members[0]?.node.negated === true;
  return (truth === "never") !== isNegated ? "never" : "always";
}

/** Which check reports it: by its effect on the rule, if it has any. */
export function clashTruth(clash: Clash<RuleNode>): "never" | "always" {
  return clash.isWhole ? clash.truth : writtenTruth(clash);
}

export function clashMessage(text: string, clash: Clash<RuleNode>): string {
  const { members, truth, isWhole } = clash;
  const written = writtenTruth(clash);
  const isNegated = members[0]?.node.negated === true;
  const all = members.map(({ node }) => polar(text, { node, negated: node.negated }, isNegated));
  const rule = truth === "never" ? "no" : "every";
  const logical = written === "never" ? "and" : "or";
  const so = isWhole
    ? `, so the rule matches ${rule} request`
    : `, so this '${logical}' is ${written} true`;
  if (written === "always") {
    const what =
      all.length > mostNamed ? `One of these ${all.length} conditions` : listOf(all, "or");
    return `${what} is always true${so}. Change or remove one.`;
  }
  if (all.length > mostNamed)
    return `These ${all.length} conditions are never all true${so}. Change one.`;
  const together = all.length === 2 ? "never both" : "never all";
  const advice = all.length === 2 ? "Use 'or', or change one." : "Change one.";
  return `${listOf(all, "and")} are ${together} true${so}. ${advice}`;
}

export function redundantMessage(text: string, { part, home, by }: Redundant<RuleNode>): string {
  const what = quoted(text, part.node);
  if (by.every((it) => it.home === home))
    return `${what} is redundant: ${reason(text, home, part.node.negated, by)}. Remove it, or change one.`;
  if (by.some((it) => it.home === home) || part.logical)
    return `${what} is redundant here: the rule matches the same requests without it, because ${knownAll(text, by)}. Remove it, or change one.`;
  const isTrue = (home.logical === "and") !== part.node.negated;
  return `Always ${isTrue} here, because ${knownAll(text, by)}. Change or remove it.`;
}

export function valueMessage(text: string, { part, value, home, by }: DeadValue<RuleNode>): string {
  const item = itemAt(part.node, value.index);
  const what = item ? quoted(text, item) : "This value";
  const isCovered = home.logical === "or" && by.every((it) => it.home === home);
  const why = isCovered ? reason(text, home, false, by) : knownAll(text, by);
  return `${what} is redundant here, because ${why}. Remove it.`;
}

function reason(
  text: string,
  { logical }: RulePart,
  negated: boolean,
  by: readonly Assumption<RuleNode>[],
): string {
  const others = by.map(({ part: { node } }) => ({ node, negated: node.negated }));
  return redundancy(text, logical ?? "and", negated, others);
}

function knownAll(text: string, by: readonly Assumption<RuleNode>[]): string {
  const all = by.map(
    ({ part, isTrue }) => `${quoted(text, part.node)} is ${isTrue !== part.node.negated}`,
  );
  return listOf(all, "and");
}

export function otherParts(parts: readonly RulePart[]): RelatedPlace[] {
  return otherConditions(parts.map((it) => it.node));
}

/** An item of the set of a comparison. */
export function itemAt({ expression }: RuleNode, index: number): SetItem | undefined {
  const { bare } = stripGroups(expression);
  const isSet = bare.kind === "comparison" && bare.right.kind === "set";
  return isSet && bare.right.kind === "set" ? bare.right.items[index] : undefined;
}
