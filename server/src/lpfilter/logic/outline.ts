import type { Claim } from "../../core/logic/claim.ts";
import { maxValues, type Outline } from "../../core/logic/outline.ts";
import type { Condition, FilterNode, Group } from "../syntax/filter.ts";
import { claimOf, eachValue } from "./claim.ts";
import { isPlain, isWhole } from "./entry.ts";

export type FilterOutline = Outline<FilterNode, Claim>;

/** Undefined if a part of the node is invalid or a hole of the host document. */
export function outlineOf(node: FilterNode): FilterOutline | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") return conditionOutline(node);
  const parts = isPlain(node) ? membersOf(node) : undefined;
  const [only] = parts ?? [];
  if (!parts || !only || parts.length === 1) return only;
  return { node, logical: node.logical, parts, about: [] };
}

/** Flattens nested groups with the same operator. */
function membersOf({ items, logical }: Group): FilterOutline[] | undefined {
  const members: FilterOutline[] = [];
  for (const item of items) {
    const part = outlineOf(item);
    if (!part) return undefined;
    if (part.logical === logical) members.push(...part.parts);
    else members.push(part);
  }
  return members;
}

function conditionOutline(condition: Condition): FilterOutline | undefined {
  const name = condition.key?.value;
  if (!isWhole(condition) || name?.kind !== "string") return undefined;
  const claim = claimOf(condition);
  const values = claim && listOf(condition);
  const about = [name.value];
  return { node: condition, logical: undefined, parts: [], about, claim, values };
}

function listOf(condition: Condition): readonly Claim[] | undefined {
  const array = condition.value?.value;
  const count = array?.kind === "array" ? array.items.length : 0;
  return count >= 2 && count <= maxValues ? eachValue(condition) : undefined;
}
