import type { Witness } from "../core/meaning/meaning.ts";
import { and, type Formula, iff, not, or } from "../core/solver/formula.ts";
import { type Assumed, assumedWitness } from "./assumed.ts";
import type { Clause } from "./clauses.ts";
import { allowed, type Mark, type Noticed } from "./effects.ts";
import type { Questions } from "./questions.ts";
import { allowedWith, type Outcome, type Setting, type Side } from "./side.ts";

/** A pair of outcomes that some requests have before and after. */
export interface Difference {
  readonly from: Outcome | Setting;
  readonly to: Outcome | Setting;
  /** Undefined if it is not known whether there is such a request. */
  readonly witness: Witness | undefined;
  /** The rules that decide, or those that are to blame. */
  readonly because: readonly Clause[];
  /** A request if rules of which nothing is known do not match it. */
  readonly assumed?: Assumed | undefined;
}

export interface Differences {
  readonly found: readonly Difference[];
  /** Whether it is proved that there are no others. */
  readonly isComplete: boolean;
}

interface OutcomePair {
  readonly from: Outcome;
  readonly to: Outcome;
}

type MaybePair = { readonly [side in keyof OutcomePair]: Outcome | undefined };

/** More pairs of outcomes say nothing to a reader. */
const mostPairs = 60;

/** More sets of marks that cannot be excluded say nothing, either. */
const mostSets = 8;

/** A rule that differs, on its own side. */
export interface Changed {
  readonly clause: Clause;
  readonly own: Side;
  readonly other: Side;
  /** The requests that it matches, and for which it differs. */
  readonly start: Formula;
  /** The requests among these that it acts on. */
  readonly base: Formula;
}

/** How a rule differs: not at all, entirely, or only in when it matches from its other version, whose place is the same. */
export type Changes = (clause: Clause) => "unchanged" | "changed" | Clause;

/**
 * The requests whose outcomes differ. If the rules that did not change keep their order, then of any such request a changed rule
 * decides on one of the sides: otherwise the first rule that ends the evaluation would be the same on both. So the solver is
 * asked about the requests that each changed rule acts on.
 */
export function differencesOf(
  before: Side,
  after: Side,
  changes: Changes,
  questions: Questions,
): Differences {
  return new Search(before, after, questions).run(changes);
}

/** The rules that differ, on both sides. */
export function changedIn(before: Side, after: Side, changes: Changes): readonly Changed[] {
  return [
    { own: after, other: before },
    { own: before, other: after },
  ].flatMap(({ own, other }) =>
    own.clauses.flatMap((clause): Changed[] => {
      const change = changes(clause);
      if (change === "unchanged") return [];
      // For a request that both versions match, nothing differs.
      const { formula } = clause.when;
      const start = change === "changed" ? formula : and(formula, not(change.when.formula));
      return [{ clause, own, other, start, base: and(start, own.acts(clause)) }];
    }),
  );
}

/** Whether a request that the rule acts on, and for which it differs, may have another outcome on the other side. */
export function hasEffect(changed: Changed, questions: Questions): boolean {
  const { clause, own, other, start, base } = changed;
  const { ends, settings, marks } = clause.effect;
  const end = ends?.key ?? allowed.key;
  const isAllowed = (key: string) => key === allowed.key;
  const isMarked = ends
    ? markedOtherwise(own, other)
    : or(...marks.map(({ key }) => not(other.hasMark(key))));
  const effects = [
    ...(ends ? [other.endsWith((it) => it !== end)] : []),
    ...(end === allowed.key && (ends || marks.length > 0)
      ? [and(...[own, other].map((it) => it.endsWith(isAllowed)), isMarked)]
      : []),
    ...[...settings].map(([setting, { key }]) =>
      and(
        own.isLast(clause, setting),
        other.sets(setting, (it) => it !== key),
      ),
    ),
  ];
  return effects.length > 0 && questions.isPossible(and(base, or(...effects)), start);
}

/** Of requests that both sides allow: with other marks. */
function markedOtherwise(own: Side, other: Side): Formula {
  const keys = new Set([...own.marks.keys(), ...other.marks.keys()]);
  return or(...[...keys].map((it) => not(iff(own.hasMark(it), other.hasMark(it)))));
}

class Search {
  private readonly found = new Map<string, Difference>();
  private isComplete = true;

  constructor(
    private readonly before: Side,
    private readonly after: Side,
    private readonly questions: Questions,
  ) {}

  run(changes: Changes): Differences {
    for (const it of changedIn(this.before, this.after, changes)) {
      this.outcomes(it);
      for (const setting of it.clause.effect.settings.keys()) this.settings(it, setting);
    }
    return { found: [...this.found.values()], isComplete: this.isComplete };
  }

  private outcomes(changed: Changed): void {
    const { ends, marks } = changed.clause.effect;
    if (ends && ends.key !== allowed.key) this.blocking(changed, ends);
    else if (ends || marks.length > 0) this.allowing(changed, ends !== undefined);
  }

  /** The rule ends the evaluation with something else than leave to go on. */
  private blocking({ clause, own, other, start, base }: Changed, end: Noticed): void {
    const ask = (isOne: (key: string) => boolean): "none" | "unknown" | "found" => {
      const found = this.pairsWith(own, end.key).map((it) => it.other);
      const isNew = (key: string) =>
        isOne(key) && !found.some((it) => it.key === key && it.end.key !== allowed.key);
      const marked = found.filter((it) => it.end.key === allowed.key);
      const others = other.endsWith((it) => isNew(it) && it !== allowed.key);
      const isMarked = or(...marked.map((it) => other.hasMarks(it)));
      const isAllowed = and(
        other.endsWith((it) => it === allowed.key),
        not(isMarked),
      );
      if (!isOne(allowed.key) || marked.length === 0)
        return this.ask(and(base, other.endsWith(isNew)), start);
      return this.ask(and(base, or(others, isAllowed)), start);
    };
    const isOther = (key: string) => key !== end.key;
    const result = this.all(() => ask(isOther));
    if (result === "none") return;
    // Which of the outcomes are possible can still be known.
    for (const key of other.ends.keys()) {
      if (!isOther(key) || this.all(() => ask((one) => one === key)) === "none") continue;
      const isIt = other.endsWith((one) => one === key);
      this.undecided([end.key, key], { own, other, clause, start, question: and(base, isIt) });
    }
  }

  /** The rule ends the evaluation with leave to go on, or marks the request. */
  private allowing({ clause, own, other, start, base }: Changed, isEnd: boolean): void {
    const isAllowed = (key: string) => key === allowed.key;
    const mine = and(base, own.endsWith(isAllowed));
    const theirs = other.endsWith(isAllowed);
    const marks = isEnd
      ? markedOtherwise(own, other)
      : or(...clause.effect.marks.map(({ key }) => not(other.hasMark(key))));
    const ask = (end: string, part: Formula) => {
      const known = this.witnessed().flatMap(({ from, to }) => {
        const [one, another] = own === this.before ? [from, to] : [to, from];
        if (!isAllowed(one.end.key) || another.end.key !== end) return [];
        const second = isAllowed(end) ? [other.hasMarks(another)] : [];
        return [not(and(own.hasMarks(one), ...second))];
      });
      return this.ask(and(mine, part, ...known), start);
    };
    if (this.all(() => ask(allowed.key, and(theirs, marks))) !== "none") {
      const asked = { own, other, clause, start, question: and(mine, theirs, marks) };
      this.undecided([allowed.key, allowed.key], asked);
    }
    if (!isEnd) return;
    for (const key of other.ends.keys()) {
      if (isAllowed(key)) continue;
      const isIt = other.endsWith((one) => one === key);
      if (this.all(() => ask(key, isIt)) === "none") continue;
      this.undecided([allowed.key, key], { own, other, clause, start, question: and(mine, isIt) });
    }
  }

  /** Asks until there are no other pairs. */
  private all(ask: () => "none" | "unknown" | "found"): "none" | "unknown" {
    for (;;) {
      if (this.questions.isSpent) return "unknown";
      const answer = ask();
      if (answer !== "found") return answer;
      if (this.found.size < mostPairs) continue;
      this.isComplete = false;
      return "none";
    }
  }

  private ask(question: Formula, start: Formula): "none" | "unknown" | "found" {
    const witness = this.questions.findVisible(question, start, (it) => {
      const pair = this.outcomesOf(it);
      if (pair.from && pair.to) return this.isNew(pair);
      return { open: this.openOf(it).map((one) => one.when.formula) };
    });
    if (witness === "impossible") return "none";
    if (witness === "unknown") return "unknown";
    const { from, to } = this.outcomesOf(witness);
    if (!from || !to) return "unknown";
    this.found.set(pairKey(from, to), { from, to, witness, because: [...from.by, ...to.by] });
    return "found";
  }

  /** Adds the pairs of whole outcomes with these ends that cannot be excluded. */
  private undecided(
    [mine, theirs]: readonly [own: string, other: string],
    asked: Unanswered,
  ): void {
    const { own, other, question, start } = asked;
    for (const one of this.possible(own, mine, question, start))
      for (const another of this.possible(
        other,
        theirs,
        and(question, own.hasOutcome(one)),
        start,
      )) {
        const whole = and(question, own.hasOutcome(one), other.hasOutcome(another));
        this.addUnknown(one, another, { ...asked, question: whole });
      }
  }

  /** The outcomes with an end that a question allows. Of those that are allowed, each set of marks is another one. */
  private possible(side: Side, end: string, question: Formula, start: Formula): readonly Outcome[] {
    const it = side.ends.get(end) ?? allowed;
    if (end !== allowed.key) return [{ end: it, marks: [], key: end, by: [] }];
    let rows: { readonly marks: readonly Mark[]; readonly formula: Formula }[] = [
      { marks: [], formula: question },
    ];
    for (const [key, mark] of side.marks) {
      const has = side.hasMark(key);
      rows = rows.flatMap(({ marks, formula }) =>
        [
          { marks, formula: and(formula, not(has)) },
          { marks: [...marks, mark], formula: and(formula, has) },
        ].filter((one) => this.questions.isSpent || this.questions.isPossible(one.formula, start)),
      );
      if (rows.length <= mostSets) continue;
      this.isComplete = false;
      return [allowedWith([], [])];
    }
    return rows.map(({ marks }) => allowedWith(marks, []));
  }

  private openOf(witness: Witness): readonly Clause[] {
    return [this.before, this.after].flatMap((side) => side.openOf(witness));
  }

  private outcomesOf(witness: Witness, ignoresOpenMarks = false): MaybePair {
    const [from, to] = [this.before, this.after].map((it) =>
      it.outcomeOf(witness, ignoresOpenMarks),
    );
    return { from, to };
  }

  private isNew({ from, to }: MaybePair): boolean {
    if (!from || !to || from.key === to.key || differInUnknown(from, to)) return false;
    return !this.found.get(pairKey(from, to))?.witness;
  }

  private witnessed(): readonly OutcomePair[] {
    return [...this.found.values()].flatMap(({ from, to, witness }) =>
      "setting" in from || "setting" in to || !witness ? [] : [{ from, to }],
    );
  }

  /** The outcomes of the other side that were found with an end of this one. */
  private pairsWith(own: Side, key: string): readonly { readonly other: Outcome }[] {
    return this.witnessed().flatMap(({ from, to }) => {
      const [mine, other] = own === this.before ? [from, to] : [to, from];
      return mine.end.key === key ? [{ other }] : [];
    });
  }

  private addUnknown(mine: Outcome | Setting, theirs: Outcome | Setting, asked: Unanswered): void {
    const { own, clause } = asked;
    const [from, to] = own === this.before ? [mine, theirs] : [theirs, mine];
    const key = pairKey(from, to);
    const known = this.found.get(key);
    if (known?.witness || keyOf(from) === keyOf(to)) return;
    const { before, after, questions } = this;
    const assumed =
      known?.assumed ??
      (questions.isSpent
        ? undefined
        : (assumedWitness([before, after], [from, to], asked, questions) ??
          this.openWitness(key, asked)));
    const because = [...new Set([...(assumed?.unless ?? []), ...(known?.because ?? []), clause])];
    this.found.set(key, { from, to, witness: undefined, because, assumed });
    if (this.found.size > mostPairs) this.isComplete = false;
  }

  /** A request with these outcomes, if rules of which the evaluator does not know whether they match it do not. */
  private openWitness(key: string, { question, start }: Unanswered): Assumed | undefined {
    const isIt = ({ from, to }: MaybePair) => from && to && pairKey(from, to) === key;
    const answer = this.questions.find(question, start, (it) => !!isIt(this.outcomesOf(it, true)));
    if (typeof answer !== "object") return undefined;
    const unless = this.openOf(answer);
    return unless.length > 0 ? { witness: answer, unless } : undefined;
  }

  /** The rule is the last that sets something. */
  private settings({ clause, own, other, start, base }: Changed, setting: string): void {
    const value = clause.effect.settings.get(setting);
    if (!value) return;
    const isLast = own.isLast(clause, setting);
    const values = new Map<string | undefined, Noticed | undefined>([[undefined, undefined]]);
    for (const { effect } of other.clauses) {
      const it = effect.settings.get(setting);
      if (it) values.set(it.key, it);
    }
    for (const [key, theirs] of values) {
      if (key === value.key) continue;
      const [mine, its]: readonly [Setting, Setting] = [
        { setting, value },
        { setting, value: theirs },
      ];
      const [from, to] = own === this.before ? [mine, its] : [its, mine];
      if (this.found.get(pairKey(from, to))?.witness) continue;
      const isUnknown = value.isUnknown || theirs?.isUnknown;
      const question = and(
        base,
        isLast,
        other.sets(setting, (it) => it === key),
      );
      const answer = this.questions.findVisible(question, start, (it) => {
        const [one, another] = [own.valueOf(setting, it), other.valueOf(setting, it)];
        return !isUnknown && one?.value?.key === value.key && another?.value?.key === key;
      });
      if (answer === "impossible") continue;
      const witness = typeof answer === "object" ? answer : undefined;
      if (!witness) {
        this.addUnknown(mine, its, { own, other, clause, start, question });
        continue;
      }
      const sides = [this.before, this.after];
      const because = sides.flatMap((it) => it.valueOf(setting, witness)?.by ?? []);
      this.found.set(pairKey(from, to), { from, to, witness, because });
    }
  }
}

/** A question about a rule that has no answer. */
interface Unanswered extends Pick<Changed, "clause" | "own" | "other" | "start"> {
  readonly question: Formula;
}

/** Whether a part that only one of two outcomes has is not known: then they may be the same. */
function differInUnknown(from: Outcome, to: Outcome): boolean {
  const [was, is] = [from, to].map(({ end, marks }) => [end, ...marks]);
  const only = (all: readonly Noticed[] = [], others: readonly Noticed[] = []) =>
    all.filter((it) => !others.some((one) => one.key === it.key));
  return [...only(was, is), ...only(is, was)].some((it) => it.isUnknown);
}

function pairKey(from: Outcome | Setting, to: Outcome | Setting): string {
  return JSON.stringify([keyOf(from), keyOf(to)]);
}

function keyOf(it: Outcome | Setting): string {
  return "setting" in it ? JSON.stringify([it.setting, it.value?.key]) : it.key;
}
