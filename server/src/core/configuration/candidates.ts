import { inOrder } from "./order.ts";
import { isBefore, mayCover, type OrderedRule } from "./rule-set.ts";

/** An enabled rule, and the enabled rules before it that may match everything it matches. */
export interface Candidates {
  readonly rule: OrderedRule;
  readonly index: number;
  /** In order. */
  readonly earlier: readonly OrderedRule[];
}

/** Most pairs of rules need different values of the same field, so only a few pairs are compared. */
export function* candidatesIn(rules: readonly OrderedRule[]): Iterable<Candidates> {
  const before = new RulesByValue(rules);
  const known = new Map<string, OrderedRule[]>();
  for (const [index, rule] of rules.entries()) {
    if (rule.isEnabled !== true) continue;
    yield { rule, index, earlier: before.mayCover(rule).filter((it) => isBefore(it, rule)) };
    // If equal rules have a known order, the first is enough.
    const { text, ends, isAfter } = rule;
    const alike = known.get(text) ?? [];
    const isEqual = (it: OrderedRule) => it.ends === ends && it.settings === rule.settings;
    if (!isAfter && alike.some(isEqual)) continue;
    known.set(text, [...alike, rule]);
    before.add(rule);
  }
}

/** An index of rules by a required value: the one that the fewest other rules need. */
class RulesByValue {
  private readonly uses = new Map<string, number>();
  private readonly byField = new Map<string, Map<string, OrderedRule[]>>();
  private readonly others: OrderedRule[] = [];

  constructor(rules: readonly OrderedRule[]) {
    for (const { shape } of rules) {
      for (const it of shape.needs) this.uses.set(it, (this.uses.get(it) ?? 0) + 1);
    }
  }

  add(rule: OrderedRule): void {
    const [field, value] = [...rule.shape.values][this.rarestOf(rule)] ?? [];
    if (field === undefined || value === undefined) {
      this.others.push(rule);
      return;
    }
    const byValue = this.byField.get(field) ?? new Map<string, OrderedRule[]>();
    const rules = byValue.get(value) ?? [];
    rules.push(rule);
    this.byField.set(field, byValue.set(value, rules));
  }

  /** The index of the value; -1 without one. */
  private rarestOf({ shape: { needs } }: OrderedRule): number {
    let rarest = -1;
    let least = Infinity;
    for (let i = 0; i < needs.length; i++) {
      const count = this.uses.get(needs[i] ?? "") ?? 0;
      if (count >= least) continue;
      least = count;
      rarest = i;
    }
    return rarest;
  }

  mayCover(later: OrderedRule): OrderedRule[] {
    const found = this.others.filter((it) => mayCover(it, later));
    for (const [field, byValue] of this.byField) {
      const value = later.shape.values.get(field);
      const lists = value === undefined ? byValue.values() : [byValue.get(value) ?? []];
      for (const list of lists) {
        for (const it of list) if (mayCover(it, later)) found.push(it);
      }
    }
    return inOrder(found, (it) => it.order);
  }
}
