import type { LogCondition } from "../core/log-test.ts";
import type { Atom } from "./atoms.ts";
import { allOf, anyOf, conditionOf, type FilterNode } from "./filter.ts";
import type { Signature } from "./signatures.ts";

/** Lines that meet each of at most three conditions. */
export interface LineClass {
  readonly conditions: readonly ClassCondition[];
}

/** Any of some atoms with the same field and operator. */
export interface ClassCondition {
  readonly atoms: readonly Atom[];
  /** The atoms as bits of signatures. */
  readonly low: number;
  readonly high: number;
}

export function conditionFor(
  atoms: readonly (readonly [atom: Atom, bit: number])[],
): ClassCondition {
  const mask = (from: number) =>
    atoms.reduce(
      (sum, [, bit]) => (bit >= from && bit < from + 24 ? sum | (1 << (bit - from)) : sum),
      0,
    );
  return { atoms: atoms.map(([atom]) => atom), low: mask(0), high: mask(24) };
}

export function isIn({ conditions }: LineClass, { low, high }: Signature): boolean {
  for (const it of conditions) if (((it.low & low) | (it.high & high)) === 0) return false;
  return true;
}

/** The conditions that the class adds to a filter. */
export function operatorsOf({ conditions }: LineClass): number {
  return conditions.reduce((sum, it) => sum + conditionOperators(it.atoms), 0);
}

/** Several equal values are one list. */
export function conditionOperators(atoms: readonly Atom[]): number {
  return atoms[0]?.operator === "eq" ? 1 : atoms.length;
}

/** Matches the lines of the class. */
export function classNode({ conditions }: LineClass): FilterNode {
  return allOf(conditions.map(({ atoms }) => anyOf(conditionNodes(atoms))));
}

function conditionNodes(atoms: readonly Atom[]): readonly FilterNode[] {
  const [first, ...others] = atoms;
  if (!first) return [];
  const { field } = first;
  const values = atoms.map((it) => it.value);
  if (first.operator === "eq" && others.length > 0)
    return [conditionOf({ field, operator: "in", values })];
  return atoms.map(({ operator, value }) => conditionOf({ field, operator, values: [value] }));
}

/** As in `ClientRequestPath ends with ".js" ".css", EdgeResponseStatus below 400`. */
export function classText({ conditions }: LineClass, hasValues = true): string {
  if (!hasValues) {
    const names = new Set(conditions.flatMap(({ atoms }) => atoms.map((it) => it.field)));
    return [...names].join(", ");
  }
  return conditions
    .map(({ atoms }) => {
      const [{ field, operator }] = atoms as readonly [Atom];
      return `${field} ${verbs[operator]} ${atoms.map((it) => JSON.stringify(it.value)).join(" ")}`;
    })
    .join(", ");
}

const verbs: Readonly<Record<LogCondition["operator"], string>> = {
  eq: "is",
  "!eq": "is not",
  lt: "below",
  leq: "at most",
  gt: "above",
  geq: "at least",
  startsWith: "starts with",
  "!startsWith": "does not start with",
  endsWith: "ends with",
  "!endsWith": "does not end with",
  contains: "contains",
  "!contains": "does not contain",
  in: "is",
  "!in": "is not",
};
