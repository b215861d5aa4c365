import type { Clash, DeadValue, Known, Redundant } from "../../core/logic/part.ts";
import type { RelatedPlace } from "../../core/diagnostic.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { listOf } from "../../text/wording.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import type { FilterPart } from "./proofs.ts";
import { cannotBoth, denial, fieldName, predicate } from "./wording.ts";

/** Messages about what the solver has proved. */

export function clashMessage({ truth, home, members, context, isWhole }: Clash<FilterNode>): string {
  const what = isWhole ? "the filter" : `this '${home.logical}'`;
  const so = `so ${what} keeps ${truth === "never" ? "no" : "all"} lines`;
  const here = context.length > 0 ? ` here, because ${listOf(context.map(known), "and")}` : "";
  if (truth === "always") {
    const all = members.map((it) => reading(it));
    return `Every line meets ${listOf(all, "or")}${here}, ${so}. Change or remove one of them.`;
  }
  return `${conflict(members)}${here}, ${so}. Use 'or', or change one of them.`;
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
  const logical = home.logical;
  const isBeside = by.every((it) => it.home === home);
  if (isBeside) {
    const verb = logical === "and" ? "imply" : "cover";
    const verbs = by.length > 1 ? verb : verb === "imply" ? "implies" : "covers";
    const all = by.map((it) => reading(it.part));
    return `Redundant in this '${logical}': ${listOf(all, "and")} ${verbs} it. Remove it.`;
  }
  const outer = listOf(by.map(known), "and");
  if (by.some((it) => it.home === home) || part.logical) {
    return `Redundant here: the filter keeps the same lines without it, because ${outer}. Remove it.`;
  }
  const truth = logical === "and" ? "true" : "false";
  return `Always ${truth} here, because ${outer}. Remove it.`;
}

export function valueMessage({ part, value, home, by }: DeadValue<FilterNode>): string {
  const item = itemOf(part.node, value.index);
  const written = item && "value" in item ? shorten(writtenText(item)) : "This value";
  const isCovered = home.logical === "or" && by.every((it) => it.home === home);
  const reason = isCovered
    ? `${listOf(by.map((it) => reading(it.part)), "and")} ${by.length > 1 ? "cover" : "covers"} it`
    : `${listOf(by.map(known), "and")}`;
  return `${written} is redundant here, because ${reason}. Remove it.`;
}

/** A value of the array of a condition. */
export function itemOf(node: FilterNode, index: number): JsonValue | undefined {
  const list = node.kind === "condition" ? node.value?.value : undefined;
  return list?.kind === "array" ? list.items[index] : undefined;
}

/** What is known about another part. */
function known({ part, isTrue }: Known<FilterNode>): string {
  if (isTrue) return reading(part);
  const { node } = part;
  if (node.kind === "condition") return `${fieldName(node)} ${denial(memberOf(node))}`;
  return `another part keeps the lines where ${reading(part)}`;
}

const mostRead = 3;

/** A part in words: "'Status' is at least '500'". */
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
