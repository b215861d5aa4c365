import { type Formula, not } from "../../core/solver/formula.ts";
import { logConditionOf } from "../evaluation/log-test.ts";
import { opaqueCondition, typedFormula } from "../logic/atoms.ts";
import { isExact, positiveOf } from "../logic/claim.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import { type LooseTerm, looseFormula, looseTerms } from "./loose-formula.ts";

/** The meaning of a filter, exactly as `evaluation/` implements it. */
export interface FilterFormula {
  readonly formula: Formula;
  readonly terms: readonly LooseTerm[];
}

/** Undefined if a condition is invalid or its value does not fit the field. */
export function formulaOf(node: FilterNode): FilterFormula | undefined {
  const terms: LooseTerm[] = [];
  const formula = nodeFormula(node, terms);
  return formula && { formula, terms };
}

function nodeFormula(node: FilterNode, terms: LooseTerm[]): Formula | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") return conditionFormula(node, terms);
  if (!node.list || node.object.properties.length !== 1) return undefined;
  const parts = node.items.map((it) => nodeFormula(it, terms));
  return parts.every((it) => it !== undefined) ? { kind: node.logical, parts } : undefined;
}

function conditionFormula(condition: Condition, terms: LooseTerm[]): Formula | undefined {
  const read = logConditionOf(condition);
  if (!read) return undefined;
  const { field, type, values } = read;
  const { is, negated } = positiveOf(read.operator);
  const test = { ...read, operator: is };
  if (!type || type === "int or string") terms.push(...looseTerms(test));
  const formula = values.every(isExact)
    ? (typedFormula(test) ?? looseFormula(test))
    : opaqueCondition(condition, field, is);
  return negated ? not(formula) : formula;
}
