import type { TrialTree } from "../../core/trial-tree.ts";
import { isFalse, isTrue, negated, undetermined } from "./codes.ts";

/** Conditions on the same fields. */
export interface Conditions {
  /** The result of one of them on the current line. */
  truth(at: number): number;
  /** The number of the current values. Undefined if they are not kept. */
  readonly valueId: number | undefined;
  addLane(literal: Literal, lane: number): void;
}

/** The tree of a text, with the groups that its conditions are in. */
export type Node = Leaf | Inner;

export interface Leaf {
  readonly kind: "condition";
  /** Among the conditions of its text. */
  readonly index: number;
  readonly group: Conditions;
  /** Among the conditions of its group. */
  readonly at: number;
  /** The values that left the text undetermined. */
  readonly noted: Set<number>;
}

export interface Inner {
  readonly kind: Exclude<TrialTree["kind"], "condition">;
  readonly group?: undefined;
  readonly parts: readonly Node[];
}

/** The result on the current line. */
export function truthOf(node: Node): number {
  if (node.group) return node.group.truth(node.at);
  const { kind, parts } = node;
  switch (kind) {
    case "and":
      return joined(parts, isFalse, isTrue);
    case "or":
      return joined(parts, isTrue, isFalse);
    case "not":
      return parts[0] ? negated(truthOf(parts[0])) : undetermined;
    case "xor":
      return differing(parts);
  }
}

/** Stops at the first part that decides. */
function joined(parts: readonly Node[], decisive: number, other: number): number {
  let truth = other;
  for (const part of parts) {
    const next = truthOf(part);
    if (next === decisive) return decisive;
    if (next === undetermined) truth = undetermined;
  }
  return truth;
}

function differing(parts: readonly Node[]): number {
  let truth = isFalse;
  for (const part of parts) {
    const next = truthOf(part);
    if (next === undetermined) return undetermined;
    if (next === isTrue) truth = negated(truth);
  }
  return truth;
}

/** A part of a term: a node whose conditions are all in one group. */
export interface Literal {
  readonly node: Node;
  readonly group: Conditions;
  readonly isNegated: boolean;
}

export type Term = readonly Literal[];

const mostTerms = 64;

/** The node as alternatives, one of which has to be true; undefined if there would be too many. */
export function termsOf(node: Node, isNegated: boolean): readonly Term[] | undefined {
  const group = groupOf(node);
  if (group) return [[{ node, group, isNegated }]];
  if (node.group || node.kind === "xor") return undefined;
  const { kind, parts } = node;
  if (kind === "not") return parts[0] && termsOf(parts[0], !isNegated);
  const isProduct = (kind === "and") !== isNegated;
  let terms: readonly Term[] = isProduct ? [[]] : [];
  for (const part of parts) {
    const more = termsOf(part, isNegated);
    if (!more) return undefined;
    terms = isProduct
      ? terms.flatMap((it) => more.map((other) => [...it, ...other]))
      : [...terms, ...more];
    if (terms.length > mostTerms) return undefined;
  }
  return terms;
}

/** The group of all conditions of a node; undefined if they are in several. */
function groupOf(node: Node): Conditions | undefined {
  if (node.group) return node.group;
  const [first, ...others] = node.parts.map(groupOf);
  return others.every((it) => it === first) ? first : undefined;
}
