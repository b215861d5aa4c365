import type { Span } from "../../text/span.ts";
import { Budget } from "../solver/budget.ts";
import { type Formula, not } from "../solver/formula.ts";
import { kept } from "../solver/kept.ts";
import type { Findings } from "./findings.ts";
import type { GroupVisit } from "./group-visit.ts";
import {
  type Assumption,
  bareKey,
  type Finding,
  type Meant,
  meaningIn,
  opposite,
  otherTruth,
  type Part,
  type Truth,
} from "./part.ts";
import { Questions, reduce } from "./questions.ts";

/** How a language adapts the comparison of conditions. */
export interface ComparisonRules<Node> {
  /** Whether a condition says nothing about another one, or what contains it, although both are about the same value. */
  readonly isApart?: (one: Node, other: Node) => boolean;
  /** Whether a condition that is equivalent to another repeats it. */
  readonly isRepeated?: (later: Node, earlier: Node) => boolean;
}

/** The budget for one text: a few milliseconds at most. */
const oneValueWork = 60_000;

/** The maximum number of conditions on one value that are compared with each other. Beyond it, only equal ones are found. */
const maxCompared = 30;

/** Finds what follows from conditions on one value. */
export class OneValue<Node extends Span> {
  private readonly budget = new Budget(oneValueWork);
  private readonly pairs = new Map<readonly Part<Node>[], readonly Finding<Node>[]>();

  constructor(
    private readonly findings: Findings<Node>,
    private readonly rules: ComparisonRules<Node>,
  ) {}

  /** The truth of a condition that is always, or never, true. */
  truthOf(part: Part<Node>): Truth | undefined {
    if (!part.isKnown || part.isOpen || part.isOdd || part.meanings.every(isOpen)) return undefined;
    if (part.operands && this.canceled(part.operands).length > 0) return undefined;
    const questions = this.questions(meaningIn);
    if (questions.isContradiction({ part, isTrue: true })) return "never";
    return questions.isContradiction({ part, isTrue: false }) ? "always" : undefined;
  }

  /** The operands of an `xor` that mean the same as an earlier one. */
  canceled(operands: readonly Part<Node>[]): readonly Finding<Node>[] {
    return kept(this.pairs, operands, () => this.findPairs(operands));
  }

  private findPairs(operands: readonly Part<Node>[]): readonly Finding<Node>[] {
    const found: Finding<Node>[] = [];
    const left = new Set<Part<Node>>();
    const areEqual = this.equality(operands);
    for (const part of operands) {
      const beside = [...left].find((it) => areEqual(it, part));
      if (beside) found.push({ kind: "canceled", part, beside });
      // A third one is not a duplicate.
      if (beside) left.delete(beside);
      else left.add(part);
    }
    return found;
  }

  /** Compares parts by their keys, or by their meaning if they are about the same value. */
  private equality(parts: readonly Part<Node>[]): (a: Part<Node>, b: Part<Node>) => boolean {
    const keys = new Map(parts.map((it) => [it, it.key]));
    const questions = this.questions(meaningIn);
    const implies = (one: Part<Node>, other: Part<Node>) =>
      questions.isContradiction({ part: one, isTrue: true }, { part: other, isTrue: false });
    return (a, b) => {
      const key = keys.get(a);
      if (key !== undefined && key === keys.get(b)) return true;
      if (!isCompared(a) || a.valueKey !== b.valueKey || !isCompared(b)) return false;
      return implies(a, b) && implies(b, a);
    };
  }

  /** Compares conditions on one value, of which the last ones are in the group, and the others around it. */
  compare(list: readonly Assumption<Node>[], place: GroupVisit<Node>): void {
    const first = list.findIndex((it) => it.parent === place.parent);
    const outer = list.slice(0, first).filter((it) => !this.findings.isSettled(it.part));
    const own = list.slice(first);
    const { isApart } = this.rules;
    const [some] = own;
    if (!some || !isApart) {
      this.compareAll(own, outer, place);
      return;
    }
    // Parts on the two sides of a hole are compared separately.
    const areApart = (a: Node, b: Node) => isApart(a, b) || isApart(b, a);
    const later = own.filter((it) => areApart(some.part.node, it.part.node));
    const near = own.filter((it) => !later.includes(it));
    const known = outer.filter((it) => !isApart(it.part.node, some.part.node));
    this.compareAll(near, known, place);
    if (later[0] && this.budget.spend(list.length)) this.compare([...outer, ...later], place);
  }

  private compareAll(
    own: readonly Assumption<Node>[],
    outer: readonly Assumption<Node>[],
    place: GroupVisit<Node>,
  ): void {
    const all = [...outer, ...own];
    if (all.length < 2) return;
    if (all.length > maxCompared || this.budget.isSpent) {
      this.repeated(own, outer, place);
      return;
    }
    const isPresent = place.parent.logical === "or" ? own[0]?.part.isPresent : undefined;
    const questions = this.questions(comparedMeaning);
    let known = outer;
    let left = own;
    while (questions.isContradiction(...known, ...left)) {
      const core = questions.fewest([...known, ...left]);
      // Conclusions from several outer conditions are found around the group, too. The others are compared with each other
      // only.
      if (!this.clash(left, core, place)) {
        if (known.length === 0) break;
        known = [];
      }
      left = left.filter((it) => !this.findings.isSettled(it.part));
    }
    reduce(left, {
      questions: () => questions,
      isSettled: (it) => this.findings.isSettled(it.part),
      othersOf: (it) => [...known, ...left].filter((other) => other !== it),
      found: (it, by) => this.implied(it, by, place, this.isRepeated(it, by, questions)),
    });
    if (isPresent) this.unlessMissing(left, isPresent, place, questions);
  }

  /** The conditions of an `or` may together be true of every value, but not of a missing one. */
  private unlessMissing(
    own: readonly Assumption<Node>[],
    isPresent: Formula,
    { parent, isDecided }: GroupVisit<Node>,
    questions: Questions<Item<Node>>,
  ): void {
    const left = own.filter((it) => !this.findings.isSettled(it.part));
    if (left.length < 2 || isDecided) return;
    const present = { part: { meanings: [isPresent] }, isTrue: true };
    if (!questions.isContradiction(...left, present)) return;
    const members = left.map((it) => it.part);
    const clash = { kind: "clash", truth: "always", parent, members } as const;
    this.findings.add({ ...clash, isWhole: false, unlessMissing: true });
  }

  private questions(
    meaningOf: (item: Item<Node>, index: number) => Formula,
  ): Questions<Item<Node>> {
    const { budget } = this;
    return new Questions({ meaningOf: ({ part }, index) => meaningOf(part, index), budget });
  }

  /** Finds equal conditions without questions. */
  private repeated(
    own: readonly Assumption<Node>[],
    outer: readonly Assumption<Node>[],
    place: GroupVisit<Node>,
  ): void {
    const byKey = new Map<string, Assumption<Node>>();
    for (const it of outer) if (it.part.key !== undefined) byKey.set(it.part.key, it);
    for (const it of own) {
      const { key } = it.part;
      if (key === undefined) continue;
      const other = byKey.get(key);
      if (other) this.implied(it, [other], place, this.mayRepeat(it, other));
      else byKey.set(key, it);
    }
  }

  /** Conditions that contradict each other, or a known one. Returns false for other contradictions. */
  private clash(
    own: readonly Assumption<Node>[],
    core: readonly Assumption<Node>[],
    place: GroupVisit<Node>,
  ): boolean {
    const { parent, decides, decisive: truth } = place;
    const members = core.filter((it) => it.parent === parent);
    const [last] = members.slice(-1);
    const [by, second] = core;
    if (!last || !by) return false;
    if (members.length === core.length) {
      // Parts after a contradiction are not compared.
      for (const it of own.slice(own.indexOf(last))) this.findings.settle(it.part);
      const parts = members.map((it) => it.part);
      this.findings.add({ kind: "clash", truth, parent, members: parts, isWhole: decides[truth] });
    } else if (second === last) {
      this.findings.add({ kind: "decided", truth, part: last.part, parent, by: [by] });
    } else return false;
    place.decide(last.part, truth);
    return true;
  }

  /** A condition that others imply. */
  private implied(
    { part, parent }: Assumption<Node>,
    by: readonly Assumption<Node>[],
    place: GroupVisit<Node>,
    isRepeated: boolean,
  ): void {
    const [first, second] = by;
    if (!first) return;
    if (first.parent === parent || second) {
      this.findings.add({ kind: "redundant", part, parent, by, isRepeated });
      return;
    }
    const truth = otherTruth(place.decisive);
    place.decide(part, truth);
    this.findings.add({ kind: "decided", truth, part, parent, by: [first] });
  }

  private isRepeated(
    it: Assumption<Node>,
    [other, second]: readonly Assumption<Node>[],
    questions: Questions<Item<Node>>,
  ): boolean {
    if (!other || second || other.parent !== it.parent) return false;
    return this.mayRepeat(it, other) && questions.isContradiction(it, opposite(other));
  }

  private mayRepeat(
    { part: later }: Assumption<Node>,
    { part: earlier }: Assumption<Node>,
  ): boolean {
    return this.rules.isRepeated?.(later.node, earlier.node) !== false;
  }
}

/** The subject of a claim: a condition, or the presence of its value. */
type Item<Node> = Part<Node> | Meant;

/** Whether a condition is compared with others on the same value, and not only with equal ones. */
function isCompared<Node>({ valueKey, isOdd }: Part<Node>): boolean {
  return valueKey !== undefined && !isOdd;
}

/** The same for conditions that are compared with each other. Undefined if it is compared with none. */
export function comparedKey<Node>(part: Part<Node>): string | undefined {
  if (!part.isKnown) return undefined;
  if (isCompared(part)) return part.valueKey;
  return part.key === undefined ? undefined : `= ${bareKey(part.key)}`;
}

const unknownCondition: Formula = { kind: "flag", variable: "" };

/** A condition that is only known by its key is a flag, and its opposite the negation of the flag. */
function comparedMeaning<Node>(item: Item<Node>, index: number): Formula {
  if (!("node" in item) || isCompared(item)) return meaningIn(item, index);
  return item.key?.startsWith("!") ? not(unknownCondition) : unknownCondition;
}

/** Whether it is obvious that a condition is true of some values and false of others. */
function isOpen(formula: Formula): boolean {
  if (formula.kind === "not") return isOpen(formula.part);
  return formula.kind === "flag" || (formula.kind === "text" && !!formula.set.members?.length);
}
