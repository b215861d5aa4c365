import type { RelatedPlace } from "../../core/diagnostic.ts";
import type { Assumption, DeadValue, Redundant, Truth } from "../../core/logic/part.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import type { Literal, SetItem } from "../syntax/tree.ts";
import type { Decided, LogicalGroup, Member, RedundantCondition, Verdict } from "./facts.ts";
import type { RuleNode, RulePart } from "./formula/proofs.ts";
import { stripGroups } from "./walk-state.ts";

/** What is said about conditions and findings. */

/** The source text on one line, in quotes. */
export function quoted(text: string, { start, end }: Span): string {
  // Bounds the work: the rest is truncated anyway.
  const shown = text.slice(start, Math.min(end, start + longestRead)).replace(/\s+/g, " ");
  return shown.length > maxShown ? `'${cut(shown)}'` : `'${shown}'`;
}

const maxShown = 60;
const longestRead = 400;

/** The logical operator, in quotes. */
export function logicalOf({ node }: LogicalGroup): string {
  return `'${node.name}'`;
}

/** Which of the two checks reports a verdict: by its effect on the rule, which a `not` around the conditions turns. */
export function reportedTruth({ truth, whole }: Verdict): Truth {
  return whole ?? truth;
}

/** The problem of the conditions as written. */
export function verdictMessage(text: string, verdict: Verdict): string {
  return verdict.truth === "never" ? neverMessage(text, verdict) : alwaysMessage(text, verdict);
}

/** More conditions are only counted. */
const mostNamed = 3;

function neverMessage(text: string, verdict: Verdict): string {
  const { members, home } = verdict;
  const [first, second] = members;
  const so = consequence(verdict);
  if (!first) return `No condition in this ${home ? logicalOf(home) : ""} can be true here${so}.`;
  if (!second) return `${singleReason(text, first, "never")}${so}. Change or remove it.`;
  const count = members.length;
  if (count === 2)
    return `${listOf(named(text, verdict), "and")} are never both true${so}. Use 'or', or change one.`;
  if (first.operand)
    return `No value of ${quoted(text, first.operand)} meets all ${count} conditions${withNot(verdict)}${so}. Change one.`;
  const what =
    count > mostNamed ? `These ${count} conditions` : listOf(named(text, verdict), "and");
  return `${what} are never all true${so}. Change one.`;
}

function alwaysMessage(text: string, verdict: Verdict): string {
  const { members, home } = verdict;
  const [first, second] = members;
  const so = consequence(verdict);
  if (!first)
    return `Every condition in this ${home ? logicalOf(home) : ""} is always true here${so}.`;
  if (!second) return `${singleReason(text, first, "always")}${so}. Change or remove it.`;
  const every = everyTime(text, verdict);
  const count = members.length;
  if (count > 2 && (first.operand || count > mostNamed)) {
    const advice = first.operand ? "" : " Change or remove one.";
    return `One of these ${count} conditions${withNot(verdict)} is ${every}${so}.${advice}`;
  }
  const all = listOf(named(text, verdict), "or");
  const isPair = first.operand && first.negated === second.negated && excludedBy(second);
  const witness = isPair ? excludedBy(first) : undefined;
  if (!witness) return `${all} is ${every}${so}. Change or remove one.`;
  return `${all} is ${every}, including ${quoted(text, witness)}${so}. Use 'and'.`;
}

function everyTime(text: string, { members: [first], unlessMissing }: Verdict): string {
  if (!first?.operand) return "always true";
  const what = quoted(text, first.operand);
  return unlessMissing ? `true whenever ${what} is present` : `true for every value of ${what}`;
}

function named(text: string, verdict: Verdict): readonly string[] {
  return verdict.members.map((it) => polar(text, it, isNegated(verdict)));
}

/** Verdicts are about the text without the negations around their group. */
function isNegated({ home }: Verdict): boolean {
  return home?.negated === true;
}

function withNot(verdict: Verdict): string {
  const isMixed = verdict.members.some((it) => it.negated !== isNegated(verdict));
  return isMixed ? " with the 'not' around them" : "";
}

/** Why a single condition is always true or false, as the start of a sentence. */
function singleReason(text: string, { node, operand }: Member, truth: Truth): string {
  const field = operand?.kind === "field" ? operand.definition : undefined;
  if (field?.constant !== undefined) return `'${field.name}' is now always ${field.constant}`;
  if (!operand) return `${quoted(text, node)} is ${truth} true`;
  const outcome = truth === "never" ? "false" : "true";
  return `${quoted(text, node)} is ${outcome} for every value of ${quoted(text, operand)}`;
}

/** The value that a condition excludes, as in `x ne "a"` and `not x eq "a"`. */
function excludedBy({ node, negated }: Member): Literal | undefined {
  const { bare, flipped } = stripGroups(node);
  if (bare.kind !== "comparison") return undefined;
  const { operator, right } = bare;
  if (operator.name !== (flipped === negated ? "ne" : "eq")) return undefined;
  return right.kind === "string" || right.kind === "integer" || right.kind === "address"
    ? right
    : undefined;
}

/** The effect of a verdict: ", so the rule matches no request". Empty if there is none. */
function consequence({ truth, members, home, whole, unlessMissing }: Verdict): string {
  if (unlessMissing) return "";
  if (whole) return `, so the rule matches ${whole === "never" ? "no" : "every"} request`;
  const decides = home && (home.node.name === "and") === (truth === "never");
  if (!home || members.length === 0 || !decides) return "";
  return `, so this ${logicalOf(home)} is ${truth} true`;
}

/** Says what makes a condition always true or false where it is. */
export function decidedMessage(text: string, { truth, by }: Decided): string {
  const isTrue = truth === "always";
  const why = becauseOfFlag(text, by, isTrue) ?? describeKnown(text, by);
  return `Always ${isTrue} here, because ${why}. Change or remove it.`;
}

/** That a Boolean field is true or false would read as if it were a fact. */
function becauseOfFlag(
  text: string,
  { node, home, negated }: Decided["by"],
  isTrue: boolean,
): string | undefined {
  if (!/^(?:not\s+|!\s*)*[\w.]+$/.test(text.slice(node.start, node.end))) return undefined;
  const written = quoted(text, node);
  if (home?.logical === "or") {
    const what = isTrue ? "the opposite" : "it";
    return negated ? undefined : `${written} on the other side of 'or' covers ${what}`;
  }
  return negated ? `${written} is excluded` : `${written} is required, too`;
}

/** Describes what is known at an inner condition: inside an `or`, that the outer condition is false. */
function describeKnown(text: string, { node, home, negated }: Member): string {
  const holds = (home?.logical !== "or") !== negated;
  return `${quoted(text, node)} is ${holds}`;
}

/** Says which other condition of the group makes one redundant. */
export function impliedMessage(text: string, { member, beside }: RedundantCondition): string {
  const why = redundancy(text, member.home?.logical ?? "and", member.negated, [beside]);
  return redundantBecause(text, member.node, why);
}

function redundantBecause(text: string, node: Span, why: string): string {
  return `${quoted(text, node)} is redundant: ${why}. Remove it, or change one.`;
}

export function redundantMessage(text: string, { part, home, by }: Redundant<RuleNode>): string {
  const what = quoted(text, part.node);
  if (by.every((it) => it.home === home))
    return redundantBecause(text, part.node, reason(text, home, part.node.negated, by));
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

/** A condition and its polarity: whether an outer `not` makes it count as its opposite. */
interface Polar {
  readonly node: Span;
  readonly negated: boolean;
}

/** A condition as it counts: its opposite, if only an outer `not` around it makes it one. */
function polar(text: string, { node, negated }: Polar, isNegated: boolean): string {
  return `${negated === isNegated ? "" : "the opposite of "}${quoted(text, node)}`;
}

/** Why a condition is redundant beside others of the same effective group: "'a' and the opposite of 'b' cover it". */
function redundancy(
  text: string,
  logical: "and" | "or",
  negated: boolean,
  by: readonly Polar[],
): string {
  const all = by.map((it) => polar(text, it, negated));
  const verb = (logical === "or") !== negated ? ["covers", "cover"] : ["implies", "imply"];
  return `${listOf(all, "and")} ${verb[by.length > 1 ? 1 : 0]} it`;
}

/** Related places for the other conditions. */
export function relatedPlaces(members: readonly Member[]): RelatedPlace[] {
  return otherConditions(members.map((it) => it.node));
}

export function otherConditions(nodes: readonly Span[]): RelatedPlace[] {
  return nodes.map(({ start, end }) => ({
    start,
    end,
    message: "Other condition.",
  }));
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
