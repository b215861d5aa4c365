import { type OrderedRule, shapeOf } from "../../core/configuration/rule-set.ts";
import { endsRuleSet, type RulesTarget } from "../../languages.ts";
import type { RuleSet, RuleSetMember } from "./members.ts";

/** Prepares the rules of a set for comparison. `pathOf` returns the path of a file as used by the caller. */
export function orderedRules(
  { target, order: { items, isBefore } }: RuleSet,
  pathOf: (name: string) => string,
): readonly OrderedRule[] {
  const members = new Map<OrderedRule, RuleSetMember>();
  return items.map((member, order) => {
    const { rule, name, extra } = member;
    const { start, end, expression, action, isEnabled, meaning, settings } = rule;
    const ends = takesAll(member, target);
    const ordered: OrderedRule = {
      start,
      end,
      text: expression,
      order,
      isAfter: isBefore && ((earlier) => isBefore(members.get(earlier) ?? member, member)),
      file: { path: pathOf(name), name, text: rule.text },
      name: rule.name,
      action,
      isEnabled,
      ends,
      mayEnd: isEnabled !== false && action !== "log",
      // A rule with the same effect as one that ends the evaluation is never reached anyway.
      settings: ends || extra?.length !== 0 ? undefined : settings,
      shape: shapeOf(expression),
      meaning,
    };
    members.set(ordered, member);
    return ordered;
  });
}

/** Settings that restrict the effect to some matching requests, or to none. */
const limiting = ["ratelimit", "exposed_credential_check", "filter.paused"];

/** Whether later rules of the set are not evaluated for requests that match the rule. */
function takesAll({ rule, extra }: RuleSetMember, target: RulesTarget): boolean {
  const { action, phase, skipsRest } = rule;
  if (!extra || phase.endsWith("ratelimit") || limiting.some((it) => extra.includes(it)))
    return false;
  if (action === "skip") return skipsRest && target === "rulesets";
  // A redirect by a list does nothing for URLs that are not in the list.
  if (action === "redirect") return extra.includes("action_parameters.from_value");
  return endsRuleSet(action, target);
}
