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
  const known = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    if (rule.isEnabled !== true) continue;
    yield { rule, index, earlier: before.mayCover(rule).filter((it) => isBefore(it, rule)) };
    // If equal rules have a known order, the first is enough.
    const { text, ends, settings, isAfter } = rule;
    const written = JSON.stringify([text, ends, settings]);
    if (!isAfter && known.has(written)) continue;
    known.add(written);
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
      for (const needed of shape.values) {
        const key = needed.join(" ");
        this.uses.set(key, (this.uses.get(key) ?? 0) + 1);
      }
    }
  }

  add(rule: OrderedRule): void {
    const rarest = this.rarestOf(rule);
    if (!rarest) {
      this.others.push(rule);
      return;
    }
    const [field, value] = rarest;
    const byValue = this.byField.get(field) ?? new Map<string, OrderedRule[]>();
    const rules = byValue.get(value) ?? [];
    rules.push(rule);
    this.byField.set(field, byValue.set(value, rules));
  }

  private rarestOf({ shape }: OrderedRule): readonly [string, string] | undefined {
    let rarest: readonly [string, string] | undefined;
    let least = Infinity;
    for (const needed of shape.values) {
      const count = this.uses.get(needed.join(" ")) ?? 0;
      if (count >= least) continue;
      least = count;
      rarest = needed;
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
