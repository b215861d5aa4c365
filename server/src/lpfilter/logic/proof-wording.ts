import type { RelatedPlace } from "../../core/diagnostic.ts";
import type { Assumption, Clash, DeadValue, Redundant } from "../../core/logic/part.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { listOf } from "../../text/wording.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import type { FilterPart } from "./proofs.ts";
import { cannotBoth, fieldName, negatedPredicate, predicate } from "./wording.ts";

/** Messages about what the solver has proved. */

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
    const [a, b] = [memberOf(first), memberOf(second)];
    if (first.field && first.field === second.field)
      return cannotBoth(first, predicate(a), predicate(b));
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
  if (node.kind === "condition") return `${fieldName(node)} ${negatedPredicate(memberOf(node))}`;
  return `another part keeps the lines where ${reading(part)}`;
}

const mostRead = 3;

/** The part as text: "'Status' is at least '500'". */
function reading({ node, logical, parts }: FilterPart, isInner = false): string {
  if (node.kind === "condition") return `${fieldName(node)} ${predicate(memberOf(node))}`;
  const read = parts.slice(0, mostRead).map((it) => reading(it, true));
  const more = parts.length > mostRead ? [`${parts.length - mostRead} more`] : [];
  const joined = [...read, ...more].join(` ${logical} `);
  return isInner || parts.length > 1 ? `(${joined})` : joined;
}

function memberOf(condition: Condition) {
  return { condition, group: undefined, home: undefined };
}

export function otherParts(parts: readonly FilterPart[]): RelatedPlace[] {
  return parts.map(({ node: { start, end } }) => ({ start, end, message: "The other condition." }));
}
