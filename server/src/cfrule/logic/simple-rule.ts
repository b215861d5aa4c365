import { maxConditions } from "../../core/logic/outline.ts";
import type { Comparison, Expression, Logical, SetLiteral } from "../syntax/tree.ts";
import { Coverage, onlyField } from "./coverage.ts";
import {
  addCondition,
  addFingerprint,
  emptyFingerprint,
  type Fingerprint,
  fingerprintOf,
  hasDuplicates,
  someNear,
} from "./fingerprints.ts";
import { isDerivedField } from "./related-fields.ts";
import { stripGroups } from "./walk-state.ts";

/** Rules with more tests on a path are not simple. */
const maxFields = 16;

/** A cheap summary of a rule. */
export interface RuleShape {
  readonly isSimple: boolean;
  /** Parts of a simple rule may cover each other, or use related fields. */
  readonly mayBeProved: boolean;
}

/**
 * Detects simple rules, which most are. They have no facts, so the much slower full analysis is skipped. Each condition is
 * visited once, because this runs on every keystroke.
 */
export function shapeOf(root: Expression): RuleShape {
  const walk = new SimpleRuleWalk();
  const isSimple = walk.at(root);
  return { isSimple, mayBeProved: walk.mayBeProved };
}

/** Up to this many operands, any relation between them is worth a proof; among more, only operands with the same conditions. */
const fewOperands = 3;

class SimpleRuleWalk {
  /** The fields tested on the current path. */
  private readonly fields: string[] = [];
  mayBeProved = false;

  at(root: Expression): boolean {
    const { bare, flipped } = stripGroups(root);
    if (bare.kind !== "logical") return this.adds(bare);
    return !flipped && this.groupFingerprint(bare) !== undefined;
  }

  /** The fingerprint of a group; undefined if it is not simple. Its tests are known in its inner groups. */
  private groupFingerprint(logical: Logical): Fingerprint | undefined {
    const mark = this.fields.length;
    const inner: Logical[] = [];
    const print = emptyFingerprint();
    if (!this.own(logical, inner, print)) return undefined;
    if (inner.length > 0 && !this.inner(logical, inner, print)) return undefined;
    this.fields.length = mark;
    return print;
  }

  /** Visits the conditions of a group, and collects its inner groups. */
  private own(logical: Logical, inner: Logical[], print: Fingerprint): boolean {
    if (logical.name === "xor") return false;
    for (const operand of logical.operands) {
      const { bare, flipped } = stripGroups(operand);
      if (bare.kind !== "logical") {
        if (!this.adds(bare)) return false;
        addCondition(print, bare);
      } else if (flipped) return false;
      else if (bare.name !== logical.name) inner.push(bare);
      else if (!this.own(bare, inner, print)) return false;
    }
    return true;
  }

  /** Visits the inner groups, and adds their fingerprints to that of the group. */
  private inner(logical: Logical, inner: readonly Logical[], print: Fingerprint): boolean {
    const prints: Fingerprint[] = [];
    for (const it of inner) {
      const found = this.groupFingerprint(it);
      if (!found) return false;
      prints.push(found);
      addFingerprint(print, found);
    }
    if (hasDuplicates(prints.map((it) => it.sum))) return false;
    this.mayBeProved ||=
      logical.operands.length > fewOperands
        ? mayAbsorb(logical, inner, prints)
        : repeats(logical, new Set());
    return true;
  }

  /** Records the field of a condition; false if it was tested before, or the condition needs the full analysis. */
  private adds(bare: Expression): boolean {
    const { fields } = this;
    const field = fieldOf(bare);
    if (field === undefined || fields.length > maxFields || fields.includes(field)) return false;
    fields.push(field);
    this.mayBeProved ||= isDerivedField(field);
    return true;
  }
}

/** `prints` are those of the inner groups. */
function mayAbsorb(logical: Logical, inner: readonly Logical[], prints: Fingerprint[]): boolean {
  const parts = addConditions([...inner], logical);
  if (parts.length > maxConditions) return false;
  for (const it of parts.slice(inner.length)) prints.push(fingerprintOf(it));
  const coverage = new Coverage(logical.name, parts);
  return someNear(prints, (first, second) => coverage.mayCover(first, second));
}

function addConditions(parts: Expression[], { name, operands }: Logical): readonly Expression[] {
  for (const it of operands) {
    const { bare } = stripGroups(it);
    if (bare.kind !== "logical") parts.push(it);
    else if (bare.name === name) addConditions(parts, bare);
  }
  return parts;
}

/** Whether a field is tested in several operands. */
function repeats({ operands }: Logical, seen: Set<string>): boolean {
  return operands.some((it) => {
    const { bare } = stripGroups(it);
    if (bare.kind === "logical") return repeats(bare, seen);
    const { size } = seen;
    return seen.add(fieldOf(bare) ?? "").size === size;
  });
}

function fieldOf(bare: Expression): string | undefined {
  if (bare.kind === "field") return bare.definition?.pseudo ? undefined : bare.name;
  return bare.kind === "comparison" && isOpen(bare) ? onlyField(bare.left) : undefined;
}

/** Whether the comparison is certainly true for some values and false for others. */
function isOpen({ left, operator, right }: Comparison): boolean {
  switch (right.kind) {
    case "regex":
    case "list":
      return true;
    case "string":
      if (left.type?.kind !== "String" || right.bytes === "") return false;
      return right.bytes !== "*" || !operator.name.endsWith("wildcard");
    case "address":
      return operator.name === "eq" || operator.name === "ne";
    case "set":
      return left.type?.kind !== "Integer" && isOpenSet(right);
    default:
      return false;
  }
}

/** Networks this small can never cover all addresses. */
const leastBits = 24;

function isOpenSet({ items }: SetLiteral): boolean {
  for (const item of items) {
    if (item.kind === "range" || item.kind === "integer") return false;
    if (item.kind === "network" && item.bits < leastBits) return false;
  }
  return items.length > 0;
}
