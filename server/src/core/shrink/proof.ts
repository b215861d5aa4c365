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
  private readonly conditions = new Map<string, unknown>();
  private readonly ids = new Map<Formula, number>();
  private readonly groups = new Map<string, Formula>();

  /** What is known of a condition, by its text. Always of one type. */
  condition<Known>(text: string, read: () => Known): Known {
    if (!this.conditions.has(text)) this.conditions.set(text, read());
    return this.conditions.get(text) as Known;
  }

  group(kind: "and" | "or", parts: readonly Formula[]): Formula {
    return this.shared(`${kind} ${parts.map((it) => this.idOf(it))}`, () => ({ kind, parts }));
  }

  not(part: Formula): Formula {
    return this.shared(`not ${this.idOf(part)}`, () => not(part));
  }

  xor(operands: readonly Formula[]): Formula {
    const whole = operands.reduce((a, b) =>
      this.group("or", [this.group("and", [a, this.not(b)]), this.group("and", [this.not(a), b])]),
    );
    exclusive.set(whole, operands);
    return whole;
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

/** The operands of exclusive disjunctions. */
const exclusive = new WeakMap<Formula, readonly Formula[]>();

/** The work of one proof: of the parts that differ, which may be many conditions that become one, and of the whole. */
const workOnParts = 150_000;
const workOnWhole = 20_000;

/** First of the parts that differ, which is enough for most steps, and then in their context. */
export function isProvedEqual(a: Meant, b: Meant, budget: Budget): boolean {
  if (a.formula === b.formula) return true;
  const [first, second] = differing(a.formula, b.formula);
  if (isEqual(first, second, [], budget.within(workOnParts))) return true;
  const facts = [...new Set([...a.facts, ...b.facts])];
  if (first === a.formula && facts.length === 0) return false;
  return isEqual(a.formula, b.formula, facts, budget.within(workOnWhole));
}

function isEqual(a: Formula, b: Formula, facts: readonly Formula[], budget: Budget): boolean {
  return implies(a, b, facts, budget) && implies(b, a, facts, budget);
}

function implies(a: Formula, b: Formula, facts: readonly Formula[], budget: Budget): boolean {
  const formula = and(a, not(b), ...facts);
  if (!budget.spend(sizeOf(formula))) return false;
  return solve(formula, budget).kind === "impossible";
}

const sizes = new WeakMap<Formula, number>();

/** The nodes of a formula, which the solver reads before it starts to count. */
function sizeOf(formula: Formula): number {
  const known = sizes.get(formula);
  if (known !== undefined) return known;
  const parts = partsOf(formula);
  const size = parts.reduce((sum, it) => sum + sizeOf(it), 1);
  sizes.set(formula, size);
  return size;
}

function partsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === "not") return [formula.part];
  return formula.kind === "and" || formula.kind === "or" ? formula.parts : [];
}

/** The smallest parts whose equality makes the whole equal. */
function differing(a: Formula, b: Formula): readonly [Formula, Formula] {
  if (a.kind === "not" && b.kind === "not") return differing(a.part, b.part);
  const operands = exclusive.get(a);
  const others = exclusive.get(b);
  if (operands && operands.length === others?.length) {
    const changed = operands.flatMap((it, i) => (it === others[i] ? [] : [i]));
    const [only, ...more] = changed.map((i) => [operands[i], others[i]] as const);
    if (only?.[0] && only[1] && more.length === 0) return differing(only[0], only[1]);
  }
  return differingMembers(a, b);
}

function differingMembers(a: Formula, b: Formula): readonly [Formula, Formula] {
  if ((a.kind !== "and" && a.kind !== "or") || a.kind !== b.kind) return [a, b];
  const shared = new Set(b.parts);
  const first = a.parts.filter((it) => !shared.has(it));
  const own = new Set(a.parts);
  const second = b.parts.filter((it) => !own.has(it));
  const [one, ...more] = first;
  const [other, ...rest] = second;
  if (one && other && more.length === 0 && rest.length === 0) return differing(one, other);
  return first.length === a.parts.length
    ? [a, b]
    : [
        { kind: a.kind, parts: first },
        { kind: a.kind, parts: second },
      ];
}
