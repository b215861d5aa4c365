import type { RelatedPlace } from "../../core/diagnostic.ts";
import { decisive } from "../../core/logic/facts.ts";
import type { Assumption, Clash, DeadValue, Redundant } from "../../core/logic/part.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import { operatorNamed } from "../catalogue/operators.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import type { Member, Verdict } from "./facts.ts";
import type { FilterPart } from "./proofs.ts";

/** What the logic checks say about conditions and findings. */

export function fieldName(condition: Condition | undefined): string {
  const name = condition?.key?.value;
  return name?.kind === "string" ? shorten(name.value) : "this field";
}

/** The condition without its field: "is at least '400'". */
export function predicate(condition: Condition): string {
  return `${condition.comparison?.reads} ${operand(condition)}`;
}

/** What an inner condition can assume about the outer one: inside an `or`, that it is false. */
export function outerPredicate({ condition, home }: Member): string {
  return home?.logical === "or" ? negatedPredicate(condition) : predicate(condition);
}

/** The negated condition without its field. */
export function negatedPredicate(condition: Condition): string {
  return `${operatorNamed(condition.comparison?.opposite ?? "")?.reads} ${operand(condition)}`;
}

const mostListed = 3;

export function operand(condition: Condition): string {
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
export function cannotBoth(condition: Condition, first: string, second: string): string {
  const name = fieldName(condition);
  return first.startsWith("is ") && second.startsWith("is ")
    ? `${name} cannot be both ${first.slice(3)} and ${second.slice(3)}`
    : `No value of ${name} both ${first} and ${second}`;
}

/** The effect of a verdict: "the filter keeps no lines". */
export function consequence({ truth, members, home, whole }: Verdict): string {
  const alone = members.length === 1 && (!home || decisive(home.logical) !== truth);
  const what = whole ? "the filter" : alone ? "this condition" : `this '${home?.logical}'`;
  return `${what} keeps ${truth === "never" ? "no" : "all"} lines`;
}

/** The other conditions that a diagnostic refers to. */
function otherConditions(nodes: readonly Span[]): RelatedPlace[] {
  return nodes.map(({ start, end }) => ({ start, end, message: "The other condition." }));
}

export function relatedPlaces(members: readonly Member[]): RelatedPlace[] {
  return otherConditions(members.map((it) => it.condition));
}

export function otherParts(parts: readonly FilterPart[]): RelatedPlace[] {
  return otherConditions(parts.map((it) => it.node));
}

/** Advice for filters that exceed a limit or are close to it. */
export const fewerOperators =
  "Use 'in' for several values of one field, or split it across two jobs.";
/** What has room for a filter that exceeds a limit. */
export const instead = "Or use a transformer: 'weir sql --dialect transformer' prints its SQL.";
export const fewerBytes = "Shorten its arrays and strings, or split it across two jobs.";

/** Every line matches exactly one of the two, so changing the logical operator does not help. */
export function areOpposites(first: Member, second: Member): boolean {
  const [a, b] = [first.condition, second.condition];
  if (a.field?.type === "bool") return true;
  return a.comparison?.opposite === b.comparison?.name && operand(a) === operand(b);
}

/** Whether `in`, and so `!in`, supports the field. */
export function supportsIn({ condition: { field } }: Member): boolean {
  return !field || (operatorNamed("in")?.takes.includes(field.type) ?? false);
}

export function clashMessage({ truth, home, members, isWhole }: Clash<FilterNode>): string {
  const what = isWhole ? "the filter" : `this '${home.logical}'`;
  const so = `so ${what} keeps ${truth === "never" ? "no" : "all"} lines`;
  if (truth === "always") {
    const all = members.map((it) => reading(it));
    return `Every line meets ${listOf(all, "or")}, ${so}. Change or remove one of them.`;
  }
  return `${conflict(members)}, ${so}. Use 'or', or change one of them.`;
}

function conflict(members: readonly FilterPart[]): string {
  const [first, second, third] = members.map((it) => it.node);
  if (first?.kind === "condition" && second?.kind === "condition" && !third) {
    if (first.field && first.field === second.field)
      return cannotBoth(first, predicate(first), predicate(second));
  }
  const all = members.map((it) => reading(it));
  return `No line meets ${members.length === 2 ? "both " : ""}${listOf(all, "and")}`;
}

export function redundantMessage({ part, home, by }: Redundant<FilterNode>): string {
  const { logical } = home;
  if (by.every((it) => it.home === home))
    return `Redundant in this '${logical}': ${reason(home, by)}. Remove it.`;
  const outer = listOf(by.map(describeAssumption), "and");
  if (by.some((it) => it.home === home) || part.logical) {
    return `Redundant here: the filter keeps the same lines without it, because ${outer}. Remove it.`;
  }
  return `Always ${logical === "and"} here, because ${outer}. Remove it.`;
}

export function valueMessage({ part, value, home, by }: DeadValue<FilterNode>): string {
  const item = itemOf(part.node, value.index);
  const written = item && "value" in item ? shorten(writtenText(item)) : "This value";
  const isCovered = home.logical === "or" && by.every((it) => it.home === home);
  const why = isCovered
    ? `: ${reason(home, by)}`
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

/** What the proof assumes about another part. */
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
