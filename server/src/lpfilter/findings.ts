import type { Field } from "./catalogue/dataset.ts";
import { isPerhapsConstant, isWhole, keyOf } from "./logic/groups.ts";
import type { FilterFinding } from "./logic/part.ts";
import { findingsIn } from "./meaning.ts";
import type { Filter, FilterNode } from "./syntax/filter.ts";

export type { FilterFinding };

const known = new WeakMap<Filter, readonly FilterFinding[]>();
const none: readonly FilterFinding[] = [];

/** What follows from the conditions of a filter. Cached, because several checks and refactorings use it. */
export function findingsOf(filter: Filter): readonly FilterFinding[] {
  let findings = known.get(filter);
  if (!findings) {
    findings = !filter.node || isOpen(filter.node, new Set()) ? none : findingsIn(filter);
    known.set(filter, findings);
  }
  return findings;
}

/** Whether each field occurs once, so that nothing follows: the solver is not loaded. */
function isOpen(node: FilterNode, fields: Set<Field | string>): boolean {
  if (node.kind === "group") return node.items.every((it) => isOpen(it, fields));
  if (node.kind !== "condition" || !isWhole(node)) return true;
  const { size } = fields;
  return fields.add(keyOf(node)).size > size && !isPerhapsConstant(node);
}
