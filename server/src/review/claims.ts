import { type Claim, isProved, type Proved } from "../core/configuration/claim.ts";
import { thousands } from "../text/wording.ts";
import { differing } from "./outcome-text.ts";
import type { OutcomeReview, Review, RuleReview, RulesetReview, WithoutEffect } from "./types.ts";

/** The sentences that claim a proof. Each of them takes the proof, and no other file has such a sentence. */

export function withoutEffect(_: Proved): WithoutEffect {
  return true as WithoutEffect;
}

/** Of pairs of outcomes that are listed, an example was found; so other requests may have the same outcomes. */
function noOther(_: Proved, hasOutcomes: boolean): string {
  return hasOutcomes
    ? "no other kind of change (proved)"
    : "no request gets a different outcome (proved)";
}

function nothingArrives(_: Proved): string {
  return "no requests arrive here, because no rule executes this ruleset (proved)";
}

function unchanged(_: Proved): string {
  return "unchanged (proved)";
}

function noOutcome(_: Proved, these: string): string {
  return `${these} no outcome (proved).`;
}

function headline(_: Proved): string {
  return "**No request gets another outcome** (proved).";
}

function nothing(_: Proved): string {
  return "Nothing changes for requests or logs.";
}

/** How a change is called that was proved to have no effect. */
export function effectText(_: WithoutEffect): string {
  return "without effect";
}

/** The changes of rules that are folded. */
export function foldedText(rules: readonly RuleReview[]): string {
  const [proof] = rules.flatMap((it) => it.withoutEffect ?? []);
  const count = `${thousands(rules.length)} ${rules.length === 1 ? "change" : "changes"}`;
  return proof ? `${count} ${effectText(proof)} on outcomes` : count;
}

/** The claim about the outcomes of a ruleset that are not listed. */
export function restText(ruleset: RulesetReview): string {
  const { rest, outcomes, noRequests } = ruleset;
  if (!isProved(rest)) {
    const other = outcomes.length > 0 ? "other " : "";
    return `whether ${other}requests get a different outcome is not known${becauseText(ruleset)}`;
  }
  return noRequests ? nothingArrives(rest) : noOther(rest, outcomes.length > 0);
}

/** The same of all rulesets, as a sentence. */
export function wholeRestText(review: Omit<Review, "jobs">): string {
  const { rest = "unknown", rulesets } = review;
  const hasOutcomes = rulesets.some((it) => it.outcomes.length > 0);
  if (isProved(rest)) return `${capital(noOther(rest, hasOutcomes))}.`;
  return `Other requests may get a different outcome${becauseText(review)}.`;
}

/** The statements about a whole ruleset, beside its rules. */
export function rulesetText({ leavesTerraform }: RulesetReview): readonly string[] {
  return leavesTerraform ? ["leaves Terraform, stays on the service"] : [];
}

/** How many rulesets are as before. */
export function unchangedText(rulesets: readonly RulesetReview[]): readonly string[] {
  const proofs = rulesets.map((it) => it.rest).filter(isProved);
  const others = rulesets.length - proofs.length;
  const counted = (count: number) => `${thousands(count)} ${count === 1 ? "ruleset" : "rulesets"}`;
  return [
    ...(proofs[0] ? [`${counted(proofs.length)} ${unchanged(proofs[0])}`] : []),
    ...(others > 0
      ? [
          `${counted(others)} without a change in what was read${becauseText({ unknownBecause: rulesets.flatMap((it) => it.unknownBecause ?? []) })}`,
        ]
      : []),
  ];
}

/** The first sentence of a comment, if no pair of outcomes is listed. */
export function headlineText(review: Review, shown: (text: string) => string): string {
  const { rest = "unknown" } = review;
  return isProved(rest)
    ? headline(rest)
    : `**Whether requests get another outcome is not known${shown(becauseText(review))}.**`;
}

/** A review without any change. */
export function nothingText(review: Review): string {
  const { rest = "unknown" } = review;
  return isProved(rest)
    ? nothing(rest)
    : `Nothing changes in what was read. Whether outcomes change is not known${becauseText(review)}.`;
}

/**
 * The changes of a push or deletion of rules. `pairs` is empty if no pair of outcomes was found. Others may follow a rule
 * alone.
 */
export function pushedText(
  rulesets: readonly RulesetReview[],
  pairs: string,
  count: number | "alone",
): string {
  const isOne = count === 1 || count === "alone";
  const these = isOne
    ? `This rule${count === 1 ? "" : " alone"}`
    : `These ${thousands(count)} rules together`;
  const [proof = "unknown"] = rulesets.map((it) => it.rest).sort(unknownFirst);
  if (pairs !== "") return `${these}: ${pairs}.${isProved(proof) ? "" : " There may be others."}`;
  return isProved(proof)
    ? noOutcome(proof, `${these} ${isOne ? "changes" : "change"}`)
    : `${these}: Weir cannot tell which outcomes change${becauseText({ unknownBecause: rulesets.flatMap((it) => it.unknownBecause ?? []) })}.`;
}

function unknownFirst(a: Claim, b: Claim): number {
  return Number(isProved(a)) - Number(isProved(b));
}

const mostGaps = 3;

function becauseText({ unknownBecause = [] }: Pick<Review, "unknownBecause">): string {
  const all = [...new Set(unknownBecause)];
  if (all.length === 0) return "";
  const more = all.length > mostGaps ? ` and ${all.length - mostGaps} more` : "";
  return `, because of ${all.slice(0, mostGaps).join(", ")}${more}`;
}

/** The rules that a pair of outcomes comes from: of many, how many and the first three. */
export function blamedText(
  { because }: Pick<OutcomeReview, "because">,
  shown: (name: string) => string,
): string {
  if (because.length < manyRules) return because.map(shown).join(", ");
  const first = because.slice(0, mostNamed).map(shown).join(", ");
  return `${thousands(because.length)} rules: ${first}, …`;
}

/** A pair of outcomes, in which both can be told apart. */
export function outcomesText(pair: Pick<OutcomeReview, "from" | "to">, most: number): string {
  return shortOutcomes(pair, most).join(" → ");
}

export function shortOutcomes(
  { from, to }: Pick<OutcomeReview, "from" | "to">,
  most: number,
): readonly [from: string, to: string] {
  return differing(from, to, most);
}

const manyRules = 10;
const mostNamed = 3;

function capital(text: string): string {
  return text.replace(/^./, (it) => it.toUpperCase());
}
