import { isUnseen, type JsonValue } from "../../json/syntax/tree.ts";
import type { Condition, FilterNode, Group } from "../syntax/filter.ts";

/** Which parts of a filter a form can edit. */

/** Whether the group is an array of members and its object has no other property. */
export function isRegular(group: Group): boolean {
  const { list, object } = group;
  return list !== undefined && !isUnseen(list) && object.properties.length === 1;
}

/** A member inside a nested `where` is a stray with the span of that `where`, because forms cannot edit it. */
export function membersOf({ items, list }: Group): readonly FilterNode[] {
  return items.map((node, index) => {
    const value = list?.items[index];
    if (!value || (value.start === node.start && value.end === node.end)) return node;
    return { kind: "stray", start: value.start, end: value.end, value };
  });
}

/** Whether the condition has only its three properties, or some of them, and no duplicates. */
export function isEditable({ object, key, operator, value }: Condition): boolean {
  const known = [key, operator, value].filter((it) => it !== undefined);
  if (known.length !== object.properties.length) return false;
  return isText(key?.value) && isText(operator?.value) && isOperand(value?.value);
}

function isText(value: JsonValue | undefined): boolean {
  return value === undefined || (value.kind === "string" && !isUnseen(value));
}

function isOperand(value: JsonValue | undefined): boolean {
  if (isUnseen(value) || value?.kind === "object") return false;
  if (value?.kind !== "array") return !hasLines(value);
  return value.items.every((it) => it.kind !== "object" && it.kind !== "array" && !hasLines(it));
}

/** A text box would drop the line breaks. */
function hasLines(value: JsonValue | undefined): boolean {
  return value?.kind === "string" && /[\r\n]/.test(value.value);
}
