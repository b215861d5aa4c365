import type { Hover } from "../../core/analysis.ts";
import { reachOf } from "../../core/configuration/reach-hover.ts";
import type { OrderedRule } from "../../core/configuration/rule-set.ts";

/** A request that reaches the rule at an offset. Undefined if no earlier rule could stop it, or if none was found. */
export function reachHover(
  sets: readonly (readonly OrderedRule[])[],
  offset: number,
): Hover | undefined {
  for (const rules of sets) {
    const rule = rules.find((it) => it.start <= offset && offset <= it.end);
    if (!rule) continue;
    const markdown = reachOf(rule, rules);
    if (markdown !== undefined) return { start: rule.start, end: rule.end, markdown };
  }
  return undefined;
}
