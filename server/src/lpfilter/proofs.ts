import type { Redundant } from "../core/logic/part.ts";
import { type Reported, unreported } from "../core/logic/unreported.ts";
import type { Field } from "./catalogue/dataset.ts";
import { isWhole, keyOf } from "./logic/entry.ts";
import { factsOf, isSimpleFilter } from "./logic/facts-of.ts";
import { type FilterFinding, findingsIn } from "./meaning.ts";
import { conditionsIn, type Filter, type FilterNode, type Group } from "./syntax/filter.ts";

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

type Name = Field | string;

/** Proofs are loaded when there is something to prove. */
function mayBeProved(filter: Filter): boolean {
  const { node, json } = filter;
  if (node?.kind !== "group" || json.errors.length > 0) return false;
  if (conditionsIn(node) > maxConditions || isSimpleFilter(filter)) return false;
  return mayClash(node, new Set());
}

/**
 * A proof needs two conditions on one field, one of them known where the other is; or two groups of which one may cover the
 * other, because it names no other fields.
 */
function mayClash(group: Group, known: ReadonlySet<Name>): boolean {
  const named = new Set(known);
  const inner: Group[] = [];
  if (repeats(group, group.logical, named, inner)) return true;
  if (inner.some((it) => mayClash(it, named))) return true;
  const names = inner.map((it) => namesIn(it, new Set()));
  return names.some((a, i) => names.some((b, j) => i !== j && isSubset(a, b)));
}

/** Collects the names of a group and of its groups with the same operator, and the other groups in it. */
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

function namesIn(node: FilterNode, names: Set<Name>): Set<Name> {
  if (node.kind === "group") for (const it of node.items) namesIn(it, names);
  else if (node.kind === "condition" && isWhole(node)) names.add(keyOf(node));
  return names;
}

function isSubset(a: ReadonlySet<Name>, b: ReadonlySet<Name>): boolean {
  if (a.size > b.size) return false;
  for (const it of a) if (!b.has(it)) return false;
  return true;
}

/** Whether the finding is that something is never true where it is. */
export function isNeverTrue(finding: FilterFinding): finding is Redundant<FilterNode> {
  if (finding.kind !== "redundant" || finding.home.logical !== "or") return false;
  return finding.by.every((it) => it.home !== finding.home);
}
