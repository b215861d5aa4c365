import type { Budget } from "../solver/budget.ts";
import { and, type Formula, not } from "../solver/formula.ts";
import { solve } from "../solver/solve.ts";

/** What a text means. Equal parts of two texts are the same objects, see `Parts`. */
export interface Meant {
  readonly formula: Formula;
  /** What is true of every log line or request. */
  readonly facts: readonly Formula[];
}

/** Makes parts with the same text the same object, so that a proof can leave out what two texts have in common. */
export class Parts {
  private readonly conditions = new Map<string, Meant | undefined>();
  private readonly ids = new Map<Formula, number>();
  private readonly groups = new Map<string, Formula>();

  /** Undefined if the condition has no meaning. */
  condition(text: string, read: () => Meant | undefined): Meant | undefined {
    if (!this.conditions.has(text)) this.conditions.set(text, read());
    return this.conditions.get(text);
  }

  group(kind: "and" | "or", parts: readonly Formula[]): Formula {
    return this.shared(`${kind} ${parts.map((it) => this.idOf(it))}`, () => ({ kind, parts }));
  }

  not(part: Formula): Formula {
    return this.shared(`not ${this.idOf(part)}`, () => not(part));
  }

  private shared(key: string, make: () => Formula): Formula {
    const known = this.groups.get(key) ?? make();
    this.groups.set(key, known);
    return known;
  }

  private idOf(formula: Formula): number {
    const id = this.ids.get(formula) ?? this.ids.size;
    this.ids.set(formula, id);
    return id;
  }
}

/** The work of one proof. A step that takes more is not worth it. */
const workPerProof = 60_000;

/** First of the parts that differ, which is enough for most steps, and then in their context. */
export function isProvedEqual(a: Meant, b: Meant, budget: Budget): boolean {
  if (a.formula === b.formula) return true;
  const facts = [...new Set([...a.facts, ...b.facts])];
  const [first, second] = differing(a.formula, b.formula);
  if (isEqual(first, second, facts, budget)) return true;
  return first !== a.formula && isEqual(a.formula, b.formula, facts, budget);
}

function isEqual(a: Formula, b: Formula, facts: readonly Formula[], budget: Budget): boolean {
  return implies(a, b, facts, budget) && implies(b, a, facts, budget);
}

function implies(a: Formula, b: Formula, facts: readonly Formula[], budget: Budget): boolean {
  const answer = solve(and(a, not(b), ...facts), budget.within(workPerProof));
  return answer.kind === "impossible";
}

/** The smallest parts whose equality makes the whole equal. */
function differing(a: Formula, b: Formula): readonly [Formula, Formula] {
  if ((a.kind !== "and" && a.kind !== "or") || a.kind !== b.kind) return [a, b];
  const shared = new Set(b.parts);
  const first = a.parts.filter((it) => !shared.has(it));
  const own = new Set(a.parts);
  const second = b.parts.filter((it) => !own.has(it));
  const [one, ...more] = first;
  const [other, ...others] = second;
  if (one && other && more.length === 0 && others.length === 0) return differing(one, other);
  return first.length === a.parts.length
    ? [a, b]
    : [
        { kind: a.kind, parts: first },
        { kind: a.kind, parts: second },
      ];
}
