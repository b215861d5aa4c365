import { code } from "../../text/markdown.ts";
import type { Span } from "../../text/span.ts";
import { reachingRequest } from "./prove.ts";
import type { OrderedRule } from "./rule-set.ts";

/** A request that reaches a rule, in a set where the order of all rules is known. */
export function reachOf(rule: OrderedRule, rules: readonly OrderedRule[]): string | undefined {
  if (rule.isEnabled !== true) return undefined;
  const earlier = rules.filter((it) => it.order < rule.order && it.mayEnd);
  const isAsked = earlier.some((it) => it.ends) && !earlier.some((it) => it.shape.hasList);
  const request = isAsked ? reachingRequest(rule, earlier) : undefined;
  return request === undefined ? undefined : `Reaches this rule, for example: ${code(request)}`;
}

/** A request that reaches the rule at an offset. Undefined if no earlier rule could stop it, or if none was found. */
export function reachHover(
  sets: readonly (readonly OrderedRule[])[],
  offset: number,
): (Span & { readonly markdown: string }) | undefined {
  for (const rules of sets) {
    const rule = rules.find((it) => it.start <= offset && offset <= it.end);
    if (!rule) continue;
    const markdown = reachOf(rule, rules);
    if (markdown !== undefined) return { start: rule.start, end: rule.end, markdown };
  }
  return undefined;
}
