import type { Expression, Logical, Quantifier } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import { aboutItself, type Condition, conditionOf } from "./condition.ts";
import {
  type Home,
  type Member,
  noFacts,
  note,
  type Owner,
  otherTruth,
  type Truth,
} from "./facts.ts";
import { Prints } from "./fingerprints.ts";
import { Meanings } from "./meaning.ts";
import { contradict, excludes, implies, ownTruth, weigh } from "./relation.ts";
import {
  count,
  decisive,
  Entry,
  effective,
  type Inner,
  isTested,
  noReach,
  type OnOperand,
  type Place,
  reachInside,
  stripped,
  type Tally,
  written,
} from "./walk-state.ts";

/** Limit of conditions on one operand that are compared with each other. */
const maxCompared = 30;

/** Budget of value lookups, so that hostile texts stay cheap. */
const maxEffort = 200_000;

/**
 * Walks a rule once. Inside an `and`, each part can assume that the others are true; inside an `or`, that the others are
 * false, because a true one would have decided already. So an `or` is treated as an `and` of opposites, and outer facts
 * stay known inside. A `not` is moved inward to single conditions.
 */
export class Reasoning {
  readonly facts = noFacts();
  private readonly known = new Map<string, OnOperand>();
  /** A stack of the operands of the conditions entered so far, to undo them. */
  private readonly trail: OnOperand[] = [];
  private effort = 0;
  private readonly meanings: Meanings;
  private readonly prints = new Prints();
  /** Nodes that may have two equivalent operands. */
  private readonly withDuplicates = new Set<Logical>();

  constructor(
    root: Expression,
    private readonly text: string,
  ) {
    this.meanings = new Meanings(text);
    const reach = { never: true, always: true };
    this.visit(root, { home: undefined, owner: undefined, negated: false, reach });
  }

  private visit(node: Expression, place: Place): Truth | undefined {
    const { bare, flipped } = stripped(node);
    const negated = place.negated !== flipped;
    if (bare.kind === "logical") return this.joined(bare, { ...place, negated });
    const condition = conditionOf(bare, this.text);
    const truth = condition && this.alone(condition, node, flipped, place);
    return truth ?? (bare.kind === "quantifier" ? this.quantified(bare, negated) : undefined);
  }

  private joined(node: Logical, place: Place): Truth | undefined {
    if (node.name !== "xor") return this.enterHome(node, place);
    this.enterXor(node, new Map());
    return undefined;
  }

  /** Grouping and negation do not change what cancels each other out. */
  private enterXor(node: Logical, seen: Map<number, Member>): void {
    const inside: Place = { home: undefined, owner: undefined, negated: false, reach: noReach };
    for (const [index, it] of node.operands.entries()) {
      const { bare } = stripped(it);
      if (bare.kind === "logical" && bare.name === "xor") {
        this.enterXor(bare, seen);
        continue;
      }
      const owner = { logical: node, index };
      this.visit(it, { ...inside, owner });
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

  /** The argument is about elements, and decides about the request only if it decides for all of them. */
  private quantified({ name, argument }: Quantifier, negated: boolean): Truth | undefined {
    const place: Place = { home: undefined, owner: undefined, negated: false, reach: noReach };
    const inside = isTested(argument) ? this.visit(argument, place) : undefined;
    if (inside !== (name === "any" ? "never" : "always")) return undefined;
    return negated ? otherTruth(inside) : inside;
  }

  /** A condition that is always or never true. */
  private alone(
    { claim, optional, operand }: Condition,
    node: Expression,
    flipped: boolean,
    { home, owner, negated, reach }: Place,
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
    const rule = decides && reach[truth] ? truth : undefined;
    const members = [{ node, home, negated, owner, operand }];
    note(this.facts.verdicts, { truth: own, members, home, rule });
    return truth;
  }

  private enterHome(node: Logical, { negated, reach }: Place): Truth | undefined {
    const logical = (node.name === "and") !== negated ? "and" : "or";
    const home: Home = { logical, node, negated };
    const mark = this.trail.length;
    const tally: Tally = { parts: 0, never: 0, always: 0, reach, inner: undefined };
    this.enterAll(node, { home, owner: undefined, negated, reach }, tally);
    for (let i = mark; i < this.trail.length; i++) this.settle(this.trail[i], home, tally);
    if (tally.inner) for (const it of tally.inner) count(tally, this.lookInside(it));
    while (this.trail.length > mark) this.trail.pop()?.entries.pop();
    return this.truthOf(home, tally);
  }

  private enterAll(logical: Logical, around: Place, tally: Tally): void {
    if (this.prints.mayHaveDuplicates(logical)) this.withDuplicates.add(logical);
    for (let index = 0; index < logical.operands.length; index++) {
      this.enterPart({ logical, index }, around, tally);
    }
  }

  private enterPart(
    owner: Owner,
    { home, negated: around, reach: outer }: Place,
    tally: Tally,
  ): void {
    const operand = owner.logical.operands[owner.index];
    if (!operand) return;
    const { bare, flipped } = stripped(operand);
    const negated = around !== flipped;
    if (bare.kind === "logical" && home && effective(bare, negated) === home.logical) {
      this.enterAll(bare, { home, owner, negated, reach: outer }, tally);
      return;
    }
    tally.parts++;
    const condition = this.conditionAt(bare, owner.logical);
    if (condition) {
      const place: Place = { home, owner, negated: around, reach: outer };
      const truth = this.alone(condition, operand, flipped, place);
      if (truth) tally[truth]++;
      else this.enter(condition, { node: operand, flipped }, place, tally);
    }
    if (bare.kind !== "logical" && bare.kind !== "quantifier") return;
    const reach = reachInside(home?.logical ?? "and", tally.reach);
    const inner = { node: bare, place: { home, owner, negated, reach } };
    if (tally.inner) tally.inner.push(inner);
    else tally.inner = [inner];
  }

  private lookInside({ node, place }: Inner): Truth | undefined {
    return node.kind === "logical"
      ? this.joined(node, place)
      : this.quantified(node, place.negated);
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

  private enter(
    condition: Condition,
    { node, flipped }: { readonly node: Expression; readonly flipped: boolean },
    place: Place,
    tally: Tally,
  ): void {
    const { key } = condition;
    const turned = (flipped !== place.negated) !== (place.home?.logical === "or");
    const entry = new Entry(node, condition, place, turned);
    let onOperand = this.known.get(key);
    if (onOperand) {
      const { entries } = onOperand;
      if (entries.length > 0 && entries.length <= maxCompared) {
        this.compare(entry, onOperand, tally);
      }
      onOperand.fresh = true;
      entries.push(entry);
    } else {
      // Most operands occur once, so avoid growing the list.
      onOperand = { entries: [entry], contradiction: undefined, fresh: true };
      this.known.set(key, onOperand);
    }
    this.trail.push(onOperand);
  }

  private compare(entry: Entry, onOperand: OnOperand, tally: Tally): void {
    const { claim, home } = entry;
    if (!home || onOperand.contradiction === home || this.effort > maxEffort) {
      entry.spent = true;
      return;
    }
    for (const other of onOperand.entries) {
      if (other.spent) continue;
      this.effort += weigh(claim) + weigh(other.claim);
      const beside = other.home === home;
      if (excludes(other.claim, claim, entry)) {
        entry.spent = true;
        if (beside) this.together([other, entry], onOperand, tally);
        else this.settled(entry, other, decisive(home.logical), tally);
        return;
      }
      if (implies(other.claim, claim, entry)) {
        entry.spent = true;
        if (beside) this.superfluous(entry, other);
        else this.settled(entry, other, otherTruth(decisive(home.logical)), tally);
        return;
      }
      if (beside && implies(claim, other.claim, entry)) {
        other.spent = true;
        note(this.facts.implied, { member: other, beside: entry });
      }
    }
  }

  private superfluous(member: Entry, beside: Entry): void {
    const repeated = implies(member.claim, beside.claim, member);
    note(this.facts[repeated ? "repeated" : "implied"], { member, beside });
  }

  private together(members: readonly Entry[], onOperand: OnOperand, tally: Tally): void {
    const home = members[0]?.home;
    if (!home) return;
    onOperand.contradiction = home;
    const truth = decisive(home.logical);
    tally[truth]++;
    const rule = tally.reach[truth] ? truth : undefined;
    note(this.facts.verdicts, { truth: written(home, truth), members, home, rule });
  }

  private settled(member: Entry, by: Entry, truth: Truth, tally: Tally): void {
    tally[truth]++;
    note(this.facts.settled, {
      truth: member.negated ? otherTruth(truth) : truth,
      member,
      by,
    });
  }

  /** Checks all conditions on one operand of a home together, once they are known. */
  private settle(onOperand: OnOperand | undefined, home: Home, tally: Tally): void {
    if (!onOperand?.fresh) return;
    onOperand.fresh = false;
    const contradicted = onOperand.contradiction === home;
    onOperand.contradiction = undefined;
    if (contradicted || onOperand.entries.length < 2) return;
    const entries = onOperand.entries.filter((it) => it.home === home && !it.spent);
    const [first] = entries;
    if (!first || entries.length < 2 || entries.length > maxCompared) return;
    const claims = entries.map((it) => it.claim);
    this.effort += claims.reduce((sum, it) => sum + weigh(it), 0) * 2;
    if (this.effort > maxEffort) return;
    if (contradict(claims, first)) this.together(entries, onOperand, tally);
    else if (home.logical === "or" && first.optional && contradict(claims, { optional: false })) {
      const verdict = { truth: written(home, "always"), members: entries, home, rule: undefined };
      note(this.facts.verdicts, { ...verdict, unlessMissing: true });
    }
    onOperand.contradiction = undefined;
  }

  private truthOf(home: Home, tally: Tally): Truth | undefined {
    const sole = decisive(home.logical);
    if (tally[sole] > 0) return sole;
    const all = otherTruth(sole);
    if (tally.parts === 0 || tally[all] < tally.parts) return undefined;
    const rule = tally.reach[all] ? all : undefined;
    note(this.facts.verdicts, { truth: written(home, all), members: [], home, rule });
    return all;
  }
}
