import type { Meaning, Witness } from "../core/meaning/meaning.ts";
import { type Found as AnyFound, type Example, findWitness } from "../core/meaning/relation.ts";
import { Budget } from "../core/solver/budget.ts";
import { and, atomsIn, type Formula, never, not, or } from "../core/solver/formula.ts";
import { type SolverResult, solve } from "../core/solver/solve.ts";
import type { Clause } from "./clauses.ts";
import type { Condition } from "./conditions.ts";
import { type Leaves, violated } from "./violated.ts";

type Found<Request> = Exclude<AnyFound<Request>, "possible">;

/** Less than a second, also with many regexes; most reviews need a tenth. */
const reviewWork = 1_000_000;
const questionWork = 600_000;

/** How many examples of a question are tried. */
const mostTried = 100;

/** To build a question and to try an example, for each condition. */
const tryWork = 10;

/** How often the same example may be wrong: each time, the solver gets more of the question. */
const mostTimes = 4;

const none: ReadonlySet<Formula> = new Set();

/**
 * Asks the solver about requests that two versions of a ruleset treat differently. A question is about hundreds of rules, and
 * the evaluator tries an example on all of them quickly: so the solver gets only those parts of a question that examples were
 * wrong about. If a part of a question is impossible, so is the whole.
 */
export class Questions {
  private readonly budget: Budget;
  private readonly conditions = new Map<Formula, Condition>();

  constructor(
    /** The meaning of any rule, for what all of them have in common. */
    private readonly any: Meaning,
    /** The rule of another ruleset that answers, so that a visitor sees no difference. */
    private readonly hidingRule: (witness: Witness) => Condition | undefined,
    private readonly work = reviewWork,
  ) {
    this.budget = new Budget(work);
  }

  /** The work so far. */
  get spent(): number {
    return this.work - this.budget.remaining;
  }

  /** Whether no further question has an answer. */
  get isSpent(): boolean {
    return this.budget.isSpent;
  }

  /** The rules that questions are made of. */
  know(clauses: readonly Pick<Clause, "when">[]): void {
    for (const { when } of clauses) this.conditions.set(when.formula, when);
  }

  /**
   * A request for which a question is true, and which `judge` accepts. `start` is a part of the question. The evaluator does
   * not know whether the conditions that are assumed to be false are.
   */
  find(
    question: Formula,
    start: Formula,
    judge: Judge,
    assumed: ReadonlySet<Formula> = none,
  ): Found<Witness> {
    const asked = new Asked(start);
    const accepts = (it: Witness) => (this.problemOf(question, it, assumed) ?? judge(it)) === true;
    const counts = new Map<Formula, number>();
    const seen = new Map<string, number>();
    // If the examples cannot occur, only examples that can are of interest.
    let isUsual = false;
    for (let tried = 0; tried < mostTried; tried++) {
      // All conditions are tried on an example, and a question is made of all of them.
      if (!this.budget.spend(tryWork * this.conditions.size)) return "unknown";
      const facts = this.factsOf(asked, isUsual);
      const answer = solve(and(asked.formula, ...facts), this.part(1 / 4));
      if (answer.kind === "impossible") {
        if (!asked.backtrack()) return isUsual ? "unknown" : "impossible";
        continue;
      }
      if (answer.kind === "unknown") return "unknown";
      const witnesses = this.any.witnesses(answer.values);
      const isTrue = (it: Witness) => this.problemOf(question, it, assumed, counts) ?? judge(it);
      const problems = witnesses.map(isTrue);
      if (problems.includes(true)) {
        const found = this.usual(asked.formula, accepts, facts, answer);
        if (found !== "unknown" || isUsual) return found;
        isUsual = true;
        continue;
      }
      // The last one has the values of the example, or the closest ones.
      const last = witnesses.at(-1);
      const problem = isRepeated(last, seen)
        ? this.notInRequest(last, answer.values)
        : problems.at(-1);
      if (typeof problem !== "object" || !asked.add(problem)) break;
    }
    return this.usual(asked.formula, accepts, this.factsOf(asked));
  }

  /** The same, preferably a request that a visitor gets another answer to. */
  findVisible(question: Formula, start: Formula, judge: Judge): Found<Witness> {
    const first = this.find(question, start, judge);
    let found = first;
    let hidden: Formula = never;
    for (let tried = 0; tried < mostHidden; tried++) {
      const witness = typeof found === "object" ? found : undefined;
      const rule = witness && this.hidingRule(witness);
      if (!witness || !rule) return witness ? found : first;
      this.conditions.set(rule.formula, rule);
      hidden = or(hidden, rule.formula);
      found = this.find(and(question, not(hidden)), and(start, not(hidden)), judge);
    }
    return first;
  }

  /** Whether there may be a request for which a question is true. */
  isPossible(question: Formula, start: Formula): boolean {
    return this.find(question, start, () => true) !== "impossible";
  }

  private usual(
    asked: Formula,
    accepts: (witness: Witness) => boolean,
    facts: readonly Formula[],
    answer?: SolverResult,
  ): Found<Witness> {
    const terms = this.termsIn([asked]);
    const { any: maker, part: budget } = this;
    const found = findWitness<Witness>(asked, { maker, terms, facts, accepts, answer, budget });
    return found === "possible" ? "unknown" : found;
  }

  /** A part of the question that is not true of the request, or that it leaves open. */
  private problemOf(
    question: Formula,
    witness: Witness,
    assumed: ReadonlySet<Formula>,
    counts = new Map<Formula, number>(),
  ): Problem | undefined {
    const known = new Map<Formula, boolean | undefined>();
    const leaves: Leaves = {
      has: (it) => this.conditions.has(it),
      truthOf: (it) => {
        const isAssumed = assumed.has(it);
        if (!known.has(it))
          known.set(it, isAssumed ? false : this.conditions.get(it)?.matches(witness));
        return known.get(it);
      },
    };
    return violated(question, leaves, counts);
  }

  /** The conditions that are true for the solver only: the request does not have the values that they need. */
  private notInRequest(witness: Witness, values: Example): Problem {
    const isAssumed = (it: Formula) =>
      atomsIn(it).some((atom) => atom.kind === "flag" && values.get(atom.variable) === true);
    const untrue = [...this.conditions].filter(([, it]) => it.matches(witness) === false);
    return { open: untrue.map(([formula]) => formula).filter(isAssumed) };
  }

  private factsOf({ formula }: Asked, isUsual = false): readonly Formula[] {
    const terms = this.termsIn([formula]);
    return [...this.any.facts(terms), ...((isUsual && this.any.usual?.(terms)) || [])];
  }

  private termsIn(formulas: readonly Formula[]): readonly unknown[] {
    const found = new Set<Meaning>();
    const seen = new Set<Formula>();
    const visit = (it: Formula): void => {
      if (seen.has(it)) return;
      seen.add(it);
      const condition = this.conditions.get(it);
      if (condition) for (const one of condition.meanings) found.add(one);
      else if ("parts" in it) it.parts.forEach(visit);
      else if ("part" in it) visit(it.part);
    };
    formulas.forEach(visit);
    return [...found].flatMap((it) => it.terms);
  }

  private readonly part = (share: number): Budget => this.budget.within(questionWork * share);
}

function isRepeated(it: Witness | undefined, seen: Map<string, number>): it is Witness {
  const text = JSON.stringify(it);
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  return it !== undefined && times > mostTimes;
}

/** Why an example is rejected. */
export type Problem =
  /** Part of the question. */
  | { readonly part: Formula }
  /** The example leaves these open. */
  | { readonly open: readonly Formula[] };

/** Whether a request is one, or what it leaves open. */
export type Judge = (witness: Witness) => boolean | Problem;

/** The part of a question that the solver has got so far. */
class Asked {
  private readonly parts: Formula[];
  /** The parts that examples left open: first none of them is to be true, then some. */
  private readonly choices: { readonly open: readonly Formula[]; isTrue: boolean }[] = [];

  constructor(start: Formula) {
    this.parts = [start];
  }

  get formula(): Formula {
    const chosen = this.choices.map(({ open, isTrue }) =>
      isTrue ? or(...open) : not(or(...open)),
    );
    return and(...this.parts, ...chosen);
  }

  /** False if the solver has got it already. */
  add(problem: Problem): boolean {
    if ("part" in problem) {
      this.parts.push(problem.part);
      return true;
    }
    const known = new Set(this.choices.flatMap((it) => (it.isTrue ? [] : it.open)));
    const some = this.choices.filter((it) => it.isTrue).length;
    const open = problem.open.filter((it) => !known.has(it));
    if (open.length === 0 || some > mostChoices) return false;
    this.choices.push({ open, isTrue: false });
    return true;
  }

  /** Takes the other reading of the last choice that has one. */
  backtrack(): boolean {
    for (;;) {
      const last = this.choices.pop();
      if (!last) return false;
      if (last.isTrue) continue;
      this.choices.push({ open: last.open, isTrue: true });
      return true;
    }
  }
}

const mostChoices = 12;

/** How often another witness is sought. */
const mostHidden = 4;
