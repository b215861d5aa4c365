import type { Field } from "../catalogue/dataset.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import { copiesIn } from "./copies.ts";
import { isPlain, isWhole, keyOf, ownTruth } from "./entry.ts";
import { type Facts, noFacts } from "./facts.ts";
import { FilterReasoning } from "./reasoning.ts";

const known = new WeakMap<Filter, Facts>();

/** Cached, because every check and refactoring calls this. */
export function factsOf(filter: Filter): Facts {
  let facts = known.get(filter);
  if (!facts) {
    facts = isSimple(filter.node, new Set()) ? none : computeFacts(filter);
    known.set(filter, facts);
  }
  return facts;
}

/** Fast path: true if nothing can follow from the conditions. */
export function isSimpleFilter(filter: Filter): boolean {
  return factsOf(filter) === none;
}

/** Computes the facts without the fast path. */
export function computeFacts(filter: Filter): Facts {
  return { ...new FilterReasoning(filter).facts, copies: copiesIn(filter) };
}

const none: Facts = noFacts();

/** Most filters use each field once and have no unnecessary groups, so no facts follow from their conditions. */
function isSimple(node: FilterNode | undefined, named: Set<Field | string>): boolean {
  if (node?.kind === "condition") {
    const before = named.size;
    return isWhole(node) && ownTruth(node) === undefined && named.add(keyOf(node)).size > before;
  }
  if (node?.kind !== "group" || !isPlain(node) || node.items.length < 2) return false;
  for (const item of node.items) {
    if (item.kind === "group" && item.logical === node.logical) return false;
    if (!isSimple(item, named)) return false;
  }
  return true;
}
