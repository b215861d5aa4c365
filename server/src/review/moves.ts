import { inOrder } from "../core/configuration/order.ts";
import type { Clause } from "./clauses.ts";
import { hasEffect } from "./differences.ts";
import type { Pair } from "./pairs.ts";
import type { Questions } from "./questions.ts";
import { Side } from "./side.ts";

export interface Versions {
  readonly before: readonly Clause[];
  readonly after: readonly Clause[];
  readonly pairs: readonly Pair[];
  /** The enabled rules of both. */
  readonly sides: readonly [before: Side, after: Side];
}

/**
 * The rules whose move changes an outcome. Moves are undone one after another, and all else stays as it is now: so if none
 * of them has an effect, all of them together have none.
 */
export function effectiveMoves(
  moved: readonly Pair[],
  { before, after, pairs, sides }: Versions,
  questions: Questions,
): ReadonlySet<Clause> {
  const found = new Set<Clause>();
  const places = new Map(before.map((it, index) => [it, index]));
  const placeOf = new Map(
    pairs.flatMap((it) =>
      it.before && it.after ? [[it.after, places.get(it.before) ?? 0] as const] : [],
    ),
  );
  const left = new Set(moved.map((it) => it.after));
  let current = after;
  for (const { before: was, after: is } of moved) {
    if (!was || !is) continue;
    left.delete(is);
    const others = current.filter((it) => it !== is);
    const place = placeOf.get(is) ?? 0;
    const earlier = others.filter((it) => !left.has(it) && (placeOf.get(it) ?? place) < place);
    const last = inOrder(earlier, (it) => placeOf.get(it)).at(-1);
    const previous = others.toSpliced(last ? others.indexOf(last) + 1 : 0, 0, is);
    if (is.isEnabled === false) continue;
    // When a rule of an executed ruleset is reached depends on those before it.
    const [own, other] = is.within === undefined ? [current, previous].map(acting) : sides;
    if (!own || !other) continue;
    const isOther = [
      [own, other],
      [other, own],
    ].some(([one, another]) => one && another && effectIn(one, another, was, is, questions));
    if (isOther) found.add(is);
    current = previous;
  }
  return found;
}

function effectIn(own: Side, other: Side, was: Clause, is: Clause, questions: Questions): boolean {
  const clause = own.clauses.includes(is) ? is : was;
  return own.clauses.includes(clause) && hasEffect(own, other, clause, questions);
}

function acting(clauses: readonly Clause[]): Side {
  return new Side(clauses.filter((it) => it.isEnabled !== false));
}
