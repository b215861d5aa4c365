import type { LogValue } from "../../core/log-test.ts";
import { type Formula, flag, not } from "../../core/solver/formula.ts";
import { logConditionOf } from "../evaluation/log-test.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import { numberAtom, opaqueAtom, type PositiveCondition, textAtom, textSet } from "./atoms.ts";
import { canonicalText, isExact, numberSet, positiveOf } from "./claim.ts";
import { looseFact, looseFormula } from "./loose-formula.ts";
import { variableOf } from "./variables.ts";

/** The meaning of a filter, exactly as `evaluation/` implements it. */
export interface FilterFormula {
  readonly formula: Formula;
  /** Formulas that are true for every log line. */
  readonly facts: readonly Formula[];
}

/** Undefined if a condition is invalid or its value does not fit the field. */
export function formulaOf(node: FilterNode): FilterFormula | undefined {
  const facts: Formula[] = [];
  const formula = nodeFormula(node, facts);
  return formula && { formula, facts };
}

function nodeFormula(node: FilterNode, facts: Formula[]): Formula | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") return conditionFormula(node, facts);
  if (!node.list || node.object.properties.length !== 1) return undefined;
  const parts: Formula[] = [];
  for (const item of node.items) {
    const part = nodeFormula(item, facts);
    if (!part) return undefined;
    parts.push(part);
  }
  return { kind: node.logical, parts };
}

function conditionFormula(condition: Condition, facts: Formula[]): Formula | undefined {
  const read = logConditionOf(condition);
  if (!read) return undefined;
  const { field, type, values } = read;
  const { is, negated } = positiveOf(read.operator);
  const test: PositiveCondition = { ...read, operator: is };
  if (!type || type === "int or string") facts.push(looseFact(field));
  const formula = values.every(hasAllDigits)
    ? (typedFormula(test) ?? looseFormula(test))
    : opaqueAtom(field, `${is} ${spelled(condition)}`);
  return negated ? not(formula) : formula;
}

/** Numbers that lost digits when they were parsed can only be compared for equality. */
function hasAllDigits(value: LogValue): boolean {
  return typeof value === "bigint" || isExact(value);
}

function spelled({ value }: Condition): string {
  return (value?.value && canonicalText(value.value)) ?? "";
}

/** Undefined for a field that has no type, or several. */
export function typedFormula({
  field,
  type,
  operator,
  values,
}: Pick<PositiveCondition, "field" | "type" | "operator" | "values">): Formula | undefined {
  switch (type) {
    case "string":
      return textAtom(field, textSet({ operator, values }));
    case "int":
    case "float":
      return numberAtom(field, numberSet(operator, values, type === "int"));
    case "bool": {
      const isSet = flag(variableOf(field, "flag"));
      return values[0] === true ? isSet : not(isSet);
    }
    case "array[string]":
    case "array[int]":
      return flag(variableOf(field, "element", values[0]));
    default:
      return undefined;
  }
}
