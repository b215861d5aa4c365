import { code } from "../../text/markdown.ts";
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
