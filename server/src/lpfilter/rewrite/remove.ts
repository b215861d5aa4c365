import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { removableIn } from "../../core/logic/part.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { Edit } from "../../text/edit.ts";
import { contains, type Span } from "../../text/span.ts";
import type { FilterFinding } from "../logic/part.ts";
import type { Filter, FilterNode, Group } from "../syntax/filter.ts";

/** The groups around a part of the filter, innermost first. */
export function groupsAround(filter: Filter, part: Span): Group[] {
  const groups: Group[] = [];
  let node: FilterNode | undefined = filter.node;
  while (node?.kind === "group" && contains(node, part)) {
    if (node.start === part.start && node.end === part.end) break;
    groups.unshift(node);
    node = node.items.find((it) => contains(it, part));
  }
  return groups;
}

/** The index of a part in its group, by binary search. */
export function indexIn({ items }: Group, part: FilterNode): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) < part.start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Removes a part from its array. A group that would become empty is removed too.
 * No edits if it is the whole filter, or if the text has syntax errors.
 */
export function removePart(filter: Filter, part: FilterNode): readonly Edit[] {
  if (filter.json.errors.length > 0) return [];
  let node = part;
  for (const group of groupsAround(filter, part)) {
    const siblings = group.list?.items ?? [];
    if (siblings.length > 1) {
      const item = siblings[indexIn(group, node)];
      const edit = item && removeChild(siblings, item, filter.json.text);
      return edit ? [edit] : [];
    }
    node = group;
  }
  return [];
}

/** Fixes that remove a part, or a listed value, that has no effect. */
export function removalOf(filter: Filter, finding: FilterFinding): readonly Fix[] {
  if (finding.kind === "clash" || filter.json.errors.length > 0) return [];
  const { node } = removableIn(finding);
  if (finding.kind === "value") {
    const list = node.kind === "condition" ? node.value?.value : undefined;
    const items = list?.kind === "array" ? list.items : [];
    const item = items[finding.value.index];
    const edit = item && removeChild(items, item, filter.json.text);
    return edit ? [safeFix("Remove the value", [edit])] : [];
  }
  const edits = removePart(filter, node);
  const title = node.kind === "group" ? `Remove this '${node.logical}'` : "Remove the condition";
  if (edits.length === 0) return [];
  // A condition that is never true in an `and` was probably meant to be different.
  const isNever = finding.kind === "decided" && finding.truth === "never";
  const isGuess = isNever && finding.by[0].parent.logical === "and";
  return [isGuess ? likelyFix(title, edits) : safeFix(title, edits)];
}
