import { Budget } from "../solver/budget.ts";
import { and, type Formula, not } from "../solver/formula.ts";
import { solve } from "../solver/solve.ts";
import { isConfirmedFor } from "./confirm.ts";
import { compareMeanings, type Meaning, type Statement, type Witness } from "./meaning.ts";
import { compareWork, type RelationName } from "./relation.ts";
import { sectionsOf } from "./section.ts";

/** The change for lines or requests when one text replaces another. Every part of it has been proved. */
export interface MeaningChange {
  readonly relation: RelationName;
  /** The lines or requests that only the new text matches. */
  readonly gained: Difference | undefined;
  readonly lost: Difference | undefined;
}

export interface Difference {
  readonly witness: Witness;
  /** Undefined if the difference has no simple description. */
  readonly where: Where | undefined;
}

/**
 * Describes what `one` text matches and the `other` does not:
 * `exact`: everything that meets the conditions, and nothing else;
 * `within`: of what `one` matches, that which meets the conditions;
 * `all`: `one` matches what `other` matches, and all that meets the conditions.
 */
export interface Where {
  readonly form: "exact" | "within" | "all";
  readonly statements: readonly Statement[];
  /** All of them as a text of the language. */
  readonly text: string;
}

/** Reads a text in the language of both meanings. */
type Read = (text: string) => Meaning | undefined;

export function meaningChange(
  is: Meaning,
  was: Meaning,
  read: Read,
  work = compareWork,
  /** If they were compared already. */
  found = compareMeanings(is, was, work),
): MeaningChange {
  const { name, onlyFirst, onlySecond } = found;
  const difference = (one: Meaning, other: Meaning, witness: Witness | null) =>
    witness
      ? { witness, where: whereOf({ one, other, read, work }, witness, others[name]) }
      : undefined;
  return {
    relation: name,
    gained: difference(is, was, onlyFirst),
    lost: difference(was, is, onlySecond),
  };
}

interface Sides {
  readonly one: Meaning;
  readonly other: Meaning;
  readonly read: Read;
  readonly work: number;
}

interface Candidate {
  readonly statement: Statement;
  readonly meaning: Meaning;
}

/** The other forms than `exact` that make sense for a relation. */
const others: { readonly [relation in RelationName]?: readonly ("within" | "all")[] } = {
  wider: ["within", "all"],
  narrower: ["within", "all"],
  overlapping: ["within"],
};

/** More conditions are harder to read than the example alone. */
const mostConditions = 3;

/** The number of conditions that are tried. */
const mostTried = 16;

function whereOf(
  sides: Sides,
  witness: Witness,
  forms: readonly Where["form"][] = [],
): Where | undefined {
  const { one, read } = sides;
  const proof = new Proof(sides);
  const candidates: Candidate[] = [];
  for (const statement of statementsIn(sides, witness, proof)) {
    const meaning = read(one.conjunction([statement]));
    if (meaning?.scope === one.scope && proof.isNeeded(meaning))
      candidates.push({ statement, meaning });
  }
  const exact = proof.reduced(candidates, "exact") ?? [];
  if (exact.length === 0 || exact.length >= mostConditions) {
    for (const form of forms) {
      const found = proof.reduced(candidates, form);
      if (found?.length === 1) return proof.checked(found, form, witness);
    }
  }
  return exact.length <= mostConditions ? proof.checked(exact, "exact", witness) : undefined;
}

/** Conditions that may describe the difference. The most telling ones are last: values, shortest last, after conditions of one text only. */
function statementsIn({ one, other }: Sides, witness: Witness, proof: Proof): Statement[] {
  const [own, others] = [one.statements(witness), other.statements(witness)];
  const isIn = (some: readonly Statement[]) => (it: Statement) =>
    some.some(({ text }) => text === it.text);
  const shared = own.filter(isIn(others));
  const apart = [
    ...others.filter((it) => !isIn(own)(it)),
    ...own.filter((it) => !isIn(others)(it)),
  ];
  const values = sectionsOf(proof.difference, proof.example())
    .flatMap(one.stated)
    .sort((a, b) => b.shown.length - a.shown.length);
  // Of equal ones, the last counts.
  const byText = new Map([...shared, ...apart, ...values].reverse().map((it) => [it.text, it]));
  return [...byText.values()].slice(0, mostTried).reverse();
}

/** Proofs about what only one of two texts matches. */
class Proof {
  private readonly budget: Budget;
  readonly difference: Formula;

  constructor(private readonly sides: Sides) {
    this.budget = new Budget(sides.work / 2);
    this.difference = and(sides.one.formula, not(sides.other.formula));
  }

  example() {
    const found = solve(and(this.difference, ...this.facts()), this.part());
    return found.kind === "possible" ? found.values : new Map<string, never>();
  }

  /** Whether the whole difference meets the condition. */
  isNeeded(condition: Meaning): boolean {
    return this.implies(this.difference, condition.formula, [condition]);
  }

  /** As few of the conditions as describe the difference together. */
  reduced(candidates: readonly Candidate[], form: Where["form"]): readonly Candidate[] | undefined {
    if (!this.suffices(candidates, form)) return undefined;
    let left = candidates;
    for (const it of candidates) {
      const without = left.filter((other) => other !== it);
      if (this.suffices(without, form)) left = without;
    }
    return left;
  }

  /** Proves the description as it will be read, not the parts it was made of. */
  checked(found: readonly Candidate[], form: Where["form"], witness: Witness): Where | undefined {
    if (found.length === 0) return undefined;
    const statements = found.map((it) => it.statement);
    const { one, other } = this.sides;
    const text = one.conjunction(statements);
    const whole = this.sides.read(text);
    const isProved =
      whole?.matches(witness) === true &&
      this.isNeeded(whole) &&
      this.suffices([{ meaning: whole }], form) &&
      isConfirmedFor([one, other, whole], form, isRight[form]);
    return isProved ? { form, statements, text } : undefined;
  }

  private suffices(found: readonly Pick<Candidate, "meaning">[], form: Where["form"]): boolean {
    if (found.length === 0) return false;
    const { one, other } = this.sides;
    const conditions = found.map((it) => it.meaning);
    const all = and(...conditions.map((it) => it.formula));
    if (form === "exact") return this.implies(all, this.difference, conditions);
    if (form === "all") return this.implies(all, one.formula, conditions);
    return this.implies(and(one.formula, all), not(other.formula), conditions);
  }

  private implies(a: Formula, b: Formula, about: readonly Meaning[]): boolean {
    const whole = and(a, not(b), ...this.facts(about));
    return solve(whole, this.part()).kind === "impossible";
  }

  private facts(about: readonly Meaning[] = []): readonly Formula[] {
    const { one, other } = this.sides;
    return one.facts([one, other, ...about].flatMap((it) => it.terms));
  }

  private part(): Budget {
    return this.budget.within(this.sides.work / 16);
  }
}

/** Whether a description is right about the results of two texts, and of the conditions. */
const isRight: Readonly<
  Record<Where["form"], (one: boolean, other: boolean, isMet: boolean) => boolean>
> = {
  exact: (one, other, isMet) => isMet === (one && !other),
  within: (one, other, isMet) => !one || isMet === !other,
  all: (one, other, isMet) => one === (other || isMet),
};
