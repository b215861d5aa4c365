import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { stopsRequests } from "../catalog/actions.ts";
import { actionOf } from "../directives/directive-words.ts";
import type { Document } from "../document.ts";
import { hasComment } from "../rewrite/source.ts";
import { eachNode } from "../syntax/children.ts";
import type { Comparison } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const verifiedBots: RuleCheck<"rule"> = {
  code: "verified-bots",
  severity: "info",
  summary: "A rule on low bot scores also stops verified bots.",
  why: "Search engines and other good bots have low scores, too. The service recommends excluding them if a rule blocks or challenges by score, with `not cf.bot_management.verified_bot`. It is reported only with an action that stops requests.",
  on: "rule",
  run(rule, report) {
    if (!rule.text.includes(score) || !stopsRequests(actionOf(rule))) return;
    const comparison = lowScore(rule);
    if (!comparison) return;
    const problem = `'${score}' is low for verified bots too, so this rule stops them.`;
    report(comparison, `${problem} Add 'and ${exclusion}' to exclude them.`, {
      fixes: fixesFor(rule),
    });
  },
  examples: `
# @action block
cf.bot_management.score lt 30
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: 'cf.bot_management.score' is low for verified bots too, so this rule stops them. Add 'and not cf.bot_management.verified_bot' to exclude them.
=>
# @action block
cf.bot_management.score lt 30 and not cf.bot_management.verified_bot
---
# @action managed_challenge
cf.bot_management.score lt 30 and not cf.bot_management.verified_bot
---
# @action log
cf.bot_management.score lt 30
`,
};

const score = "cf.bot_management.score";
const exclusion = "not cf.bot_management.verified_bot";

/** A rule with one of these already considers verified bots. */
const knowing = new Set([
  "cf.bot_management.verified_bot",
  "cf.client.bot",
  "cf.verified_bot_category",
]);

/** A comparison that low scores match; undefined if the rule tests for verified bots. */
function lowScore({ parsed }: Document): Comparison | undefined {
  let found: Comparison | undefined;
  let asked = false;
  eachNode(parsed.root, (node) => {
    if (node.kind === "field" && knowing.has(node.name)) asked = true;
    if (node.kind !== "comparison" || node.left.kind !== "field") return;
    const { left, operator } = node;
    if (left.name === score && lowOperators.has(operator.name)) found ??= node;
  });
  return asked ? undefined : found;
}

const lowOperators: ReadonlySet<string> = new Set(["lt", "le", "eq", "in"]);

function fixesFor({ parsed }: Document): readonly Fix[] {
  const { root, problems } = parsed;
  if (problems.length > 0 || hasComment(parsed, root)) return [];
  const bare = root.kind !== "logical" || root.name === "and";
  const edits = [
    ...(bare ? [] : [insert(root.start, "(")]),
    insert(root.end, `${bare ? "" : ")"} and ${exclusion}`),
  ];
  return [likelyFix("Exclude verified bots", edits)];
}
