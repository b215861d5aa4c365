import type { Assumption, Part } from "./part.ts";

/** Divides claims, so that those that share a value, directly or through others, are together. The rest can be true regardless. */
export function related<Node>(claims: readonly Assumption<Node>[]): readonly Assumption<Node>[][] {
  const byValue = new Map<string, Set<Assumption<Node>>>();
  for (const claim of claims) {
    const all = new Set<Assumption<Node>>();
    for (const value of claim.part.values) for (const it of byValue.get(value) ?? []) all.add(it);
    all.add(claim);
    for (const it of all) for (const value of it.part.values) byValue.set(value, all);
  }
  const groups = new Set(byValue.values());
  return [...groups].flatMap((it) => (it.size > 1 ? [claims.filter((one) => it.has(one))] : []));
}

/** The groups that are about the same values as another: only these can be equal. */
export function alike<Node>(groups: readonly Assumption<Node>[]): readonly Assumption<Node>[] {
  if (groups.length < 2) return [];
  const shapes = groups.map(({ part }) => shapeOf(part));
  const counts = new Map<number, number>();
  for (const it of shapes) counts.set(it, (counts.get(it) ?? 0) + 1);
  return groups.filter((_, index) => (counts.get(shapes[index] ?? 0) ?? 0) > 1);
}

/** A number that is the same for the same values in any order. */
function shapeOf<Node>({ values }: Part<Node>): number {
  let shape = 0;
  for (const it of values) {
    const middle = it.charCodeAt(it.length >> 1);
    shape += it.length + 31 * it.charCodeAt(0) + 961 * middle;
  }
  return shape;
}
