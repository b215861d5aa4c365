import type { RelatedPlace } from "../../core/diagnostic.ts";
import {
  type Assumption,
  type Clash,
  type DeadValue,
  type Decided,
  decisive,
  otherTruth,
  type Redundant,
  type Truth,
} from "../../core/logic/part.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import type { Literal, Operand, SetItem } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";
import type { RuleFinding, RuleNode, RulePart } from "./formula/part.ts";
import { keyOf } from "./operand.ts";

/** What is said about findings. */

/** More conditions are only counted. */
const mostNamed = 3;

/** The source text on one line, in quotes. */
export function quoted(text: string, { start, end }: Span): string {
  // Bounds the work: the rest is truncated anyway.
  const shown = text.slice(start, Math.min(end, start + longestRead)).replace(/\s+/g, " ");
  return shown.length > maxShown ? `'${cut(shown)}'` : `'${shown}'`;
}

const maxShown = 60;
const longestRead = 400;

/** Whether the conditions are read inside a `not`: those on one operand, or on both sides of a `not`, as their group is. */
function isNegated({ members, parent }: Clash<RuleNode>): boolean {
  const [first, second] = members;
  const isMixed = members.some((it) => it.node.negated !== first?.node.negated);
  const isAsGroup = !first || isMixed || (second && commonOperand(members));
  return isAsGroup ? parent?.node.isDenied === true : first.node.negated;
}

/** The truth of the conditions as written, without outer negations. */
export function writtenTruth(clash: Clash<RuleNode>): Truth {
  return isNegated(clash) ? otherTruth(clash.truth) : clash.truth;
}

/** Which of the two checks reports it: by its effect on the rule, which a `not` around the conditions turns. */
export function reportedTruth(clash: Clash<RuleNode>): Truth {
  return clash.isWhole ? clash.truth : writtenTruth(clash);
}

/** The problem of the conditions as written. */
export function clashMessage(text: string, clash: Clash<RuleNode>): string {
  const { members } = clash;
  const [first, second] = members;
  const truth = writtenTruth(clash);
  const so = consequence(clash);
  if (!first) {
    const all = `condition in this ${logicalOf(clash.parent)}`;
    return truth === "never"
      ? `No ${all} can be true here${so}.`
      : `Every ${all} is always true here${so}.`;
  }
  if (!second) return `${singleReason(text, first.node, truth)}${so}. Change or remove it.`;
  return truth === "never" ? neverMessage(text, clash, so) : alwaysMessage(text, clash, so);
}

function neverMessage(text: string, clash: Clash<RuleNode>, so: string): string {
  const all = polars(text, clash);
  if (all.length === 2)
    return `${listOf(all, "and")} are never both true${so}. Use 'or', or change one.`;
  const operand = commonOperand(clash.members);
  if (operand)
    return `No value of ${quoted(text, operand)} meets all ${all.length} conditions${withNot(clash)}${so}. Change one.`;
  const what = all.length > mostNamed ? `These ${all.length} conditions` : listOf(all, "and");
  return `${what} are never all true${so}. Change one.`;
}

function alwaysMessage(text: string, clash: Clash<RuleNode>, so: string): string {
  const all = polars(text, clash);
  const operand = commonOperand(clash.members);
  const either =
    all.length > mostNamed ? `One of these ${all.length} conditions` : listOf(all, "or");
  if (!operand) return `${either} is always true${so}. Change or remove one.`;
  const what = quoted(text, operand);
  const every = clash.unlessMissing ? `whenever ${what} is present` : `for every value of ${what}`;
  if (all.length > 2)
    return `One of these ${all.length} conditions${withNot(clash)} is true ${every}${so}.`;
  const witness = excludedByBoth(text, clash.members);
  return witness
    ? `${either} is true ${every}, including ${witness}${so}. Use 'and'.`
    : `${either} is true ${every}${so}. Change or remove one.`;
}

/** The effect: ", so the rule matches no request". Empty if there is none. */
function consequence(clash: Clash<RuleNode>): string {
  const { truth, members, parent, isWhole, unlessMissing } = clash;
  if (unlessMissing) return "";
  if (isWhole) return `, so the rule matches ${truth === "never" ? "no" : "every"} request`;
  if (!parent || members.length === 0 || truth !== decisive(parent.logical)) return "";
  const written = writtenTruth(clash);
  return `, so this '${written === "never" ? "and" : "or"}' is ${written} true`;
}

/** The logical operator, in quotes. */
export function logicalOf(parent: RulePart | undefined): string {
  return `'${parent?.node.group?.name ?? "and"}'`;
}

/** The operand of all conditions, if it is the same. */
function commonOperand(members: readonly RulePart[]): Operand | undefined {
  const { operand, operandKey } = members[0]?.node ?? {};
  return members.every((it) => it.node.operandKey === operandKey) ? operand : undefined;
}

/** The conditions as they count: its opposite, if only an outer `not` around one makes it one. */
function polars(text: string, clash: Clash<RuleNode>): string[] {
  return clash.members.map((it) => polar(text, it.node, isNegated(clash)));
}

function polar(text: string, node: RuleNode, negated: boolean): string {
  return `${node.negated === negated ? "" : "the opposite of "}${quoted(text, node)}`;
}

function withNot(clash: Clash<RuleNode>): string {
  const isMixed = clash.members.some((it) => it.node.negated !== isNegated(clash));
  return isMixed ? " with the 'not' around them" : "";
}

/** Why a single condition is always true or false, as the start of a sentence. */
function singleReason(text: string, node: RuleNode, truth: Truth): string {
  const { operand } = node;
  const field = operand?.kind === "field" ? operand.definition : undefined;
  if (field?.constant !== undefined) return `'${field.name}' is now always ${field.constant}`;
  const itself = operand ?? comparedWithItself(text, node);
  if (!itself) return `${quoted(text, node)} is ${truth} true`;
  const outcome = truth === "never" ? "false" : "true";
  return `${quoted(text, node)} is ${outcome} for every value of ${quoted(text, itself)}`;
}

function comparedWithItself(text: string, { bare }: RuleNode): Operand | undefined {
  if (bare.kind !== "comparison") return undefined;
  const { left, right } = bare;
  const isSame = isOperand(right) && keyOf(left, text) === keyOf(right, text);
  return isSame ? left : undefined;
}

/** The first of two values that are excluded, as in `x ne "a"` and `not x eq "b"`. */
function excludedByBoth(text: string, [first, second]: readonly RulePart[]): string | undefined {
  const [one, other] = [first, second].map((it) => it && excludedBy(it.node));
  const isAlike = first?.node.negated === second?.node.negated;
  return one && other && isAlike ? quoted(text, one) : undefined;
}

function excludedBy({ bare, isDenied }: RuleNode): Literal | undefined {
  if (bare.kind !== "comparison") return undefined;
  const { operator, right } = bare;
  if (operator.name !== (isDenied ? "eq" : "ne")) return undefined;
  return right.kind === "string" || right.kind === "integer" || right.kind === "address"
    ? right
    : undefined;
}

/** Says what makes a condition always true or false where it is. */
export function decidedMessage(text: string, decided: Decided<RuleNode>): string {
  const isTrue = (decided.truth === "always") !== decided.part.node.negated;
  const why = becauseOfFlag(text, decided.by[0], isTrue) ?? known(text, decided.by);
  return `Always ${isTrue} here, because ${why}. Change or remove it.`;
}

/** That a Boolean field is true or false would read as if it were a fact. */
function becauseOfFlag(
  text: string,
  { part: { node }, parent }: Assumption<RuleNode>,
  isTrue: boolean,
): string | undefined {
  if (!/^(?:not\s+|!\s*)*[\w.]+$/.test(text.slice(node.start, node.end))) return undefined;
  const written = quoted(text, node);
  if (parent.logical === "or") {
    const what = isTrue ? "the opposite" : "it";
    return node.negated ? undefined : `${written} on the other side of 'or' covers ${what}`;
  }
  return node.negated ? `${written} is excluded` : `${written} is required, too`;
}

/** What is known of other parts: inside an `or`, that they are false. */
function known(text: string, by: readonly Assumption<RuleNode>[]): string {
  const all = by.map(({ part: { node }, isTrue }) => {
    return `${quoted(text, node)} is ${isTrue !== node.negated}`;
  });
  return listOf(all, "and");
}

export function redundantMessage(text: string, { part, parent, by }: Redundant<RuleNode>): string {
  const what = quoted(text, part.node);
  if (by.every((it) => it.parent === parent))
    return `${what} is redundant: ${reason(text, parent, part.node.negated, by)}. Remove it, or change one.`;
  if (by.some((it) => it.parent === parent) || part.logical)
    return `${what} is redundant here: the rule matches the same requests without it, because ${known(text, by)}. Remove it, or change one.`;
  const isTrue = (parent.logical === "and") !== part.node.negated;
  return `Always ${isTrue} here, because ${known(text, by)}. Change or remove it.`;
}

export function valueMessage(
  text: string,
  { part, value, parent, by }: DeadValue<RuleNode>,
): string {
  const item = itemAt(part.node, value.index);
  const what = item ? quoted(text, item) : "This value";
  const isCovered = parent.logical === "or" && by.every((it) => it.parent === parent);
  const why = isCovered ? reason(text, parent, false, by) : known(text, by);
  return `${what} is redundant here, because ${why}. Remove it.`;
}

/** Why a condition is redundant beside others of the same group: "'a' and the opposite of 'b' cover it". */
function reason(
  text: string,
  { logical }: RulePart,
  negated: boolean,
  by: readonly Assumption<RuleNode>[],
): string {
  const all = by.map((it) => polar(text, it.part.node, negated));
  const verb = (logical === "or") !== negated ? ["covers", "cover"] : ["implies", "imply"];
  return `${listOf(all, "and")} ${verb[by.length > 1 ? 1 : 0]} it`;
}

/** An item of the set of a comparison. */
export function itemAt({ bare }: RuleNode, index: number): SetItem | undefined {
  const set = bare.kind === "comparison" ? bare.right : undefined;
  return set?.kind === "set" ? set.items[index] : undefined;
}

export function otherParts(parts: readonly RulePart[]): RelatedPlace[] {
  return parts.map(({ node: { start, end } }) => ({ start, end, message: "Other condition." }));
}

/** Where a clash is reported: at its last member, or at the operator. */
export function clashSpan({ members, parent }: Clash<RuleNode>): Span | undefined {
  return members[members.length - 1]?.node ?? parent?.node.group?.operators[0];
}

/** Whether something is redundant because it is never true where it is. */
export function isNeverTrue(finding: RuleFinding): finding is RuleFinding & { kind: "redundant" } {
  if (finding.kind !== "redundant") return false;
  const { parent, by } = finding;
  if (parent.node.negated || parent.logical !== "or") return false;
  return by.every((it) => it.parent !== parent);
}

/** The truth of a condition as written. */
export function decidedTruth({ truth, part }: Decided<RuleNode>): Truth {
  return part.node.negated ? otherTruth(truth) : truth;
}
