import type { Redundant } from "../core/logic/part.ts";
import { type Reported, unreported } from "../core/logic/unreported.ts";
import type { Field } from "./catalogue/dataset.ts";
import { isWhole, keyOf } from "./logic/entry.ts";
import { factsOf, isSimpleFilter } from "./logic/facts-of.ts";
import { type FilterFinding, findingsIn } from "./meaning.ts";
import { conditionsIn, type Filter, type FilterNode } from "./syntax/filter.ts";

/** More than the service accepts. */
const maxConditions = 40;

let last: { readonly filter: Filter; readonly findings: readonly FilterFinding[] } | undefined;

/** What is proved about conditions where reasoning about pairs has found nothing. Cached for the last filter. */
export function proofsOf(filter: Filter): readonly FilterFinding[] {
  if (last?.filter === filter) return last.findings;
  const findings = mayBeProved(filter) ? unreported(findingsIn(filter), reportedIn(filter)) : none;
  last = { filter, findings };
  return findings;
}

const none: readonly FilterFinding[] = [];

function reportedIn(filter: Filter): Reported {
  const { verdicts, settled, repeated, implied, copies } = factsOf(filter);
  const members = [
    ...verdicts.flatMap((it) => it.members),
    ...[...settled, ...repeated, ...implied].map((it) => it.member),
  ];
  const spans = [...members.map((it) => it.condition), ...copies.map((it) => it.group)];
  const removals = [settled, repeated, implied, copies];
  return { spans, hasRemovals: removals.some((it) => it.length > 0) };
}

/** A proof needs two conditions on one field. It is loaded when there is something to prove. */
function mayBeProved(filter: Filter): boolean {
  const { node, json } = filter;
  if (node?.kind !== "group" || json.errors.length > 0) return false;
  if (conditionsIn(node) > maxConditions || isSimpleFilter(filter)) return false;
  const named = new Set<Field | string>();
  const isRepeated = (it: FilterNode): boolean => {
    if (it.kind === "group") return it.items.some(isRepeated);
    if (it.kind !== "condition" || !isWhole(it)) return false;
    const before = named.size;
    return named.add(keyOf(it)).size === before;
  };
  return isRepeated(node);
}

/** Whether the finding is that something is never true where it is. */
export function isNeverTrue(finding: FilterFinding): finding is Redundant<FilterNode> {
  if (finding.kind !== "redundant" || finding.home.logical !== "or") return false;
  return finding.by.every((it) => it.home !== finding.home);
}
