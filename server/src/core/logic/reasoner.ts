import type { Span } from "../../text/span.ts";
import { kept } from "../solver/kept.ts";
import { confirmedFindings, type PartEvaluation } from "./confirmed.ts";
import { Findings, isWhole } from "./findings.ts";
import { type Decides, GroupVisit } from "./group-visit.ts";
import { type ComparisonRules, comparedKey, OneValue } from "./one-value.ts";
import {
  type Assumption,
  type Finding,
  isSingle,
  otherTruth,
  type Part,
  type Truth,
} from "./part.ts";
import { alike, related, relevantIn } from "./related.ts";
import { isSearchable, type Premises, Search } from "./search.ts";

/** A language's knowledge about its text. */
export interface Reasoning<Node> extends ComparisonRules<Node>, Premises {
  /** Whether all of the text was read, so that any of its parts can be related. */
  readonly isComplete: boolean;
  /** Whether the text is part of another one, so that nothing can be concluded about all of it. */
  readonly isExtended?: boolean;
  /** Whether findings are not reported. */
  readonly isSilent?: (finding: Finding<Node>) => boolean;
  /** Undefined if the text cannot be evaluated. */
  readonly evaluation?: (() => PartEvaluation<Node>) | undefined;
}

/**
 * Conclusions from the parts of a text. Findings that decide the whole text, and findings from more than conditions on one
 * value, are evaluated in addition.
 */
export function findingsIn<Node extends Span>(
  root: Part<Node>,
  reasoning: Reasoning<Node>,
): readonly Finding<Node>[] {
  const { isComplete, isExtended, isSilent, evaluation } = reasoning;
  const findings = new Findings<Node>();
  const search =
    isComplete && isSearchable(root) ? new Search(root, findings, reasoning) : undefined;
  const decides = { never: !isExtended, always: !isExtended };
  new Reasoner(findings, new OneValue(findings, reasoning), search).visit(root, [], decides);
  search?.finish();
  const compared = findings.compared.filter((it) => !isSilent?.(it));
  const searched = findings.unreported(compared);
  if (!evaluation) return [...compared, ...searched];
  const tried = [...compared.filter(isWhole), ...searched];
  const confirmed = confirmedFindings(tried, root, evaluation);
  return [...compared.filter((it) => !isWhole(it)), ...confirmed];
}

/** The known assumptions around a part. Undefined if nothing more is to be searched for there. */
type Around<Node> = readonly Assumption<Node>[] | undefined;

/**
 * Visits each group once. Inside an `and`, each part can assume that the others are true; inside an `or`, that the others are
 * false, because a true one would have decided already. So an `or` is treated as an `and` of opposites, and what is known in an
 * outer group is known in inner groups too. Conditions on one value are compared first, because that gives the shortest reasons. A
 * value that occurs once costs one lookup.
 */
class Reasoner<Node extends Span> {
  /** The conditions on each value that are known at this point of the visit, outermost first. */
  private readonly known = new Map<string, Assumption<Node>[]>();

  constructor(
    private readonly findings: Findings<Node>,
    private readonly oneValue: OneValue<Node>,
    private readonly search: Search<Node> | undefined,
  ) {}

  /** The truth of the whole text, or of a part that is a text of its own. */
  visit(part: Part<Node>, around: Around<Node>, decides: Decides): Truth | undefined {
    if (part.logical) return this.group(part, around, decides);
    const truth = this.alone(part, undefined, decides);
    return this.inside(part, around, decides) ?? truth;
  }

  /** The texts inside of a condition: operands of an `xor`, and the argument of a quantifier. */
  private inside(outer: Part<Node>, around: Around<Node>, decides: Decides): Truth | undefined {
    const { operands = none, argument } = outer;
    for (const it of operands) this.visit(it, around, nothing);
    if (operands.length > 0)
      for (const it of this.oneValue.canceled(operands)) this.findings.add(it);
    if (!argument) return undefined;
    const { part, decisive, negated } = argument;
    const isWhole = decisive && !negated && decides[decisive];
    const truth = this.visit(part, around, isWhole ? { ...nothing, [decisive]: true } : nothing);
    if (!truth || truth !== decisive) return undefined;
    return negated ? otherTruth(truth) : truth;
  }

  private group(parent: Part<Node>, around: Around<Node>, decides: Decides): Truth | undefined {
    const isTrue = parent.logical === "and";
    const own = parent.parts.map((part): Assumption<Node> => ({ part, isTrue, parent }));
    const place = new GroupVisit(parent, decides);
    const lists = this.compare(own, place);
    const inner = own.filter(({ part }) => !isSingle(part));
    const search = place.isDecided ? undefined : this.search;
    const all = search && around ? relevantIn(own, around) : undefined;
    // An irrelevant part differs from all others.
    const mayRepeat = all ? inner.filter((it) => all.includes(it)) : inner;
    if (mayRepeat.length > 1) this.findRepeatedGroups(mayRepeat);
    const together = all ? related(all) : none;
    const known = search?.isContradictory(together, place) ? undefined : all;
    let isTold = false;
    for (const it of inner.toReversed()) {
      const { part } = it;
      const outside = known?.includes(it) ? known.filter((other) => other !== it) : known;
      const truth = part.logical
        ? this.group(part, outside, place.inside)
        : this.inside(part, outside, place.inside);
      if (truth) place.decide(part, truth);
      if (part.logical && truth === place.decisive) isTold = true;
    }
    for (const it of lists) it.pop();
    // Nothing may be reported about a quantifier that decides the group.
    if (known && !isTold) search?.findRedundant(own, known, together);
    return this.truthOf(place);
  }

  /** Compares the conditions of a group with each other, and with known ones. Returns the lists that they were added to. */
  private compare(
    own: readonly Assumption<Node>[],
    place: GroupVisit<Node>,
  ): readonly Assumption<Node>[][] {
    const lists: Assumption<Node>[][] = [];
    let compared: Set<Assumption<Node>[]> | undefined;
    for (const it of own) {
      if (it.part.logical || this.alone(it.part, place, place.decides)) continue;
      const key = comparedKey(it.part);
      if (key === undefined) continue;
      const list = kept(this.known, key, () => []);
      if (list.push(it) > 1) {
        compared ??= new Set();
        compared.add(list);
      }
      lists.push(list);
    }
    for (const it of compared ?? []) this.oneValue.compare(it, place);
    return lists;
  }

  /** A condition that is always or never true. */
  private alone(
    part: Part<Node>,
    place: GroupVisit<Node> | undefined,
    decides: Decides,
  ): Truth | undefined {
    const truth = this.oneValue.truthOf(part);
    if (!truth) return undefined;
    place?.decide(part, truth);
    const parent = place?.parent;
    const isWhole = (!place || truth === place.decisive) && decides[truth];
    this.findings.add({ kind: "clash", truth, parent, members: [part], isWhole });
    return truth;
  }

  /** Finds groups that are written alike. */
  private findRepeatedGroups(inner: readonly Assumption<Node>[]): void {
    const byKey = new Map<string, Assumption<Node>>();
    for (const it of alike(inner.filter(({ part }) => part.logical))) {
      const { part, parent } = it;
      const { key } = part;
      if (key === undefined) continue;
      const first = kept(byKey, key, () => it);
      if (first !== it)
        this.findings.add({ kind: "redundant", part, parent, by: [first], isRepeated: true });
    }
  }

  private truthOf(place: GroupVisit<Node>): Truth | undefined {
    const { parent, decides, isDecided, isDecidedByAll } = place;
    if (isDecided) return place.decisive;
    if (!isDecidedByAll) return undefined;
    const truth = otherTruth(place.decisive);
    this.findings.add({ kind: "clash", truth, parent, members: [], isWhole: decides[truth] });
    return truth;
  }
}

const none: readonly never[] = [];
const nothing: Decides = { never: false, always: false };
