import type { ConfiguredRule } from "../core/configuration/model.ts";
import { compareMeanings } from "../core/solver/meaning.ts";
import type { Clause } from "./clauses.ts";
import { canonical } from "./effects.ts";

/** A rule in both versions, or in one of them. */
export interface Pair {
  readonly before: Clause | undefined;
  readonly after: Clause | undefined;
}

/** Pairs rules by what identifies them, then by what they say, then by what they mean, and what is left by its place. */
export function pairsOf(before: readonly Clause[], after: readonly Clause[]): readonly Pair[] {
  const matching = new Matching(before, after);
  for (const key of keys) matching.byKey(key);
  matching.byMeaning();
  matching.byPlace();
  return matching.pairs();
}

type Key = (clause: Clause) => string | undefined;

function named(name: keyof Pick<ConfiguredRule, "ref" | "id" | "description">): Key {
  return ({ rule, within }) => {
    const value = rule[name];
    return value === undefined || value === "" ? undefined : JSON.stringify([within, value]);
  };
}

const keys: readonly Key[] = [
  named("ref"),
  named("id"),
  (it) => JSON.stringify([it.own.key, it.rule.description, effectKey(it)]),
  (it) => JSON.stringify([it.own.key, effectKey(it)]),
  (it) => it.own.key,
  named("description"),
];

/** What the rule does, apart from when. */
export function effectKey({ effect, rule, isEnabled }: Clause): string {
  const { ends, endsPhase, marks, settings } = effect;
  // Of actions that a visitor does not notice, only what they are.
  const quiet = ends || marks.length > 0 || settings.size > 0 ? undefined : rule.action;
  return canonical([
    isEnabled ?? "unknown",
    ends?.key,
    endsPhase,
    marks.map((it) => it.key),
    [...settings].map(([name, it]) => [name, it.key]).sort(),
    quiet,
  ]);
}

/** Limits the number of proofs. */
const mostCompared = 40;
const work = 50_000;

class Matching {
  private readonly found = new Map<Clause, Clause>();
  private readonly taken = new Set<Clause>();

  constructor(
    private readonly before: readonly Clause[],
    private readonly after: readonly Clause[],
  ) {}

  /** Those with the same key, in their order. */
  byKey(key: Key): void {
    const others = grouped(this.left(this.before), key);
    for (const [name, clauses] of grouped(this.left(this.after), key)) {
      const earlier = others.get(name) ?? [];
      clauses.forEach((it, index) => {
        const other = earlier[index];
        if (other && mayBeSame(it, other)) this.pair(it, other);
      });
    }
  }

  byMeaning(): void {
    let left = mostCompared;
    for (const it of this.left(this.after)) {
      const [meaning] = it.own.meanings;
      if (!meaning) continue;
      for (const other of this.left(this.before)) {
        const [earlier] = other.own.meanings;
        if (!earlier || !mayBeSame(it, other) || effectKey(it) !== effectKey(other)) continue;
        if (left-- <= 0) return;
        if (compareMeanings(meaning, earlier, work).name !== "equal") continue;
        this.pair(it, other);
        break;
      }
    }
  }

  /** After the same neighbour, as many rules as before are the same ones, edited. */
  byPlace(): void {
    const gaps = grouped(this.left(this.after), (it) => this.gap(it, this.after));
    const others = grouped(this.left(this.before), (it) => this.gap(it, this.before));
    for (const [name, clauses] of gaps) {
      const earlier = others.get(name) ?? [];
      if (clauses.length !== earlier.length) continue;
      clauses.forEach((it, index) => {
        const other = earlier[index];
        if (other && mayBeEdited(it, other)) this.pair(it, other);
      });
    }
  }

  private gap(clause: Clause, all: readonly Clause[]): string {
    const index = all.indexOf(clause);
    const neighbour = all
      .slice(0, index)
      .findLast((it) => this.found.has(it) || this.taken.has(it));
    const before = neighbour && (this.found.get(neighbour) ?? neighbour);
    return String(before ? this.before.indexOf(before) : -1);
  }

  pairs(): readonly Pair[] {
    return [
      ...this.after.map((after) => ({ before: this.found.get(after), after })),
      ...this.left(this.before).map((before) => ({ before, after: undefined })),
    ];
  }

  private pair(after: Clause, before: Clause): void {
    this.found.set(after, before);
    this.taken.add(before);
  }

  private left(clauses: readonly Clause[]): readonly Clause[] {
    return clauses.filter((it) => !this.found.has(it) && !this.taken.has(it));
  }
}

/** Whether nothing says that they are different ones. An ID or a ref changes when a rule is created again. */
function mayBeSame(a: Clause, b: Clause): boolean {
  return a.within === b.within && (a.rule.action === "execute") === (b.rule.action === "execute");
}

function mayBeEdited(a: Clause, b: Clause): boolean {
  const agree = (x: unknown, y: unknown) => x === undefined || y === undefined || x === y;
  const { rule: one } = a;
  const { rule: other } = b;
  const isNamedAlike = agree(one.ref, other.ref) && agree(one.description, other.description);
  return mayBeSame(a, b) && isNamedAlike && one.action === other.action;
}

function grouped(clauses: readonly Clause[], key: Key): Map<string, Clause[]> {
  const found = new Map<string, Clause[]>();
  for (const it of clauses) {
    const name = key(it);
    if (name === undefined) continue;
    const same = found.get(name);
    if (same) same.push(it);
    else found.set(name, [it]);
  }
  return found;
}

/** Of pairs that are the same on both sides, the most that are still in the same order. */
export function inOrder(
  pairs: readonly (readonly [before: number, after: number])[],
): ReadonlySet<number> {
  const sorted = pairs.map(([before, after], index) => ({ before, after, index }));
  sorted.sort((a, b) => a.after - b.after);
  // The end of the best run of each length, and the one before it, as in patience sorting.
  const ends: number[] = [];
  const previous: number[] = [];
  sorted.forEach(({ before }, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[ends[middle] ?? 0]?.before ?? 0) < before) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1)
    kept.add(sorted[at]?.index ?? -1);
  return kept;
}
