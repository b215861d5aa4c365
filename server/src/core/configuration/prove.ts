import { isCovered } from "../meaning/confirm.ts";
import { witnessText } from "../meaning/describe-relation.ts";
import type { Meaning } from "../meaning/meaning.ts";
import { Budget } from "../solver/budget.ts";
import { always, and, type Formula, not, or } from "../solver/formula.ts";
import { has } from "../solver/number-set.ts";
import { solve } from "../solver/solve.ts";
import { includes } from "../solver/text/text-set.ts";
import type { Value } from "../solver/values.ts";
import { type Candidates, candidatesIn } from "./candidates.ts";
import type { KeptProofs } from "./kept-proofs.ts";
import {
  doSame,
  isBefore,
  mayCover,
  mayCoverAll,
  type OrderedRule,
  type UselessRule,
} from "./rule-set.ts";

/** The budget for all rules of a file or folder: far less than the other checks take, even with a thousand rules. */
const fileWork = 100_000;
const questionWork = 4_000;
const readWork = 100;

/** How many rules, directly before a rule, are considered together. */
const maxTogether = 12;

/** The rules that are proved useless. The rules of each set are in order. */
export function findingsIn(
  sets: readonly (readonly OrderedRule[])[],
  kept: KeptProofs,
): readonly UselessRule[] {
  const prover = new Prover(kept);
  return sets.flatMap((rules) => {
    const all = prover.coveringAll(rules);
    return [...candidatesIn(rules)].flatMap((it) => {
      const found = findingFor(it, rules, prover) ?? afterAll(it, all);
      return found && prover.isConfirmed(found) ? [found] : [];
    });
  });
}

/** A rule after others that together match every request. */
function afterAll({ rule }: Candidates, all: readonly OrderedRule[]): UselessRule | undefined {
  const [first, ...more] = all;
  const isAfter = (it: OrderedRule) => it.order < rule.order && isBefore(it, rule);
  if (!first || !all.every(isAfter)) return undefined;
  return { kind: "unreachable", rule, earlier: [first, ...more] };
}

/** Equal texts need no evaluation, and may have lists. */
function isConfirmed({ kind, rule, earlier }: UselessRule): boolean {
  if (earlier.some((it) => it.text === rule.text)) return true;
  const [own, ...others] = [rule, ...earlier].map((it) => it.meaning());
  const known = others.filter((it) => it !== undefined);
  if (!own || known.length < others.length || !isCovered(own, known)) return false;
  return kind === "unreachable" || known.every((it) => isCovered(it, [own]));
}

function findingFor(
  { rule, index, earlier }: Candidates,
  rules: readonly OrderedRule[],
  prover: Prover,
): UselessRule | undefined {
  const ending = earlier.find((it) => it.ends && prover.covers(it, rule));
  if (ending) return { kind: "unreachable", rule, earlier: [ending] };
  const [first, ...more] = prover.covering(
    earlier.filter((it) => it.ends),
    rule,
  );
  if (first) return { kind: "unreachable", rule, earlier: [first, ...more] };
  const same = sameBefore(rule, rules, index).find(
    (it) =>
      mayCover(it, rule) &&
      mayCover(rule, it) &&
      prover.covers(it, rule) &&
      prover.covers(rule, it),
  );
  return same && { kind: "duplicate", rule, earlier: [same] };
}

/** Actions whose effect no later rule changes. */
const lastingActions = new Set(["bypass", "log", "skip"]);

/** The earlier enabled rules with the same effect, back to a rule that may change it: after that, the rule is not redundant. */
function sameBefore(
  rule: OrderedRule,
  rules: readonly OrderedRule[],
  index: number,
): OrderedRule[] {
  const isLasting = lastingActions.has(rule.action);
  const same: OrderedRule[] = [];
  let { order } = rule;
  for (let i = index - 1; i >= 0; i--) {
    const it = rules[i];
    if (!it) break;
    const isNext = it.order === --order;
    if (!isLasting && !isNext) break;
    if (it.isEnabled === true && doSame(it, rule)) {
      if (isBefore(it, rule)) same.push(it);
    } else if (!isLasting && it.isEnabled !== false) break;
  }
  return same.reverse();
}

/** For a single question while the user waits. */
const hoverWork = 60_000;

/** A request that a rule matches and no earlier rule does, as far as their texts are known. */
export function reachingRequest(
  rule: OrderedRule,
  earlier: readonly OrderedRule[],
): string | undefined {
  const [meaning, ...others] = [rule, ...earlier].map((it) => it.meaning());
  if (!meaning || others.includes(undefined)) return undefined;
  const before = others.filter((it) => it !== undefined);
  const facts = meaning.facts([meaning, ...before].flatMap((it) => it.terms));
  const open = and(meaning.formula, ...before.map((it) => not(it.formula)), ...facts);
  const usual = meaning.usual?.([meaning, ...before].flatMap((it) => it.terms)) ?? [];
  const answer = solve(and(open, ...usual), new Budget(hoverWork));
  if (answer.kind !== "possible") return undefined;
  const witness = meaning
    .witnesses(answer.values)
    .find(
      (it) =>
        meaning.canOccur?.(it) !== false &&
        meaning.matches(it) === true &&
        before.every((other) => other.matches(it) === false),
    );
  return witness && witnessText(witness);
}

/** A rule, prepared for proofs. */
interface Read extends Pick<Meaning, "formula" | "terms" | "facts"> {
  /** Undefined for a rule that is not kept. */
  readonly number: number | undefined;
  /** A request that it matches. Undefined if none was found within the budget. */
  readonly example: ReadonlyMap<string, Value> | undefined;
  /** It matches nothing, which another check reports. */
  readonly isEmpty: boolean;
}

class Prover {
  private readonly budget = new Budget(fileWork);
  /** Keyed by text, because generated files often repeat rules; rules of other files by object, because settings may differ. */
  private readonly known = new Map<string | OrderedRule, Read | undefined>();

  constructor(private readonly kept: KeptProofs) {}

  isConfirmed(found: UselessRule): boolean {
    const { kind, rule, earlier } = found;
    const numbers = [rule, ...earlier].map((it) => this.kept.numberOf(it.kept));
    const question = questionOf(kind, numbers);
    return this.kept.answer(question, this.budget, Number.NEGATIVE_INFINITY, () =>
      isConfirmed(found),
    );
  }

  /** Whether it is proved that one rule matches everything that the other one, which is not empty, matches. */
  covers(earlier: OrderedRule, later: OrderedRule): boolean {
    const isSame = earlier.text === later.text;
    const isOpen = earlier.shape.hasList || later.shape.hasList || this.budget.isSpent;
    if (!isSame && isOpen) return false;
    const second = this.read(later);
    if (!second || second.isEmpty) return false;
    return isSame || this.isImplied(second, this.read(earlier));
  }

  /** A minimal list of earlier rules that together match everything that a rule matches. Empty if that is not proved. */
  covering(earlier: readonly OrderedRule[], rule: OrderedRule): readonly OrderedRule[] {
    const some = earlier.filter((it) => !it.shape.hasList).slice(-maxTogether);
    if (some.length < 2 || rule.shape.hasList || this.budget.isSpent) return [];
    const read = this.read(rule);
    if (!read || read.isEmpty) return [];
    return fewest(some, (by) => this.areImplied(read, by));
  }

  /** The first rules that together match every request and end its evaluation, as far as that is proved. */
  coveringAll(rules: readonly OrderedRule[]): readonly OrderedRule[] {
    const some = mayCoverAll(rules);
    const isCovered = (by: readonly OrderedRule[]): boolean => {
      const read = by.map((it) => this.read(it)).filter((it) => it !== undefined);
      const [first] = read;
      return first !== undefined && this.areImplied({ ...first, ...anything }, by);
    };
    if (some.length === 0 || this.budget.isSpent || !isCovered(some)) return [];
    const last = some.findIndex((_, at) => isCovered(some.slice(0, at + 1)));
    return fewest(some.slice(0, last + 1), isCovered);
  }

  private areImplied(rule: Read, earlier: readonly OrderedRule[]): boolean {
    const others = earlier.map((it) => this.read(it)).filter((it) => it !== undefined);
    return this.kept.answer(this.asked(rule, others), this.budget, questionWork, () => {
      const union = or(...others.map((it) => it.formula));
      return this.prove(rule, { formula: union, terms: others.flatMap((it) => it.terms) });
    });
  }

  private isImplied(rule: Read, other: Read | undefined): boolean {
    if (!other) return false;
    return this.kept.answer(this.asked(rule, [other]), this.budget, questionWork, () =>
      this.prove(rule, other),
    );
  }

  private asked(rule: Read, others: readonly Read[]): string | undefined {
    const numbers = [rule, ...others].map((it) => it.number);
    return questionOf("implied", numbers);
  }

  private prove(rule: Read, other: Pick<Read, "formula" | "terms">): boolean {
    if (rule.example && truthOf(other.formula, rule.example, this.budget) === false) return false;
    const facts = rule.facts([...rule.terms, ...other.terms]);
    const open = and(rule.formula, not(other.formula), ...facts);
    this.budget.spend(readWork);
    return solve(open, this.budget.within(questionWork)).kind === "impossible";
  }

  private read(rule: OrderedRule): Read | undefined {
    const key = rule.file ? rule : rule.text;
    if (!this.known.has(key)) this.known.set(key, this.readAnew(rule));
    return this.known.get(key);
  }

  private readAnew(rule: OrderedRule): Read | undefined {
    const number = this.kept.numberOf(rule.kept);
    return this.kept.answer(questionOf("read", [number]), this.budget, questionWork, () =>
      this.readMeaning(rule, number),
    );
  }

  private readMeaning(rule: OrderedRule, number: number | undefined): Read | undefined {
    this.budget.spend(readWork + rule.text.length);
    const meaning = rule.meaning();
    if (!meaning) return undefined;
    const { formula, terms, facts } = meaning;
    const answer = solve(and(formula, ...facts(terms)), this.budget.within(questionWork));
    const example = answer.kind === "possible" ? answer.values : undefined;
    return { number, formula, terms, facts, example, isEmpty: answer.kind === "impossible" };
  }
}

/** The condition that every request meets. */
const anything = { number: -1, formula: always, terms: [], example: undefined, isEmpty: false };

/** A minimal part that has a property, if all of them have it. */
function fewest(
  all: readonly OrderedRule[],
  has: (some: readonly OrderedRule[]) => boolean,
): readonly OrderedRule[] {
  if (!has(all)) return [];
  let core = all;
  for (const it of all) {
    const without = core.filter((other) => other !== it);
    if (has(without)) core = without;
  }
  return core;
}

function questionOf(kind: string, numbers: readonly (number | undefined)[]): string | undefined {
  return numbers.includes(undefined) ? undefined : `${kind} ${numbers.join()}`;
}

/** Whether a formula is true of an example. Undefined if that depends on values that the example does not have. */
function truthOf(
  root: Formula,
  example: ReadonlyMap<string, Value>,
  budget: Budget,
): boolean | undefined {
  const known = new Map<Formula, boolean | undefined>();
  const joined = (parts: readonly Formula[], decisive: boolean): boolean | undefined => {
    const truths = parts.map(truth);
    if (truths.includes(decisive)) return decisive;
    return truths.includes(undefined) ? undefined : !decisive;
  };
  const read = (formula: Formula): boolean | undefined => {
    if (formula.kind === "truth") return formula.value;
    if ("parts" in formula) return joined(formula.parts, formula.kind === "or");
    if (formula.kind === "not") {
      const inner = truth(formula.part);
      return inner === undefined ? undefined : !inner;
    }
    budget.spend(4);
    const value = example.get(formula.variable);
    if (value === undefined) return undefined;
    if (formula.kind === "text") return includes(formula.set, value as string);
    return formula.kind === "number" ? has(formula.set, value as number) : value === true;
  };
  const truth = (formula: Formula): boolean | undefined => {
    if (!known.has(formula)) known.set(formula, read(formula));
    return known.get(formula);
  };
  return truth(root);
}
