import { mayBeProved } from "../core/logic/may-be-proved.ts";
import { maxConditions } from "../core/logic/outline.ts";
import type { Redundant } from "../core/logic/part.ts";
import { type ReportedDiagnostics, unreported } from "../core/logic/unreported.ts";
import { claimLogic } from "./logic/common-value.ts";
import type { Verdict } from "./logic/facts.ts";
import { factsOf, isSimpleFilter } from "./logic/facts-of.ts";
import { mayBeRelated } from "./logic/may-be-related.ts";
import { type FilterOutline, outlineOf } from "./logic/outline.ts";
import { type FilterFinding, findingsIn, isTruthConfirmed } from "./meaning.ts";
import { conditionsIn, type Filter, type FilterNode } from "./syntax/filter.ts";

let last: { readonly filter: Filter; readonly findings: readonly FilterFinding[] } | undefined;

/** Findings of the solver about conditions that pairwise reasoning did not report. Cached for the last filter. */
export function proofsOf(filter: Filter): readonly FilterFinding[] {
  if (last?.filter === filter) return last.findings;
  const outline = openOutline(filter);
  const findings = outline ? unreported(findingsIn(outline), reportedIn(filter)) : none;
  last = { filter, findings };
  return findings;
}

/** What comparing pairs has found, without what the evaluator contradicts about the whole filter. */
export function verdictsOf(filter: Filter): readonly Verdict[] {
  const { node, json } = filter;
  const { verdicts } = factsOf(filter);
  if (!node || json.errors.length > 0 || conditionsIn(node) > maxConditions) return verdicts;
  return verdicts.filter(({ whole }) => whole === undefined || isTruthConfirmed(node, whole));
}

const none: readonly FilterFinding[] = [];

/** Undefined if nothing can be proved, so the solver is not loaded. */
function openOutline(filter: Filter): FilterOutline | undefined {
  const { node, json } = filter;
  if (node?.kind !== "group" || json.errors.length > 0 || isSimpleFilter(filter)) return undefined;
  if (conditionsIn(node) > maxConditions || !mayBeRelated(node)) return undefined;
  const outline = outlineOf(node);
  return outline && mayBeProved(outline, claimLogic) ? outline : undefined;
}

function reportedIn(filter: Filter): ReportedDiagnostics {
  const { verdicts, decided, repeated, implied, copies } = factsOf(filter);
  const members = [
    ...verdicts.flatMap((it) => it.members),
    ...[...decided, ...repeated, ...implied].map((it) => it.member),
  ];
  const spans = [...members.map((it) => it.condition), ...copies.map((it) => it.group)];
  const removals = [decided, repeated, implied, copies];
  return { spans, hasRemovals: removals.some((it) => it.length > 0) };
}

/** Whether the solver proved that a part is never true in its context. */
export function isNeverTrue(finding: FilterFinding): finding is Redundant<FilterNode> {
  if (finding.kind !== "redundant" || finding.home.logical !== "or") return false;
  return finding.by.every((it) => it.home !== finding.home);
}
