import { type Key, Pairing } from "../compare/pairing.ts";
import type { ConfiguredRule, Part } from "../core/configuration/model.ts";
import { partAt } from "../trace/configuration/parameters.ts";
import { type Clause, nameOfExecuted } from "./clauses.ts";
import { canonical } from "./effects.ts";

/** A rule in both versions, or in one of them. */
export interface Pair {
  readonly before: Clause | undefined;
  readonly after: Clause | undefined;
}

/** Pairs rules by what identifies them, then by what they say, then by what they mean, and what is left by its place. */
export function pairsOf(before: readonly Clause[], after: readonly Clause[]): readonly Pair[] {
  const pairing = new Pairing(after, before);
  for (const key of keys) pairing.byKey((it) => withPlace(it, key(it)), "in order");
  const isAlike = (a: Clause, b: Clause) => mayBeSame(a, b) && effectKey(a) === effectKey(b);
  pairing.byMeaning((it) => it.own.meanings[0], isAlike, mostCompared);
  pairing.byPlace(() => "", mayBeEdited);
  return pairing.pairs().map(({ now, before }) => ({ before, after: now }));
}

/** Limits the number of proofs. */
const mostCompared = 40;

function named(name: keyof Pick<ConfiguredRule, "ref" | "id" | "description">): Key<Clause> {
  return ({ rule }) => rule[name] || undefined;
}

const keys: readonly Key<Clause>[] = [
  named("ref"),
  named("id"),
  // A file has one rule. Of two folders, its name in both is the same.
  ({ rule }) => ownFile(rule),
  (it) => JSON.stringify([it.own.key, it.rule.description, effectKey(it)]),
  (it) => JSON.stringify([it.own.key, effectKey(it)]),
  (it) => it.own.key,
  named("description"),
  ({ rule }) => ownFile(rule)?.replace(/^.*\//, ""),
];

function ownFile({ place }: ConfiguredRule): string | undefined {
  return place?.path.endsWith(".cfrule") ? place.path : undefined;
}

function withPlace({ within, rule }: Clause, key: string | undefined): string | undefined {
  return key && JSON.stringify([within, rule.action === "execute", key]);
}

/** What the rule does, apart from when. */
export function effectKey(clause: Clause): string {
  const { effect, rule, isEnabled } = clause;
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
    executionOf(clause),
  ]);
}

/** What a rule executes, and how. The ID may be another one, if the ruleset was created again. */
export function executionOf({ executes, rule }: Clause): readonly Part[] | undefined {
  if (!executes) return undefined;
  return [nameOfExecuted(executes), partAt(rule.parameters, "overrides") ?? ""];
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
