import { type Claim, weigh } from "./claim.ts";
import {
  decisive,
  type Facts,
  type GroupMember,
  type LogicalGroup,
  type MutableFacts,
  note,
  otherTruth,
  type Reach,
} from "./facts.ts";
import type { Truth } from "./part.ts";
import { type Comparing, contradict, excludes, implies } from "./relation.ts";

/** The maximum number of conditions on one value that are compared with each other. */
const maxCompared = 30;

/** The total budget of lookups, so that a hostile text costs no more than others. */
const maxEffort = 200_000;

/** A condition during the walk. */
export interface Entry extends GroupMember, Comparing {
  readonly home: LogicalGroup;
  /** Negated by an outer `not`. */
  readonly negated?: boolean;
  /** What the rest of the home can assume: in an `or`, the opposite of the condition. */
  readonly claim: Claim | undefined;
  /** It adds no new information. */
  spent: boolean;
}

/** The conditions on one value that are known at this point of the walk, outermost first. */
interface Subject<Known> {
  readonly entries: Known[];
  /** The home in which they contradict each other, to report it once. */
  conflict: LogicalGroup | undefined;
  fresh: boolean;
}

/** Counts the decided parts of a home. */
export interface Tally<Inner> extends Record<Truth, number> {
  parts: number;
  readonly reach: Reach;
  /** Nested groups, visited once all conditions of this home are known. */
  inner: Inner[] | undefined;
}

/**
 * Walks a text once. Inside an `and`, each part can assume that the others are true; inside an `or`, that the others are
 * false, because a true one would have decided already. So an `or` is treated as an `and` of opposites, and what is known
 * in an outer group is known in inner groups too. A value that occurs once on a path costs one lookup.
 */
export abstract class Reasoning<
  Member extends GroupMember,
  Known extends Entry & Member,
  Key,
  Inner,
> {
  private readonly known = new Map<Key, Subject<Known>>();
  /** The subjects of the conditions entered so far, to undo them in reverse order. */
  private readonly trail: Subject<Known>[] = [];
  private effort = 0;

  protected constructor(private readonly noted: MutableFacts<Facts<Member>>) {}

  /** Enters the conditions of a home, and collects its inner parts. */
  protected abstract enterParts(home: Known["home"], tally: Tally<Inner>): void;

  protected abstract lookInside(inner: Inner, reach: Reach): Truth | undefined;

  /** Called with the conditions of a home on one value if they do not contradict each other. */
  protected abstract compatible(entries: readonly Known[], home: Known["home"]): void;

  protected enterHome(home: Known["home"], reach: Reach): Truth | undefined {
    const mark = this.trail.length;
    const tally: Tally<Inner> = { parts: 0, never: 0, always: 0, reach, inner: undefined };
    this.enterParts(home, tally);
    for (let i = mark; i < this.trail.length; i++)
      this.compareConditions(this.trail[i], home, tally);
    if (tally.inner) {
      const inside = reachInside(home.logical, reach);
      for (const it of tally.inner) {
        const truth = this.lookInside(it, inside);
        if (truth) tally[truth]++;
      }
    }
    while (this.trail.length > mark) this.trail.pop()?.entries.pop();
    return this.truthOf(home, tally);
  }

  protected enter(key: Key, entry: Known, tally: Tally<Inner>): void {
    let subject = this.known.get(key);
    if (subject) {
      const { entries } = subject;
      if (entries.length > 0 && entries.length <= maxCompared) this.compare(entry, subject, tally);
      subject.fresh = true;
      entries.push(entry);
    } else {
      // Most values occur once, so the list is created with its element.
      subject = { entries: [entry], conflict: undefined, fresh: true };
      this.known.set(key, subject);
    }
    this.trail.push(subject);
  }

  /** Marks the entry as spent if it adds no new information. */
  private compare(entry: Known, subject: Subject<Known>, tally: Tally<Inner>): void {
    const { claim, home } = entry;
    if (!claim || subject.conflict === home || this.effort > maxEffort) {
      entry.spent = true;
      return;
    }
    for (const other of subject.entries) {
      const said = other.spent ? undefined : other.claim;
      if (!said || this.isApart(other, entry)) continue;
      this.effort += weigh(claim) + weigh(said);
      const beside = other.home === home;
      if (excludes(said, claim, entry)) {
        entry.spent = true;
        if (beside) this.together([other, entry], subject, tally);
        else this.noteDecided(entry, other, decisive(home.logical), tally);
        return;
      }
      if (implies(said, claim, entry)) {
        entry.spent = true;
        if (!beside) this.noteDecided(entry, other, otherTruth(decisive(home.logical)), tally);
        else {
          const kind = this.repeats(entry, other) ? "repeated" : "implied";
          note(this.noted[kind], { member: entry, beside: other });
        }
        return;
      }
      if (beside && implies(claim, said, entry)) {
        other.spent = true;
        note(this.noted.implied, { member: other, beside: entry });
      }
    }
  }

  /** Whether a condition says nothing about a later one, although both are about the same value. */
  protected isApart(_earlier: Known, _later: Known): boolean {
    return false;
  }

  /** Whether a condition that follows from another is equivalent to it. */
  protected repeats(entry: Known, other: Known): boolean {
    return !!entry.claim && !!other.claim && implies(entry.claim, other.claim, entry);
  }

  private together(members: readonly Known[], subject: Subject<Known>, tally: Tally<Inner>): void {
    const home = members[0]?.home;
    if (!home) return;
    subject.conflict = home;
    tally[decisive(home.logical)]++;
    this.decide(decisive(home.logical), members, home, tally);
  }

  private decide(
    truth: Truth,
    members: readonly Known[],
    home: Known["home"],
    { reach }: Tally<Inner>,
  ): void {
    const whole = reach[truth] ? truth : undefined;
    note(this.noted.verdicts, { truth: truthAsWritten(home, truth), members, home, whole });
  }

  private noteDecided(member: Known, by: Known, truth: Truth, tally: Tally<Inner>): void {
    tally[truth]++;
    note(this.noted.decided, { truth: truthAsWritten(member, truth), member, by });
  }

  /** Compares all conditions of a home on one value, once they are known. */
  private compareConditions(
    subject: Subject<Known> | undefined,
    home: Known["home"],
    tally: Tally<Inner>,
  ): void {
    if (!subject?.fresh) return;
    subject.fresh = false;
    const isKnown = subject.conflict === home;
    subject.conflict = undefined;
    if (isKnown || subject.entries.length < 2) return;
    const entries = subject.entries.filter((it) => it.home === home && !it.spent);
    const [first] = entries;
    if (!first || entries.length < 2 || entries.some((it) => this.isApart(first, it))) return;
    const members = this.contradiction(entries);
    if (members) this.together(members, subject, tally);
    else this.compatible(entries, home);
    subject.conflict = undefined;
  }

  /** The smallest contradicting subset of the entries. */
  private contradiction(entries: readonly Known[]): readonly Known[] | undefined {
    if (entries.length > maxCompared || !this.contradict(entries)) return undefined;
    let core = entries;
    for (const entry of entries) {
      const without = core.filter((it) => it !== entry);
      if (without.length > 1 && this.contradict(without)) core = without;
    }
    return core;
  }

  protected contradict(entries: readonly Known[], optional = entries[0]?.optional): boolean {
    const claims = entries.flatMap(({ claim }) => claim ?? []);
    this.effort += claims.reduce((sum, it) => sum + weigh(it), 0) * 2;
    if (this.effort > maxEffort || claims.length < 2) return false;
    const inAnyCase = entries[0]?.inAnyCase === true;
    return contradict(claims, { optional: optional === true, inAnyCase });
  }

  private truthOf(home: Known["home"], tally: Tally<Inner>): Truth | undefined {
    const sole = decisive(home.logical);
    if (tally[sole] > 0) return sole;
    const all = otherTruth(sole);
    if (tally.parts === 0 || tally[all] < tally.parts) return undefined;
    this.decide(all, [], home, tally);
    return all;
  }
}

/** A truth for the text as written, without outer negations. */
export function truthAsWritten({ negated }: { readonly negated?: boolean }, truth: Truth): Truth {
  return negated ? otherTruth(truth) : truth;
}

function reachInside(logical: LogicalGroup["logical"], reach: Reach): Reach {
  return logical === "and"
    ? { never: reach.never, always: false }
    : { never: false, always: reach.always };
}
