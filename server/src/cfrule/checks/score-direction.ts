import { stopsRequests } from "../catalog/actions.ts";
import { actionOf } from "../directives/directive-words.ts";
import { isPositive } from "../logic/groups.ts";
import { eachNode } from "../syntax/children.ts";
import type { Comparison, Node } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const scoreDirection: RuleCheck<"comparison"> = {
  code: "score-direction",
  severity: "hint",
  summary: "A high score means a harmless request.",
  why: "Attack scores and bot scores are low for attacks and bots and high for clean requests and humans, so a rule that blocks `cf.waf.score gt 80` blocks clean requests and lets attacks through. It is not reported if the action stops no requests, or if the rule has an upper bound, too.",
  on: "comparison",
  run(comparison, report, scope) {
    const { left, operator, right } = comparison;
    if (left.kind !== "field" || !left.definition?.lowMeans || right.kind !== "integer") return;
    if ((operator.name !== "gt" && operator.name !== "ge") || right.value < middle) return;
    const action = actionOf(scope);
    if ((action !== "" && !stopsRequests(action)) || !isPositive(scope.above)) return;
    if (hasUpperBound(scope.parsed.root, left.name)) return;
    report(
      comparison,
      `A low '${left.name}' means ${left.definition.lowMeans}, so this matches harmless requests. Use 'lt' or 'le' to match ${left.definition.lowMeans}.`,
    );
  },
  examples: `
# @action block
cf.waf.score gt 80 or cf.bot_management.score ge 90
^^^^^^^^^^^^^^^^^^ hint: A low 'cf.waf.score' means an attack, so this matches harmless requests. Use 'lt' or 'le' to match an attack.
                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: A low 'cf.bot_management.score' means a bot, so this matches harmless requests. Use 'lt' or 'le' to match a bot.
---
# @action log
cf.waf.score gt 80 and cf.bot_management.score gt 90
---
cf.waf.score le 20 and not cf.bot_management.score gt 60 and cf.waf.score.xss gt 50 and cf.waf.score.xss lt 80
`,
};

/** Scores from here are rather harmless. */
const middle = 50n;

function hasUpperBound(root: Node, name: string): boolean {
  let found = false;
  eachNode(root, (node) => {
    if (node.kind === "comparison" && isUpperBound(node, name)) found = true;
  });
  return found;
}

function isUpperBound({ left, operator }: Comparison, name: string): boolean {
  return left.kind === "field" && left.name === name && /^l[te]$/.test(operator.name);
}
