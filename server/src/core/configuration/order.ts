/** The order of rules. Nothing else sorts them. */

/** Names the ruleset of a rule in a document. */
export function rulesetKey({ group, phase, kind }: RulesetName): string {
  return JSON.stringify([group, phase, kind]);
}

interface RulesetName {
  readonly group?: string | undefined;
  readonly phase?: string | undefined;
  readonly kind?: string | undefined;
}

/** By their places in their rulesets. */
export function inOrder<Item>(
  items: Iterable<Item>,
  orderOf: (item: Item) => number | undefined,
): Item[] {
  return [...items].sort((a, b) => (orderOf(a) ?? 0) - (orderOf(b) ?? 0));
}

/** Firewall rules of the older interface run by priority; those without one, and those with the same one, by their actions. */
const precedence = [
  "log",
  "bypass",
  "allow",
  "challenge",
  "managed_challenge",
  "js_challenge",
  "block",
];

interface Prioritized {
  readonly action?: unknown;
  readonly priority?: unknown;
}

export function byPriority<Rule extends Prioritized>(rules: readonly Rule[]): readonly Rule[] {
  return rules.toSorted(comparedByPriority);
}

/** As `byPriority`, in groups: the order of rules in the same group is not known. */
export function priorityGroups<Item>(
  items: readonly Item[],
  ruleOf: (item: Item) => Prioritized,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  for (const it of items.toSorted((a, b) => comparedByPriority(ruleOf(a), ruleOf(b)))) {
    const group = groups.at(-1);
    const [other] = group ?? [];
    if (group && other && comparedByPriority(ruleOf(other), ruleOf(it)) === 0) group.push(it);
    else groups.push([it]);
  }
  return groups;
}

function comparedByPriority(a: Prioritized, b: Prioritized): number {
  const number = ({ priority }: Prioritized) =>
    typeof priority === "number" ? priority : Infinity;
  const rank = ({ action }: Prioritized) => precedence.indexOf(String(action));
  const [first, second] = [number(a), number(b)];
  return first === second ? rank(a) - rank(b) : first - second;
}
