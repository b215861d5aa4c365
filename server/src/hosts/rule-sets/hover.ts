import type { Hover } from "../../core/analysis.ts";
import { code } from "../../text/markdown.ts";
import { reachingRequest } from "./prove.ts";
import type { OrderedRule } from "./rule-set.ts";

/** A request that reaches the rule at an offset. Undefined if no earlier rule could stop it, or if none was found. */
export function reachHover(
  sets: readonly (readonly OrderedRule[])[],
  offset: number,
): Hover | undefined {
  for (const rules of sets) {
    const index = rules.findIndex((it) => it.start <= offset && offset <= it.end);
    const rule = rules[index];
    if (rule?.isEnabled !== true) continue;
    const earlier = rules.slice(0, index).filter((it) => it.mayEnd);
    const isAsked = earlier.some((it) => it.ends) && !earlier.some((it) => it.shape.hasList);
    const request = isAsked ? reachingRequest(rule, earlier) : undefined;
    if (request === undefined) continue;
    const { start, end } = rule;
    return { start, end, markdown: `Reaches this rule, for example: ${code(request)}` };
  }
  return undefined;
}
