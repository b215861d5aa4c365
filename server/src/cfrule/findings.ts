import { otherTruth } from "../core/logic/facts.ts";
import { maxConditions } from "../core/logic/outline.ts";
import type { Clash, Truth } from "../core/logic/part.ts";
import {
  nothingProved,
  type Proved,
  provedBeyond,
  type ReportedDiagnostics,
} from "../core/logic/proved.ts";
import { hasHole } from "../text/hole.ts";
import { maxCharacters } from "./catalogue/limits.ts";
import { type Facts, noFacts, type Verdict } from "./logic/facts.ts";
import { factsOf, mayBeProved } from "./logic/facts-of.ts";
import { stripGroups } from "./logic/walk-state.ts";
import { findingsIn, isTruthConfirmed, type RuleNode } from "./meaning.ts";
import type { Parsed } from "./syntax/parse.ts";
import type { Expression } from "./syntax/tree.ts";

/** What follows from the conditions of a rule: from pairs of them, and what the solver proves beyond that. */
export interface Findings extends Facts, Omit<Proved<RuleNode>, "clashes"> {}

const known = new WeakMap<Parsed, Findings>();

/** Cached, because several checks use it. */
export function findingsOf({ parsed }: { readonly parsed: Parsed }): Findings {
  let findings = known.get(parsed);
  if (!findings) {
    findings = find(parsed);
    known.set(parsed, findings);
  }
  return findings;
}

function find(parsed: Parsed): Findings {
  if (!mayBeProved({ parsed })) return none;
  const facts = factsOf({ parsed });
  const { clashes, ...proved } = isOpen(parsed)
    ? provedBeyond(reportedIn(facts), findingsIn(parsed.root, parsed.text))
    : nothingProved;
  const verdicts = [...confirmed(facts.verdicts, parsed), ...clashes.map(verdictOf)];
  return { ...facts, ...proved, verdicts };
}

const none: Findings = { ...noFacts(), unreachable: [], removable: [] };

/** Without what other checks report, or the evaluator contradicts about the whole rule. */
function confirmed(all: readonly Verdict[], parsed: Parsed): readonly Verdict[] {
  const { root, problems, text } = parsed;
  const verdicts = all.filter((it) => !isReportedElsewhere(it));
  if (problems.length > 0 || text.length > 2 * maxCharacters) return verdicts;
  const isConfirmed = (truth: Truth) => isTruthConfirmed(root, truth);
  return verdicts.filter(({ whole }) => whole === undefined || isConfirmed(whole));
}

/** Empty sets, single stars and negative lengths are reported by other checks. */
function isReportedElsewhere({ members }: Verdict): boolean {
  const [only, second] = members;
  const { bare } = only && !second ? stripGroups(only.node) : {};
  if (bare?.kind !== "comparison") return false;
  const { operator, right } = bare;
  if (right.kind === "set") return right.items.length === 0;
  if (right.kind === "integer") return right.value < 0n;
  return operator.name.endsWith("wildcard") && right.kind === "string" && right.value === "*";
}

/** Whether there may be something to prove, so that the solver has to be loaded. */
function isOpen(parsed: Parsed): boolean {
  const { text, problems, form, root } = parsed;
  if (problems.length > 0 || form === "value" || text.length > 2 * maxCharacters) return false;
  return !hasHole(text) && isShort(root);
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

function reportedIn(facts: Facts): ReportedDiagnostics {
  const { verdicts, decided, repeated, implied, cancelled } = facts;
  const removals = [...decided, ...repeated, ...implied, ...cancelled];
  const members = [...verdicts.flatMap((it) => it.members), ...removals.map((it) => it.member)];
  return { spans: members.map((it) => it.node), hasRemovals: removals.length > 0 };
}

/** A clash as written around its first member: inside a `not`, the opposite of what was proved. */
function verdictOf({ truth, home: { logical }, members, isWhole }: Clash<RuleNode>): Verdict {
  const { owner, negated } = members[0]?.node ?? {};
  const home = owner && logical && { node: owner.logical, logical, negated: negated === true };
  return {
    truth: negated ? otherTruth(truth) : truth,
    members: members.map(({ node: { expression, ...position } }) => {
      return { node: expression, ...position, home, operand: undefined };
    }),
    home,
    whole: isWhole ? truth : undefined,
  };
}
