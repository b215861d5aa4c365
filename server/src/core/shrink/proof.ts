import type { Budget } from "../solver/budget.ts";
import { and, type Formula, not } from "../solver/formula.ts";
import { solve } from "../solver/solve.ts";

/** The meaning of a text. Equal parts of two texts are the same objects; see `Parts`. */
export interface FormulaWithFacts {
  readonly formula: Formula;
  /** Facts about every log line or request. */
  readonly facts: readonly Formula[];
}

/** Interns parts by their text, so that a proof can skip what two texts have in common. */
export class Parts {
  private readonly conditions = new Map<string, unknown>();
  private readonly ids = new Map<Formula, number>();
  private readonly groups = new Map<string, Formula>();

  /** Caches a value for a condition by its text. All values must have the same type. */
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

/** The budget of one proof: for the parts that differ, which may be many conditions merged into one, and for the whole text. */
const workOnParts = 150_000;
const workOnWhole = 20_000;
/** Limits hard proofs, so that easy ones still have a budget. */
const shareOfWhole = 1 / 15;
const workOnOutline = 10_000;
const workOnCover = 10_000;
const workOnPair = 500;

/** Compares only the parts that differ, which is enough for most steps. */
export function isPartEqual(a: FormulaWithFacts, b: FormulaWithFacts, budget: Budget): boolean {
  if (a.formula === b.formula) return true;
  const [first, second] = differing(a.formula, b.formula);
  const removal = removalOf(a.formula, b.formula);
  const isEasy = removal
    ? isCovered(removal, budget.within(workOnCover))
    : isOutlineEqual(first, second, budget) ||
      (isRepeating(a.formula, b.formula) && isOutlineEqual(a.formula, b.formula, budget));
  return isEasy || isEqual(first, second, [], budget.within(workOnParts));
}

/** Compares the parts that differ in their context. */
export function isWholeEqual(a: FormulaWithFacts, b: FormulaWithFacts, budget: Budget): boolean {
  const [first] = differing(a.formula, b.formula);
  const facts = [...new Set([...a.facts, ...b.facts])];
  if (first === a.formula && facts.length === 0) return false;
  return isEqual(a.formula, b.formula, facts, budget.within(workOnWhole, shareOfWhole));
}

function isEqual(a: Formula, b: Formula, facts: readonly Formula[], budget: Budget): boolean {
  return implies(a, b, facts, budget) && implies(b, a, facts, budget);
}

function implies(a: Formula, b: Formula, facts: readonly Formula[], budget: Budget): boolean {
  const formula = and(a, not(b), ...facts);
  if (!budget.spend(sizeOf(formula))) return false;
  return solve(formula, budget).kind === "impossible";
}

/** Whether two formulas are equal regardless of what their conditions mean, as after factoring. */
function isOutlineEqual(a: Formula, b: Formula, budget: Budget): boolean {
  return isEqual(outline(a), outline(b), [], budget.within(workOnOutline));
}

const outlines = new WeakMap<Formula, Formula>();
let outlined = 0;

/** Replaces each condition by a Boolean variable. */
function outline(formula: Formula): Formula {
  const known = outlines.get(formula);
  if (known) return known;
  const made = outlineOf(formula);
  outlines.set(formula, made);
  return made;
}

function outlineOf(formula: Formula): Formula {
  switch (formula.kind) {
    case "truth":
      return formula;
    case "not":
      return not(outline(formula.part));
    case "and":
    case "or":
      return { kind: formula.kind, parts: formula.parts.map(outline) };
    default:
      outlined++;
      return { kind: "flag", variable: `outline ${outlined}` };
  }
}

/** Whether one group has a part more often than the other, so that a proof needs the common parts. */
function isRepeating(a: Formula, b: Formula): boolean {
  const [own, others] = [partsOf(a), partsOf(b)];
  const [inOwn, inOthers] = [new Set(own), new Set(others)];
  const shared = own.filter((it) => inOthers.has(it)).length;
  return shared !== others.filter((it) => inOwn.has(it)).length;
}

/** The removal of some parts of a group. */
interface Removal {
  readonly kind: "and" | "or";
  readonly gone: readonly Formula[];
  readonly kept: readonly Formula[];
}

function removalOf(whole: Formula, rest: Formula): Removal | undefined {
  const { kind } = whole;
  if (kind !== "or" && kind !== "and") return undefined;
  // A group with a single part left is that part.
  const kept = rest.kind === kind ? rest.parts : [rest];
  const known = new Set(whole.parts);
  if (!kept.every((it) => known.has(it))) return undefined;
  const stays = new Set(kept);
  return { kind, gone: whole.parts.filter((it) => !stays.has(it)), kept };
}

/** Whether each removed part implies, or follows from, a part that stays: `contains "ab"` beside `contains "a"`. */
function isCovered({ kind, gone, kept }: Removal, budget: Budget): boolean {
  const covers = (it: Formula, other: Formula): boolean => {
    const value = valueIn(it);
    if (value === undefined || value !== valueIn(other)) return false;
    const some = budget.within(workOnPair);
    return kind === "or" ? implies(it, other, [], some) : implies(other, it, [], some);
  };
  return gone.every((it) => kept.some((other) => covers(it, other)));
}

/** The only variable of a condition. Undefined if there are several. */
function valueIn(formula: Formula): string | undefined {
  if (formula.kind === "text" || formula.kind === "number") return formula.variable;
  const values = new Set(partsOf(formula).flatMap((it) => valueIn(it) ?? []));
  const [only] = values;
  return values.size === 1 ? only : undefined;
}

const sizes = new WeakMap<Formula, number>();

/** The number of nodes, which the solver visits before its budget applies. */
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
