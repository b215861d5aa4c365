import type { Condition, Group } from "../syntax/filter.ts";

/**
 * Whether the meaning of the group is known. It is unknown if the group has other properties or no array, which are errors, or
 * if its members come from a hole of the host document.
 */
export function isPlain({ list, object }: Group): boolean {
  return list !== undefined && !list.isUnseen && object.properties.length === 1;
}

/** Whether the members of the group can be treated as members of `parent`. A group of one member can have either operator. */
export function canFlatten(group: Group, parent: Group): boolean {
  const isAlike = group.logical === parent.logical && group.items.length > 0;
  return isPlain(group) && (isAlike || group.items.length === 1);
}

export function isComplete(condition: Condition): boolean {
  return (
    condition.object.properties.length === 3 &&
    condition.comparison !== undefined &&
    condition.key?.value?.kind === "string" &&
    condition.value?.value !== undefined
  );
}

/** An empty array contains no value, and every string contains the empty string. */
export function isPerhapsConstant({ comparison, value }: Condition): boolean {
  const operand = value?.value;
  if (operand?.kind === "array") return operand.items.length === 0;
  return operand?.kind === "string" && operand.value === "" && !comparison?.name.endsWith("eq");
}

/** The name of the field. Empty if it is not written as a string. */
export function fieldOf({ key }: Condition): string {
  return key?.value?.kind === "string" ? key.value.value : "";
}
