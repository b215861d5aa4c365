import type { Witness } from "../core/meaning/meaning.ts";
import { and, type Formula, not } from "../core/solver/formula.ts";
import type { Clause } from "./clauses.ts";
import type { Questions } from "./questions.ts";
import type { Outcome, Setting, Side } from "./side.ts";

/** A request, if rules of which nothing is known do not match it. */
export interface Assumed {
  readonly witness: Witness;
  readonly unless: readonly Clause[];
}

interface AskedAbout {
  /** The rule that changed. */
  readonly clause: Clause;
  readonly question: Formula;
  readonly start: Formula;
}

type Both<Value> = readonly [before: Value, after: Value];

/** Finds an example for a pair of outcomes where a rule with errors, or one that is not known yet, leaves everything open. */
export function assumedWitness(
  sides: Both<Side>,
  pair: Both<Outcome | Setting>,
  { clause, question, start }: AskedAbout,
  questions: Questions,
): Assumed | undefined {
  const all = sides.flatMap((it) => it.clauses);
  const { formula } = clause.when;
  const opaque = all.filter((it) => isOpaque(it) && it.when.formula !== formula);
  if (opaque.length === 0) return undefined;
  const formulas = new Set(opaque.map((it) => it.when.formula));
  const none = [...formulas].map(not);
  const isOne = (side: Side, wanted: Outcome | Setting, it: Witness) =>
    "setting" in wanted
      ? side.valueOf(wanted.setting, it, formulas)?.value?.key === wanted.value?.key
      : side.outcomeOf(it, true, formulas)?.key === wanted.key;
  const answer = questions.find(
    and(question, ...none),
    and(start, ...none),
    (it) => sides.every((side, at) => isOne(side, pair[at] as Outcome | Setting, it)),
    formulas,
  );
  const witness = typeof answer === "object" ? answer : undefined;
  const unless = [...new Map(opaque.map((it) => [it.own.key, it])).values()];
  return witness && { witness, unless };
}

function isOpaque({ own: { meanings, formula } }: Clause): boolean {
  return meanings.length === 0 && formula.kind === "flag";
}
