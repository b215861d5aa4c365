import type { Truth } from "../../core/logic/part.ts";
import { bothExcludeValues, excludedValue } from "./excluded-value.ts";
import type { Verdict } from "./facts.ts";
import { singleReason } from "./single-condition.ts";
import { consequence, logicalOf, polar, quoted } from "./wording.ts";

/** Which of the two checks reports a verdict: by its effect on the rule, which a `not` around the conditions turns. */
export function reportedTruth({ truth, whole }: Verdict): Truth {
  return whole ?? truth;
}

/** The problem of the conditions as written. */
export function verdictMessage(text: string, verdict: Verdict): string {
  return verdict.truth === "never" ? neverMessage(text, verdict) : alwaysMessage(text, verdict);
}

function neverMessage(text: string, verdict: Verdict): string {
  const { members, home } = verdict;
  const [first, second] = members;
  const so = consequence(verdict);
  if (!first) return `No condition in this ${home ? logicalOf(home) : ""} can be true here${so}.`;
  if (!second) return `${singleReason(text, first, "never")}${so}. Change or remove it.`;
  const what = first.operand ? quoted(text, first.operand) : "this";
  if (members.length > 2) {
    return `No value of ${what} meets all ${members.length} conditions${withNot(verdict)}${so}. Change one.`;
  }
  const [a, b] = members.map((it) => polar(text, it, isNegated(verdict)));
  return `${a} and ${b} are never both true${so}. Use 'or', or change one.`;
}

function alwaysMessage(text: string, verdict: Verdict): string {
  const { members, home, unlessMissing } = verdict;
  const [first, second] = members;
  const so = consequence(verdict);
  if (!first)
    return `Every condition in this ${home ? logicalOf(home) : ""} is always true here${so}.`;
  if (!second) {
    return `${singleReason(text, first, "always")}${so}. Change or remove it.`;
  }
  const what = first.operand && quoted(text, first.operand);
  const every = !what
    ? "in any case"
    : unlessMissing
      ? `whenever ${what} is present`
      : `for every value of ${what}`;
  if (members.length > 2)
    return `One of these ${members.length} conditions${withNot(verdict)} is true ${every}${so}.`;
  const [a, b] = members.map((it) => polar(text, it, isNegated(verdict)));
  const isPair = first.negated === second.negated && bothExcludeValues(first, second);
  const witness = isPair ? excludedValue(text, first) : undefined;
  if (!witness) return `${a} or ${b} is true ${every}${so}. Change or remove one.`;
  return `${a} or ${b} is true ${every}, including ${witness}${so}. Use 'and'.`;
}

/** Verdicts are about the text without the negations around their group. */
function isNegated({ home }: Verdict): boolean {
  return home?.negated === true;
}

function withNot(verdict: Verdict): string {
  const isMixed = verdict.members.some((it) => it.negated !== isNegated(verdict));
  return isMixed ? " with the 'not' around them" : "";
}
