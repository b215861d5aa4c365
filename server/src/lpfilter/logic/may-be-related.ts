import type { Field } from "../catalogue/dataset.ts";
import type { FilterNode, Group } from "../syntax/filter.ts";
import { isWhole, keyOf, ownTruth } from "./entry.ts";

type Name = Field | string;

/**
 * Fast path: false if no two conditions on a path have the same field, and each group has a field of its own, so it can be true
 * or false independently of the other groups.
 */
export function mayBeRelated(root: Group): boolean {
  return isRelated(root, new Set(), countsIn(root, new Map()));
}

type Counts = Map<Name, number>;

function countsIn(node: FilterNode, counts: Counts): Counts {
  if (node.kind === "group") for (const it of node.items) countsIn(it, counts);
  else if (node.kind === "condition" && isWhole(node)) {
    const key = keyOf(node);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function isRelated(group: Group, known: ReadonlySet<Name>, counts: Counts): boolean {
  const named = new Set(known);
  const inner: Group[] = [];
  if (repeats(group, group.logical, named, inner)) return true;
  return inner.some((it) => !hasOwnField(it, counts) || isRelated(it, named, counts));
}

/** Whether a group repeats a field, with nested groups of the same operator flattened. Collects its fields and other groups. */
function repeats(
  { items }: Group,
  logical: Group["logical"],
  named: Set<Name>,
  inner: Group[],
): boolean {
  return items.some((it) => {
    if (it.kind === "group") {
      if (it.logical === logical) return repeats(it, logical, named, inner);
      inner.push(it);
      return false;
    }
    if (it.kind !== "condition" || !isWhole(it)) return false;
    const before = named.size;
    return named.add(keyOf(it)).size === before;
  });
}

function hasOwnField({ items }: Group, counts: Counts): boolean {
  return items.some(
    (it) => it.kind === "condition" && counts.get(keyOf(it)) === 1 && ownTruth(it) === undefined,
  );
}
