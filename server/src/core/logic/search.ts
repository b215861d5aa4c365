import type { Span } from "../../text/span.ts";
import { Budget } from "../solver/budget.ts";
import { and, type Formula, flag, not, or } from "../solver/formula.ts";
import type { Findings } from "./findings.ts";
import type { GroupVisit } from "./group-visit.ts";
import {
  type Assumption,
  innerParts,
  isSingle,
  type ListedValue,
  meaningIn,
  type Part,
} from "./part.ts";
import { maxReasons, Questions, reduce } from "./questions.ts";
import { related } from "./related.ts";

/** A language's knowledge about all texts. */
export interface Premises {
  /** True of every line or request. */
  readonly facts: () => readonly Formula[];
  /** True as far as known: enough for a warning, but not to remove anything. */
  readonly assumptions?: () => readonly Formula[];
}

/** The budget for one text: a few milliseconds at most. */
const searchWork = 30_000;

/** In longer texts, only conditions on one value are compared. The service accepts 30 in a filter, and few rules have more. */
const maxConditions = 40;

/** Whether the parts of a text can be related: each of them is known, and there are not too many. */
export function isSearchable<Node>(root: Part<Node>): boolean {
  const left = conditionsLeft(root, maxConditions);
  return left >= 0 && left < maxConditions - 1;
}

/**
 * The number of conditions that are still allowed after the conditions of a part. Negative if there are too many, or one of
 * them is unknown.
 */
function conditionsLeft<Node>(part: Part<Node>, allowed: number): number {
  if (!part.isKnown || allowed < 0) return -1;
  if (isSingle(part)) return allowed - 1;
  return innerParts(part).reduce((left, it) => conditionsLeft(it, left), allowed);
}

/** Finds what follows from any parts of a text. Its questions change with each part that is found to be redundant. */
export class Search<Node extends Span> {
  private readonly budget = new Budget(searchWork);
  private readonly lists: (() => void)[] = [];
  /** The removals that the questions already take into account. */
  private removals = 0;
  private known: readonly Formula[] | undefined;
  private assumptions: readonly Formula[] | undefined;
  private forWarnings: Questions<Item<Node>> | undefined;
  private forRemovals: Questions<Item<Node>> | undefined;

  constructor(
    private readonly root: Part<Node>,
    private readonly findings: Findings<Node>,
    private readonly premises: Premises,
  ) {}

  /** Whether parts that are known in a group contradict each other, so that nothing else is reported about them. */
  isContradictory(
    together: readonly (readonly Assumption<Node>[])[],
    { parent, decides, decisive: truth }: GroupVisit<Node>,
  ): boolean {
    if (together.length === 0) return false;
    const all = together.map((some) =>
      some.filter((it) => it.parent === parent || this.isLeft(it)),
    );
    const claims = all.find(
      (some) => some.some((it) => it.parent === parent) && this.likely.isContradiction(...some),
    );
    if (!claims) return false;
    // A contradiction of the group's own parts is only found here.
    const own = all.map((some) => some.filter((it) => it.parent === parent));
    const core = this.likely.fewest(
      own.find((some) => this.likely.isContradiction(...some)) ?? claims,
    );
    const members = core.filter((it) => it.parent === parent);
    const [only] = members;
    // A single condition is reported on its own, and a single group inside of it.
    if (!only || core.length === 1) return !only?.part.logical;
    // Otherwise the contradiction depends on what is around the group, and is found there, too.
    if (members.length === core.length) {
      const parts = members.map((it) => it.part);
      const isWhole = decides[truth];
      const isCertain = isWhole && this.certain.isContradiction(...core);
      this.findings.addSearched({
        kind: "clash",
        truth,
        parent,
        members: parts,
        isWhole,
        isCertain,
      });
    }
    return true;
  }

  /** Finds parts of a group that are redundant beside known ones, and notes its lists for `finish`. */
  findRedundant(
    own: readonly Assumption<Node>[],
    known: readonly Assumption<Node>[],
    together: readonly (readonly Assumption<Node>[])[],
  ): void {
    if (together.length === 0 && (known === own || own.every((it) => known.includes(it)))) return;
    const left = known.filter((it) => this.isLeft(it));
    if (left.length === 0) return;
    const othersOf = (it: Assumption<Node>) => {
      const isOne = left.includes(it);
      const all = isOne ? together : related([...left, it]);
      const claims = all.find((some) => some.includes(it));
      const others = claims?.filter((other) => other !== it && this.isLeft(other)) ?? [];
      // From a contradiction follows anything.
      return isOne || !this.likely.isContradiction(...others) ? others : [];
    };
    reduce(own, {
      questions: () => this.certain,
      isSettled: (it) => !this.isLeft(it),
      othersOf,
      found: ({ part, parent }, by) =>
        this.findings.addSearched({ kind: "redundant", part, parent, by }),
    });
    this.lists.push(...own.toReversed().map((it) => () => this.findRedundantValues(it, othersOf)));
  }

  /** Finds redundant values of lists. Last, because that a whole part is redundant says more. */
  finish(): void {
    for (const examine of this.lists) examine();
  }

  private findRedundantValues(
    it: Assumption<Node>,
    othersOf: (it: Assumption<Node>) => readonly Assumption<Node>[],
  ): void {
    const { part, parent } = it;
    const values = this.isLeft(it) ? (part.list?.values ?? []) : [];
    const others = values.length > 0 ? othersOf(it) : [];
    for (const value of others.length > 0 ? values : []) {
      const isIt = { part: value, isTrue: true };
      if (!this.certain.isContradiction(...others, isIt)) continue;
      const by = this.certain.fewest(others, isIt);
      if (by.length === 0 || by.length > maxReasons) continue;
      this.findings.addSearched({ kind: "value", part, value, parent, by });
    }
  }

  private isLeft({ part }: Assumption<Node>): boolean {
    return !this.findings.isSettled(part);
  }

  /** For warnings: what was found so far is treated as removed. */
  private get likely(): Questions<Item<Node>> {
    this.assumptions ??= this.premises.assumptions?.() ?? [];
    if (this.assumptions.length + this.findings.removals === 0) return this.certain;
    this.renew();
    this.forWarnings ??= this.questions([...this.facts, ...this.assumptions], true);
    return this.forWarnings;
  }

  /** For removals: what was found so far may stay or be removed, because each fix can be applied without the others. */
  private get certain(): Questions<Item<Node>> {
    this.renew();
    this.forRemovals ??= this.questions(this.facts, false);
    return this.forRemovals;
  }

  private get facts(): readonly Formula[] {
    this.known ??= this.premises.facts();
    return this.known;
  }

  /** Findings since the last question change the meaning of the parts. */
  private renew(): void {
    const { removals } = this.findings;
    if (removals === this.removals) return;
    this.removals = removals;
    this.forWarnings = undefined;
    this.forRemovals = undefined;
  }

  private questions(facts: readonly Formula[], afterRemovals: boolean): Questions<Item<Node>> {
    return new Questions({
      meaningOf: ({ part, isTrue }, index) =>
        "index" in part
          ? meaningIn(part, index)
          : this.meaningOf(part, { isTrue, index, afterRemovals }),
      facts,
      budget: this.budget,
    });
  }

  /**
   * Omits the parts that were found redundant. If they may stay in the text, omits them only where that weakens the claim, so
   * that it is true with and without them.
   */
  private meaningOf(part: Part<Node>, claimed: Claimed): Formula {
    const { isTrue, index, afterRemovals } = claimed;
    if (part.logical) {
      const isReduced = afterRemovals || (part.logical === "and") === isTrue;
      const parts = isReduced
        ? part.parts.filter((it) => !this.findings.removed.has(it))
        : part.parts;
      return { kind: part.logical, parts: parts.map((it) => this.meaningOf(it, claimed)) };
    }
    // Nothing follows from a text that may lack some of its parts.
    if (!isSingle(part) && partsIn(part).some((it) => this.findings.removed.has(it)))
      return this.unknown(part);
    const whole = meaningIn(part, index);
    const values = this.findings.removedValues.get(part)?.map((it) => meaningIn(it, index));
    const isExcluding = values !== undefined && part.list?.isExcluding === true;
    if (!values || !(afterRemovals || isExcluding === isTrue)) return whole;
    return isExcluding ? or(whole, ...values) : and(whole, ...values.map(not));
  }

  private unknown(part: Part<Node>): Formula {
    return flag(`part ${partsIn(this.root).indexOf(part)}`);
  }
}

/** The subject of a claim. */
type Item<Node> = Part<Node> | ListedValue;

interface Claimed {
  readonly isTrue: boolean;
  /** Of the interpretation. */
  readonly index: number;
  readonly afterRemovals: boolean;
}

function partsIn<Node>(part: Part<Node>): Part<Node>[] {
  return innerParts(part).flatMap((it) => [it, ...partsIn(it)]);
}
