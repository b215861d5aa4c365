import type { ConfiguredRule, ConfiguredRuleset, Part } from "../core/configuration/model.ts";
import type { Match } from "./compiled.ts";
import { numberAt, partAt, textAt } from "./configuration/parameters.ts";

/** The sum of a ruleset, and what is not known about it. */
export interface Score {
  sum: number;
  /** The sum that rules with scores would add whose matches are not known. */
  open: number;
  readonly missed: Set<string>;
}

/** Unless an override of the last rule sets another. */
const usualThreshold = 40;

/** Whether a rule acts on the sum of the scores: the last rule of a managed ruleset that has scores, such as OWASP. */
export function actsOnScore({ kind, rules }: ConfiguredRuleset, rule: ConfiguredRule): boolean {
  if (kind !== "managed" || rules.at(-1) !== rule || rule.action === "score") return false;
  return rules.some((it) => it.action === "score");
}

/** `parameters` belong to the rule that executes the ruleset. */
export function matchOfScore(
  { sum, open, missed }: Score,
  { id }: ConfiguredRule,
  parameters: Part | undefined,
): Match {
  const overrides = partAt(parameters, "overrides", "rules");
  const rows = Array.isArray(overrides) ? overrides : overrides === undefined ? [] : [overrides];
  const own = rows.findLast((it) => id !== undefined && textAt(it, "id") === id);
  const threshold = numberAt(own, "score_threshold") ?? usualThreshold;
  if (sum >= threshold)
    return { matches: true, because: `the score is ${sum}, at least ${threshold}`, missed: [] };
  if (sum + open >= threshold)
    return {
      matches: undefined,
      because: `the score is ${sum} or more, and ${threshold} is needed: set ${[...missed].map((it) => `'${it}'`).join(", ")}`,
      missed: [...missed],
    };
  return { matches: false, because: `the score is ${sum}, less than ${threshold}`, missed: [] };
}
