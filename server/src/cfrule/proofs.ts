import { maxConditions } from "../core/logic/outline.ts";
import type { Redundant, Truth } from "../core/logic/part.ts";
import { type ReportedDiagnostics, unreported } from "../core/logic/unreported.ts";
import { hasHole } from "../text/hole.ts";
import { maxCharacters } from "./catalogue/limits.ts";
import type { Document } from "./document.ts";
import type { Verdict } from "./logic/facts.ts";
import { factsOf, mayBeProved } from "./logic/facts-of.ts";
import { stripGroups } from "./logic/walk-state.ts";
import { findingsIn, isTruthConfirmed, type RuleFinding, type RuleNode } from "./meaning.ts";
import type { Parsed } from "./syntax/parse.ts";
import type { Expression } from "./syntax/tree.ts";

export type { RuleFinding };

let last: { readonly parsed: Parsed; readonly findings: readonly RuleFinding[] } | undefined;

/** What the solver proves about conditions, where comparing pairs has found nothing. Cached for the last rule. */
export function proofsOf(rule: Document): readonly RuleFinding[] {
  const { parsed } = rule;
  if (last?.parsed === parsed) return last.findings;
  const findings = isOpen(rule)
    ? unreported(findingsIn(parsed.root, parsed.text), reportedIn(rule))
    : none;
  last = { parsed, findings };
  return findings;
}

/** What comparing pairs has found, without what the evaluator contradicts about the whole rule. */
export function verdictsOf(rule: Document): readonly Verdict[] {
  const { root, problems, text } = rule.parsed;
  const { verdicts } = factsOf(rule);
  const isTried = problems.length === 0 && text.length <= 2 * maxCharacters;
  const isConfirmed = (truth: Truth) => !isTried || isTruthConfirmed(root, truth);
  return verdicts.filter(({ whole }) => whole === undefined || isConfirmed(whole));
}

const none: readonly RuleFinding[] = [];

/** Whether there may be something to prove, so that the solver has to be loaded. */
function isOpen(rule: Document): boolean {
  const { text, problems, form } = rule.parsed;
  if (problems.length > 0 || form === "value" || text.length > 2 * maxCharacters) return false;
  return mayBeProved(rule) && !hasHole(text) && isShort(rule.parsed.root);
}

/** Whether the rule has few enough conditions for proofs. */
function isShort(root: Expression): boolean {
  let left = maxConditions;
  const count = (node: Expression): boolean => {
    const { bare } = stripGroups(node);
    return bare.kind === "logical" ? bare.operands.every(count) : --left >= 0;
  };
  return count(root);
}

function reportedIn(rule: Document): ReportedDiagnostics {
  const { verdicts, decided, repeated, implied, cancelled } = factsOf(rule);
  const removals = [...decided, ...repeated, ...implied, ...cancelled];
  const members = [...verdicts.flatMap((it) => it.members), ...removals.map((it) => it.member)];
  return { spans: members.map((it) => it.node), hasRemovals: removals.length > 0 };
}

/** Whether it was proved that something is never true in its context. */
export function isNeverTrue(finding: RuleFinding): finding is Redundant<RuleNode> {
  const { home } = finding;
  if (finding.kind !== "redundant" || home.node.negated || home.logical !== "or") return false;
  return finding.by.every((it) => it.home !== home);
}
