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
  /** The rules that are as before, in the same order. Others may have changed in any way, so that no place is relative to them. */
  readonly isKept: (clause: Clause) => boolean;
}

export interface Moves {
  /** The rules whose move changes no outcome. */
  readonly undone: readonly Pair[];
  /** The version after the change, with these where they were before. */
  readonly side: Side;
}

/** Undoes the moves that change no outcome one after another, and all else stays as it is now: so all of them together change none. */
export function undoMoves(
  moved: readonly Pair[],
  { before, after, pairs, sides, isKept }: Versions,
  questions: Questions,
): Moves {
  const undone: Pair[] = [];
  const places = new Map(before.map((it, index) => [it, index]));
  const placeOf = new Map(
    pairs.flatMap((it) =>
      it.before && it.after ? [[it.after, places.get(it.before) ?? 0] as const] : [],
    ),
  );
  const displaced = new Set(after.filter((it) => !isKept(it)));
  let current = after;
  for (const pair of moved) {
    const { after: is } = pair;
    // When a rule of an executed ruleset is reached depends on those before it.
    if (!is || is.isEnabled === false || is.within !== undefined) continue;
    displaced.delete(is);
    const others = current.filter((it) => it !== is);
    const place = placeOf.get(is) ?? 0;
    const earlier = others.filter((it) => !displaced.has(it) && (placeOf.get(it) ?? place) < place);
    const last = inOrder(earlier, (it) => placeOf.get(it)).at(-1);
    const previous = others.toSpliced(last ? others.indexOf(last) + 1 : 0, 0, is);
    const [own, other] = [acting(current), acting(previous)];
    if (hasEffectOn(own, other, is, questions) || hasEffectOn(other, own, is, questions)) {
      displaced.add(is);
      continue;
    }
    current = previous;
    undone.push(pair);
  }
  return { undone, side: current === after ? sides[1] : acting(current) };
}

function hasEffectOn(own: Side, other: Side, clause: Clause, questions: Questions): boolean {
  const start = clause.when.formula;
  return hasEffect({ clause, own, other, start, base: own.acts(clause) }, questions);
}

function acting(clauses: readonly Clause[]): Side {
  return new Side(clauses.filter((it) => it.isEnabled !== false));
}
