import { type OrderedRule, shapeOf } from "../../core/rule-sets/rule-set.ts";
import { endsRuleSet, type RulesTarget } from "../../languages.ts";
import type { Member, RuleSet } from "./members.ts";

/** The rules of a set as they are compared. `pathOf` gives the path of a file as the caller knows it. */
export function orderedRules(
  { target, order: { items, isBefore } }: RuleSet,
  pathOf: (name: string) => string,
): readonly OrderedRule[] {
  const members = new Map<OrderedRule, Member>();
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
      // What does the same as a rule that ends the evaluation is never reached.
      settings: ends || extra?.length !== 0 ? undefined : settings,
      shape: shapeOf(expression),
      meaning,
    };
    members.set(ordered, member);
    return ordered;
  });
}

/** Only some of the matching requests are affected, or none. */
const limiting = ["ratelimit", "exposed_credential_check", "filter.paused"];

/** Whether no later rule of the set sees what the rule matches. */
function takesAll({ rule, extra }: Member, target: RulesTarget): boolean {
  const { action, phase, skipsRest } = rule;
  if (!extra || phase.endsWith("ratelimit") || limiting.some((it) => extra.includes(it)))
    return false;
  if (action === "skip") return skipsRest && target === "rulesets";
  // A redirect by a list does nothing for URLs that are not in the list.
  if (action === "redirect") return extra.includes("action_parameters.from_value");
  return endsRuleSet(action, target);
}
