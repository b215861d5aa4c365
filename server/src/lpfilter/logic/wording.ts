import type { RelatedPlace } from "../../core/diagnostic.ts";
import {
  type Assumption,
  type Clash,
  type DeadValue,
  type Decided,
  decisive,
  type Redundant,
} from "../../core/logic/part.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import { operatorNamed } from "../catalogue/operators.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import type { FilterFinding, FilterPart } from "./part.ts";

/** What is said about findings: short sentences for conditions on one field, and meanings of the parts for others. */

export function clashMessage(clash: Clash<FilterNode>): string {
  const { truth, parent, members } = clash;
  const so = `so ${consequence(clash)}`;
  if (members.length === 0) {
    const all = `member of this '${parent?.logical}' keeps`;
    const parts = truth === "never" ? `No ${all} any lines` : `Every ${all} all lines`;
    return clash.isWhole ? `${parts}, ${so}.` : `${parts}.`;
  }
  const conditions = onOneField(members);
  const [first, second, ...more] = conditions;
  if (!first) return partsMessage(clash, so);
  if (!second) return constantMessage(first, so);
  if (more.length === 0)
    return truth === "never" ? neverBoth(first, second, so) : either(first, second, so);
  const name = fieldName(first);
  if (truth === "never")
    return `No value of ${name} meets all ${members.length} of these conditions, ${so}. Change one of them.`;
  const names = conditions.map((it) => it.comparison?.name ?? "");
  const advice = names.every((it) => it.startsWith("!"))
    ? joinAdvice(names)
    : "Change or remove one of them.";
  return `Every value of ${name} meets one of these ${members.length} conditions, ${so}. ${advice}`;
}

/** The members as conditions, if they are about the same field. */
export function onOneField(members: readonly FilterPart[]): readonly Condition[] {
  const conditions = members.map((it) => it.node).filter((it) => it.kind === "condition");
  const isSame = members.every((it) => it.valueKey === members[0]?.valueKey);
  return isSame && conditions.length === members.length ? conditions : [];
}

/** The effect of a clash: "the filter keeps no lines". */
function consequence({ truth, members, parent, isWhole }: Clash<FilterNode>): string {
  const alone = members.length === 1 && (!parent || decisive(parent.logical) !== truth);
  const what = isWhole ? "the filter" : alone ? "this condition" : `this '${parent?.logical}'`;
  return `${what} keeps ${truth === "never" ? "no" : "all"} lines`;
}

function constantMessage(condition: Condition, so: string): string {
  const name = fieldName(condition);
  if (condition.value?.value?.kind === "array")
    return `No value of ${name} is in an empty array, ${so}. Add values, or remove the condition.`;
  const positive = operatorNamed(condition.comparison?.name.replace("!", "") ?? "");
  return `Every value of ${name} ${positive?.reads} the empty string, ${so}. Add a value, or remove the condition.`;
}

function neverBoth(first: Condition, second: Condition, so: string): string {
  const conflict = cannotBoth(first, predicate(first), predicate(second));
  const areValues = [first, second].every((it) => it.comparison?.name === "eq");
  const other =
    areValues && supportsIn(first) ? "Use 'or' or 'in'." : "Use 'or', or change one of them.";
  const advice = areOpposites(first, second) ? "Keep one of them." : other;
  return `${conflict}, ${so}. ${advice}`;
}

function either(first: Condition, second: Condition, so: string): string {
  const name = fieldName(first);
  const operators = [first, second].map((it) => it.comparison?.name ?? "");
  if (operators.every((it) => it === "!eq")) {
    const joined = supportsIn(first) ? "Use 'and' or '!in'." : "Use 'and'.";
    const advice = areOpposites(first, second) ? "Keep one of them." : joined;
    return `Every value of ${name} differs from ${operand(first)} or from ${operand(second)}, ${so}. ${advice}`;
  }
  if (operators.every((it) => it.startsWith("!")))
    return `${cannotBoth(first, negatedPredicate(first), negatedPredicate(second))}, ${so}. ${joinAdvice(operators)}`;
  return `Every value of ${name} ${predicate(first)} or ${predicate(second)}, ${so}. Change or remove one of them.`;
}

function joinAdvice(operators: readonly string[]): string {
  const areLists = operators.every((it) => it === "!eq" || it === "!in");
  return areLists ? "Use 'and' or '!in'." : "Use 'and'.";
}

function partsMessage({ truth, members }: Clash<FilterNode>, so: string): string {
  const all = members.map((it) => reading(it));
  if (truth === "always")
    return `Every line meets ${listOf(all, "or")}, ${so}. Change or remove one of them.`;
  const both = members.length === 2 ? "both " : "";
  return `No line meets ${both}${listOf(all, "and")}, ${so}. Use 'or', or change one of them.`;
}

export function decidedMessage({ truth, parent, by: [by] }: Decided<FilterNode>): string {
  const known = describeAssumption(by);
  const { logical } = parent;
  if (truth === "always") {
    const group = logical === "or" ? ", so this 'or' has no effect" : "";
    return `Always true here, because ${known}${group}. Remove it.`;
  }
  if (logical !== "and")
    return `Always false here, because ${known}. Change or remove the condition.`;
  const effect =
    by.parent.logical === "or"
      ? "adds no lines. Remove the 'and'."
      : "keeps no lines. Change or remove it.";
  return `This 'and' only applies when ${known}, but this condition requires the opposite, so the 'and' ${effect}`;
}

export function redundantMessage({ part, parent, by }: Redundant<FilterNode>): string {
  const { logical } = parent;
  if (by.every((it) => it.parent === parent)) {
    const [member, beside, more] = onOneField([part, ...by.map((it) => it.part)]);
    if (!member || !beside || more)
      return `Redundant in this '${logical}': ${reason(parent, by)}. Remove it.`;
    const [narrow, wide] = logical === "and" ? [beside, member] : [member, beside];
    return `Redundant in this '${logical}': if ${fieldName(member)} ${predicate(narrow)}, it ${predicate(wide)} too. Remove it.`;
  }
  const outer = listOf(by.map(describeAssumption), "and");
  if (by.some((it) => it.parent === parent) || part.logical) {
    return `Redundant here: the filter keeps the same lines without it, because ${outer}. Remove it.`;
  }
  return `Always ${logical === "and"} here, because ${outer}. Remove it.`;
}

export function valueMessage({ part, value, parent, by }: DeadValue<FilterNode>): string {
  const item = itemOf(part.node, value.index);
  const written = item && "value" in item ? shorten(writtenText(item)) : "This value";
  const isCovered = parent.logical === "or" && by.every((it) => it.parent === parent);
  const why = isCovered
    ? `: ${reason(parent, by)}`
    : `, because ${listOf(by.map(describeAssumption), "and")}`;
  return `${written} is redundant here${why}. Remove it.`;
}

/** Why the other members of a group make one redundant. */
function reason({ logical }: FilterPart, by: readonly Assumption<FilterNode>[]): string {
  const all = by.map((it) => reading(it.part));
  if (logical === "and") return `it follows from ${listOf(all, "and")}`;
  const others = by.length > 1 ? "other members already keep" : "another member already keeps";
  return `${others} lines where ${listOf(all, "or")}`;
}

/** A value of the array of a condition. */
export function itemOf(node: FilterNode, index: number): JsonValue | undefined {
  const list = node.kind === "condition" ? node.value?.value : undefined;
  return list?.kind === "array" ? list.items[index] : undefined;
}

/** What is known of another part: inside an `or`, that it is false. */
function describeAssumption({ part, isTrue }: Assumption<FilterNode>): string {
  if (isTrue) return reading(part);
  const { node } = part;
  if (node.kind === "condition") return `${fieldName(node)} ${negatedPredicate(node)}`;
  return `another part keeps the lines where ${reading(part)}`;
}

const mostRead = 3;

/** The part as text: "'Status' is at least '500'". */
function reading({ node, logical, parts }: FilterPart, isInner = false): string {
  if (node.kind === "condition") return `${fieldName(node)} ${predicate(node)}`;
  const read = parts.slice(0, mostRead).map((it) => reading(it, true));
  const more = parts.length > mostRead ? [`${parts.length - mostRead} more`] : [];
  const joined = [...read, ...more].join(` ${logical} `);
  return isInner || parts.length > 1 ? `(${joined})` : joined;
}

export function fieldName(condition: Condition | undefined): string {
  const name = condition?.key?.value;
  return name?.kind === "string" ? shorten(name.value) : "this field";
}

/** The condition without its field: "is at least '400'". */
function predicate(condition: Condition): string {
  return `${condition.comparison?.reads} ${operand(condition)}`;
}

/** The negated condition without its field. */
function negatedPredicate(condition: Condition): string {
  return `${operatorNamed(condition.comparison?.opposite ?? "")?.reads} ${operand(condition)}`;
}

const mostListed = 3;

function operand(condition: Condition): string {
  const value = condition.value?.value;
  if (value?.kind !== "array") return quoted(value);
  const listed = value.items.slice(0, mostListed).map(quoted).join(", ");
  const more = value.items.length - mostListed;
  return more > 0 ? `${listed} and ${more} more` : listed;
}

function quoted(value: NonNullable<Condition["value"]>["value"]): string {
  return value && "value" in value ? shorten(writtenText(value)) : "a value";
}

/** "'Status' cannot be both less than '400' and at least '500'", or the equivalent sentence for other verbs. */
function cannotBoth(condition: Condition, first: string, second: string): string {
  const name = fieldName(condition);
  return first.startsWith("is ") && second.startsWith("is ")
    ? `${name} cannot be both ${first.slice(3)} and ${second.slice(3)}`
    : `No value of ${name} both ${first} and ${second}`;
}

/** Every line matches exactly one of the two, so changing the logical operator does not help. */
function areOpposites(a: Condition, b: Condition): boolean {
  if (a.field?.type === "bool") return true;
  return a.comparison?.opposite === b.comparison?.name && operand(a) === operand(b);
}

/** Whether `in`, and so `!in`, supports the field. */
function supportsIn({ field }: Condition): boolean {
  return !field || (operatorNamed("in")?.takes.includes(field.type) ?? false);
}

/** The other parts that a diagnostic refers to. */
export function otherParts(parts: readonly Pick<FilterPart, "node">[]): RelatedPlace[] {
  return parts.map(({ node: { start, end, kind } }) => ({
    start,
    end,
    message: kind === "group" ? "The other group." : "The other condition.",
  }));
}

/** Advice for filters that exceed a limit or are close to it. */
export const fewerOperators =
  "Use 'in' for several values of one field, or split it across two jobs.";
/** What has room for a filter that exceeds a limit. */
export const instead = "Or use a transformer: 'weir sql --dialect transformer' prints its SQL.";
export const fewerBytes = "Shorten its arrays and strings, or split it across two jobs.";

/** Where a clash is reported: at its last member, or at the group. */
export function clashSpan({ members, parent }: Clash<FilterNode>): Span | undefined {
  const last = members[members.length - 1]?.node;
  return last ?? (parent?.node.kind === "group" ? parent.node.property.name : undefined);
}

/** Whether a part is redundant because it is never true where it is. */
export function isNeverTrue(
  finding: FilterFinding,
): finding is FilterFinding & { kind: "redundant" } {
  if (finding.kind !== "redundant" || finding.parent.logical !== "or") return false;
  return finding.by.every((it) => it.parent !== finding.parent);
}
