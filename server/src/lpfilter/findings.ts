import { kept } from "../core/solver/kept.ts";
import { fieldOf, isComplete, isPerhapsConstant } from "./logic/groups.ts";
import type { FilterFinding } from "./logic/part.ts";
import { findingsIn } from "./meaning.ts";
import type { Filter, FilterNode } from "./syntax/filter.ts";

export type { FilterFinding };

const known = new WeakMap<Filter, readonly FilterFinding[]>();
const none: readonly FilterFinding[] = [];

/** The conclusions from the conditions of a filter. Cached, because several checks and refactorings use it. */
export function findingsOf(filter: Filter): readonly FilterFinding[] {
  const { node } = filter;
  return kept(known, filter, () => (!node || isOpen(node, new Set()) ? none : findingsIn(filter)));
}

/** Whether each field occurs once, so that nothing follows: the solver is not loaded. */
function isOpen(node: FilterNode, fields: Set<string>): boolean {
  if (node.kind === "group") return node.items.every((it) => isOpen(it, fields));
  if (node.kind !== "condition" || !isComplete(node)) return true;
  const { size } = fields;
  return fields.add(fieldOf(node)).size > size && !isPerhapsConstant(node);
}
