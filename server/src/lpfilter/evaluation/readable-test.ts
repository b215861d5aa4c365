import type { LogCondition, LogTest } from "../../core/log-test.ts";
import type { Span } from "../../text/span.ts";
import type { Filter, FilterNode, Group } from "../syntax/filter.ts";
import { logConditionOf } from "./log-test.ts";

/** The parts of a filter with errors that can be read. A group in which text may be lost has an unreadable part. */
export function readableTest({ json, node }: Filter): LogTest | undefined {
  if (!node) return undefined;
  const { text } = json;
  /** Errors that no part explains yet. */
  let left: readonly Span[] = json.errors;
  const take = ({ start, end }: Span): boolean => {
    const others = left.filter((it) => it.start < start || it.start >= end);
    const isTaken = others.length < left.length;
    left = others;
    return isTaken;
  };
  const testOf = (part: FilterNode): LogTest => {
    if (part.kind === "group" && isGroup(part)) return groupOf(part);
    const read = part.kind === "condition" ? logConditionOf(part) : undefined;
    const hasError = take(part);
    return read && !hasError ? read : unreadable(part, text);
  };
  const groupOf = (group: Group): LogTest => {
    const { start, end, logical } = group;
    const parts = group.items.map(testOf);
    if (take(group)) parts.push(unreadable({ start: group.end, end: group.end }, text));
    return { kind: "group", start, end, logical, parts };
  };
  const test = testOf(node);
  if (left.length === 0) return test;
  const { start, end } = test;
  const rest = unreadable({ start: end, end }, text);
  return { kind: "group", start, end, logical: "and", parts: [test, rest] };
}

function isGroup({ list, object }: Group): boolean {
  return list !== undefined && object.properties.length === 1;
}

function unreadable({ start, end }: Span, text: string): LogCondition {
  const written = text.slice(start, end).replace(/\s+/g, " ");
  const condition = { field: "", type: undefined, operator: "eq", values: [""] } as const;
  return { kind: "condition", start, end, ...condition, unreadable: written };
}
