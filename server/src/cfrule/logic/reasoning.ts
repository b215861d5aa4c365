import { decisive, note, otherTruth, type Reach } from "../../core/logic/facts.ts";
import type { Truth } from "../../core/logic/part.ts";
import { Reasoning, type Tally, truthAsWritten } from "../../core/logic/reasoning.ts";
import { ownTruth } from "../../core/logic/relation.ts";
import { hasHole, holesIn } from "../../text/hole.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression, Logical, Quantifier } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import { aboutItself, type Condition, conditionOf } from "./condition.ts";
import { type LogicalGroup, type Member, noFacts, type OperandPosition } from "./facts.ts";
import { Sums } from "./fingerprints.ts";
import { Meanings } from "./meaning.ts";
import {
  effective,
  type Inner,
  isTested,
  type NodePosition,
  noReach,
  RuleEntry,
  stripGroups,
} from "./walk-state.ts";

/** Walks a rule. A `not` is moved inward to single conditions. */
export class RuleReasoning extends Reasoning<Member, RuleEntry, string, Inner> {
  readonly facts;
  private readonly meanings: Meanings;
  private readonly sums = new Sums();
  private readonly hasHoles: boolean;
  /** Nodes that may have two equivalent operands. */
  private readonly withDuplicates = new Set<Logical>();

  constructor(
    root: Expression,
    private readonly text: string,
  ) {
    const facts = noFacts();
    super(facts);
    this.facts = facts;
    this.meanings = new Meanings(text);
    // A hole may contain an 'or' or an 'and', so nothing is said about the whole rule.
    this.hasHoles = hasHole(text);
    const reach = this.hasHoles ? noReach : { never: true, always: true };
    this.visit(root, { ...nowhere, reach });
  }

  private visit(node: Expression, place: NodePosition): Truth | undefined {
    const { bare, flipped } = stripGroups(node);
    const negated = place.negated !== flipped;
    if (bare.kind === "logical") return this.joined(bare, negated, place.reach);
    const condition = conditionOf(bare, this.text);
    const truth = condition && this.alone(condition, node, flipped, place);
    return truth ?? (bare.kind === "quantifier" ? this.quantified(bare, negated) : undefined);
  }

  private joined(node: Logical, negated: boolean, reach: Reach): Truth | undefined {
    if (node.name !== "xor") {
      const logical = effective(node, negated) === "and" ? "and" : "or";
      return this.enterHome({ logical, node, negated }, reach);
    }
    this.enterXor(node, new Map());
    return undefined;
  }

  /** Looks through groups and negations, which do not affect whether conditions cancel each other out. */
  private enterXor(node: Logical, seen: Map<number, Member>): void {
    for (const [index, it] of node.operands.entries()) {
      const { bare } = stripGroups(it);
      if (bare.kind === "logical" && bare.name === "xor") {
        this.enterXor(bare, seen);
        continue;
      }
      const owner = { logical: node, index };
      this.visit(it, { ...nowhere, owner });
      if (it.start === it.end) continue;
      const meaning = this.meanings.of(it);
      const beside = seen.get(meaning);
      const member = { node: it, home: undefined, negated: false, owner, operand: undefined };
      if (beside) note(this.facts.cancelled, { member, beside });
      // A third one is not a duplicate.
      if (beside) seen.delete(meaning);
      else seen.set(meaning, member);
    }
  }

  /** The argument is about elements, so it decides the result only if it has the same result for all of them. */
  private quantified({ name, argument }: Quantifier, negated: boolean): Truth | undefined {
    const inside = isTested(argument) ? this.visit(argument, nowhere) : undefined;
    if (inside !== (name === "any" ? "never" : "always")) return undefined;
    return negated ? otherTruth(inside) : inside;
  }

  /** A condition that is always or never true. */
  private alone(
    { claim, optional, operand }: Condition,
    node: Expression,
    flipped: boolean,
    { home, owner, negated, reach }: NodePosition,
  ): Truth | undefined {
    const straight = ownTruth(claim);
    if (!straight) return undefined;
    const own = flipped ? otherTruth(straight) : straight;
    // If the operand may be missing, a claim about every value is a presence test.
    if (optional && claim.missing !== (straight === "always")) return undefined;
    const truth = negated ? otherTruth(own) : own;
    // A claim about every element tests whether there is one.
    if (own === "always" && operand && isEach(operand)) return truth;
    const decides = !home || truth === decisive(home.logical);
    const whole = decides && reach[truth] ? truth : undefined;
    const members = [{ node, home, negated, owner, operand }];
    note(this.facts.verdicts, { truth: own, members, home, whole });
    return truth;
  }

  protected enterParts(home: LogicalGroup, tally: Tally<Inner>): void {
    this.enterAll(home.node, home, home.negated, tally);
  }

  private enterAll(
    logical: Logical,
    home: LogicalGroup,
    around: boolean,
    tally: Tally<Inner>,
  ): void {
    if (this.sums.mayHaveDuplicates(logical)) this.withDuplicates.add(logical);
    for (let index = 0; index < logical.operands.length; index++) {
      const place = { home, owner: { logical, index }, negated: around, reach: tally.reach };
      this.enterPart(place, tally);
    }
  }

  private enterPart(
    place: NodePosition & { home: LogicalGroup; owner: OperandPosition },
    tally: Tally<Inner>,
  ): void {
    const { home, owner } = place;
    const operand = owner.logical.operands[owner.index];
    if (!operand) return;
    const { bare, flipped } = stripGroups(operand);
    const negated = place.negated !== flipped;
    if (bare.kind === "logical" && effective(bare, negated) === home.logical) {
      this.enterAll(bare, home, negated, tally);
      return;
    }
    tally.parts++;
    const decidedBefore = tally.never + tally.always;
    const condition = this.conditionAt(bare, owner.logical);
    if (condition) {
      const truth = this.alone(condition, operand, flipped, place);
      if (truth) tally[truth]++;
      else {
        const turned = negated !== (home.logical === "or");
        this.enter(condition.key, new RuleEntry(operand, condition, place, turned), tally);
      }
    }
    if (bare.kind !== "logical" && bare.kind !== "quantifier") return;
    tally.inner ??= [];
    const isCounted = tally.never + tally.always > decidedBefore;
    tally.inner.push({ node: bare, negated, isCounted });
  }

  /**
   * A group that means the same as one of its parts says nothing about that part. A hole may contain an `or`, so that what is on
   * its other side, or outside, is not joined with the condition.
   */
  protected override isApart(earlier: RuleEntry, later: RuleEntry): boolean {
    const { node: outer, owner } = earlier;
    const { node: inner } = later;
    if (outer !== inner && outer.start <= inner.start && inner.end <= outer.end) return true;
    if (!this.hasHoles || !owner) return false;
    const { operands } = owner.logical;
    const holes = operands.filter((it) => this.isOpenHole(it));
    if (holes.length === 0) return false;
    const isBeside = later.owner?.logical === owner.logical;
    return !isBeside || holes.some((it) => outer.end <= it.start && it.end <= inner.start);
  }

  /** Whether an operand has a hole outside of parentheses and strings. */
  private isOpenHole(operand: Expression): boolean {
    if (operand.kind === "not") return this.isOpenHole(operand.operand);
    if (operand.kind === "group" || !hasHole(this.text.slice(operand.start, operand.end)))
      return false;
    let inStrings = 0;
    eachNode(operand, (it) => {
      if (it.kind !== "string" && it.kind !== "regex") return;
      inStrings += holesIn(this.text.slice(it.start, it.end)).length;
    });
    return holesIn(this.text.slice(operand.start, operand.end)).length > inStrings;
  }

  protected lookInside({ node, negated, isCounted }: Inner, reach: Reach): Truth | undefined {
    const truth =
      node.kind === "logical" ? this.joined(node, negated, reach) : this.quantified(node, negated);
    return isCounted ? undefined : truth;
  }

  /** A group counts as one condition, and so does a quantifier. */
  private conditionAt(bare: Expression, around: Logical): Condition | undefined {
    if (bare.kind === "logical") {
      return this.withDuplicates.has(around) ? aboutItself(this.meanings.of(bare)) : undefined;
    }
    const condition = conditionOf(bare, this.text);
    if (bare.kind !== "quantifier" || !condition) return condition;
    return aboutItself(this.meanings.of(bare));
  }

  /** The conditions of an `or` may together be true of every value, but not of a missing one. */
  protected compatible(members: readonly RuleEntry[], home: LogicalGroup): void {
    if (home.logical !== "or" || !members[0]?.optional || !this.contradict(members, false)) return;
    const verdict = { truth: truthAsWritten(home, "always"), members, home, whole: undefined };
    note(this.facts.verdicts, { ...verdict, unlessMissing: true });
  }
}

const nowhere: NodePosition = { home: undefined, owner: undefined, negated: false, reach: noReach };
