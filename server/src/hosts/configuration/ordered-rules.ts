import type { Analysis } from "../../core/analysis.ts";
import { inOrder, rulesetKey } from "../../core/configuration/order.ts";
import type { OrderedRule, RuleShape } from "../../core/configuration/rule-set.ts";
import type { EmbeddedContext } from "../embedded.ts";
import type { Region } from "../region.ts";

/** A text of a host, as a rule of a set. */
interface RuleText {
  readonly context: EmbeddedContext;
  readonly analysis: { readonly region: Region; readonly analysis: Analysis };
  readonly kept: { readonly text: string; readonly shape: RuleShape };
}

/** The rule sets with at least two rules whose order is known. */
export function ruleSetsOf(
  texts: readonly RuleText[],
  endsRuleSet: (action: string) => boolean,
): readonly (readonly OrderedRule[])[] {
  const sets = new Map<string, Map<number, RuleText>>();
  let last: { readonly context: EmbeddedContext; readonly name: string } | undefined;
  /** Sets with the same name cannot be distinguished. */
  const mixed = new Set<string>();
  for (const it of texts) {
    const { order, attribute } = it.context;
    if (order === undefined || attribute !== "expression") continue;
    const isNext = last && isOfSame(last.context, it.context);
    const name: string = last && isNext ? last.name : rulesetKey(it.context);
    if (!isNext) last = { context: it.context, name };
    const rules = sets.get(name) ?? new Map<number, RuleText>();
    if (rules.has(order)) mixed.add(name);
    sets.set(name, rules.set(order, it));
  }
  let left = mostRules;
  return [...sets]
    .filter(([name, rules]) => rules.size > 1 && !mixed.has(name))
    .map(([, rules]) => {
      const some = inOrder(rules, ([order]) => order).slice(0, left);
      left -= some.length;
      return some.map(([order, placed]) => orderedRule(placed, order, endsRuleSet));
    });
}

/** Most rules follow another one of their set. */
function isOfSame(a: EmbeddedContext, b: EmbeddedContext): boolean {
  return a.group === b.group && a.phase === b.phase && a.kind === b.kind;
}

/** Limit per file, because each rule is compared with all earlier ones. */
const mostRules = 2_000;

function orderedRule(
  { context, analysis, kept }: RuleText,
  order: number,
  endsRuleSet: (action: string) => boolean,
): OrderedRule {
  const { action = "", ref, description, effect } = context;
  const { start, end } = analysis.region;
  const { isEnabled, settings } = effect?.() ?? {};
  const names = [ref, description].map((it) => it?.replace(/\s+/g, " ").trim());
  const ends = takesAll(context, () => endsRuleSet(action));
  return {
    start,
    end,
    // The same string in all versions.
    text: kept.text,
    order,
    place: context.address && `rules[${order}]`,
    name: names.find((it) => it),
    action,
    isEnabled,
    ends,
    mayEnd: isEnabled !== false && action !== "log",
    // A rule with the same effect as one that ends the evaluation is never reached anyway.
    settings: ends ? undefined : settings?.(),
    shape: kept.shape,
    meaning: () => analysis.analysis.meaning?.(),
    kept,
  };
}

/** Whether later rules of the set are not evaluated for requests that match the rule. */
function takesAll(context: EmbeddedContext, doesActionEnd: () => boolean): boolean {
  return endsSet(context, doesActionEnd) && isAlwaysTaken(context);
}

/** Whether the action of the rule ends its rule set. */
export function endsSet(
  { action, skipsRest }: EmbeddedContext,
  doesActionEnd: () => boolean,
): boolean {
  return action === "skip" ? skipsRest === true : doesActionEnd();
}

/** Whether the action is taken on every match, and not only above a rate. */
export function isAlwaysTaken({ phase, effect }: EmbeddedContext): boolean {
  return phase?.endsWith("ratelimit") !== true && effect?.().isAlwaysTaken === true;
}
