import { isUnseen, type JsonValue } from "../../json/syntax/tree.ts";
import type { Condition, FilterNode, Group } from "../syntax/filter.ts";

/** Which parts of a filter a form can edit. */

/** A group that has its members in an array, and nothing else. */
export function isRegular(group: Group): boolean {
  const { list, object } = group;
  return list !== undefined && !isUnseen(list) && object.properties.length === 1;
}

/** What is nested in another `where` is one with it. */
export function membersOf({ items, list }: Group): readonly FilterNode[] {
  return items.map((node, index) => {
    const value = list?.items[index];
    if (!value || (value.start === node.start && value.end === node.end)) return node;
    return { kind: "stray", start: value.start, end: value.end, value };
  });
}

/** A condition with its three properties or some of them, each once. */
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
  if (value?.kind !== "array") return true;
  return value.items.every((it) => it.kind !== "object" && it.kind !== "array");
}
