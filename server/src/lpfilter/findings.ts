import { mayBeProved } from "../core/logic/may-be-proved.ts";
import { maxConditions } from "../core/logic/outline.ts";
import {
  nothingProved,
  type Proved,
  provedBeyond,
  type ReportedDiagnostics,
} from "../core/logic/proved.ts";
import { claimLogic } from "./logic/common-value.ts";
import { type Facts, noFacts, type Verdict } from "./logic/facts.ts";
import { factsOf, isSimpleFilter } from "./logic/facts-of.ts";
import { type FilterOutline, outlineOf } from "./logic/outline.ts";
import { findingsIn, isTruthConfirmed } from "./meaning.ts";
import { conditionsIn, type Filter, type FilterNode } from "./syntax/filter.ts";

/** What follows from the conditions of a filter: from pairs of them, and what the solver proves beyond that. */
export interface Findings extends Facts, Proved<FilterNode> {}

const known = new WeakMap<Filter, Findings>();

/** Cached, because several checks use it. */
export function findingsOf(filter: Filter): Findings {
  let findings = known.get(filter);
  if (!findings) {
    findings = find(filter);
    known.set(filter, findings);
  }
  return findings;
}

function find(filter: Filter): Findings {
  if (isSimpleFilter(filter)) return none;
  const facts = factsOf(filter);
  const outline = openOutline(filter);
  const proved = outline ? provedBeyond(reportedIn(facts), findingsIn(outline)) : nothingProved;
  return { ...facts, ...proved, verdicts: confirmed(facts.verdicts, filter) };
}

const none: Findings = { ...noFacts(), ...nothingProved };

/** Without what the evaluator contradicts about the whole filter. */
function confirmed(verdicts: readonly Verdict[], { node, json }: Filter): readonly Verdict[] {
  if (!node || json.errors.length > 0 || conditionsIn(node) > maxConditions) return verdicts;
  return verdicts.filter(({ whole }) => whole === undefined || isTruthConfirmed(node, whole));
}

/** Undefined if nothing can be proved, so the solver is not loaded. */
function openOutline(filter: Filter): FilterOutline | undefined {
  const { node, json } = filter;
  if (node?.kind !== "group" || json.errors.length > 0) return undefined;
  if (conditionsIn(node) > maxConditions) return undefined;
  const outline = outlineOf(node);
  return outline && mayBeProved(outline, claimLogic) ? outline : undefined;
}

function reportedIn(facts: Facts): ReportedDiagnostics {
  const { verdicts, decided, repeated, implied, copies } = facts;
  const members = [
    ...verdicts.flatMap((it) => it.members),
    ...[...decided, ...repeated, ...implied].map((it) => it.member),
  ];
  const spans = [...members.map((it) => it.condition), ...copies.map((it) => it.group)];
  const removals = [decided, repeated, implied, copies];
  return { spans, hasRemovals: removals.some((it) => it.length > 0) };
}
