import type { LogCondition, LogOperator, LogTest, LogValue } from "../core/log-test.ts";
import { oppositeOperator } from "../languages.ts";
import { utf8Length } from "../text/lines.ts";

/** Filters as the service reads them: conditions and groups as JSON. */
export type FilterNode = FilterCondition | AllOf | AnyOf;

export interface FilterCondition {
  readonly key: string;
  readonly operator: LogOperator;
  readonly value: FilterValue | readonly FilterValue[];
}

/** Integers that a number cannot represent are strings. */
type FilterValue = string | number | boolean;

interface AllOf {
  readonly and: readonly FilterNode[];
}

interface AnyOf {
  readonly or: readonly FilterNode[];
}

export interface FilterObject {
  readonly where: FilterNode;
}

/** The sizes that the service limits. */
export interface FilterSize {
  readonly operators: number;
  /** UTF-8 bytes, without whitespace. */
  readonly size: number;
}

export function nodeOf(test: LogTest): FilterNode {
  if (test.kind === "condition") return conditionOf(test);
  const parts = test.parts.map(nodeOf);
  return test.logical === "and" ? { and: parts } : { or: parts };
}

export function conditionOf({
  field,
  operator,
  values,
}: Pick<LogCondition, "field" | "operator" | "values">): FilterCondition {
  const written = values.map(filterValue);
  const isList = operator === "in" || operator === "!in";
  return { key: field, operator, value: isList ? written : (written[0] ?? "") };
}

function filterValue(value: LogValue): FilterValue {
  return typeof value === "bigint" ? String(value) : value;
}

/** True exactly where the node is false. */
export function opposite(node: FilterNode): FilterNode {
  if ("and" in node) return { or: node.and.map(opposite) };
  if ("or" in node) return { and: node.or.map(opposite) };
  return { ...node, operator: oppositeOperator(node.operator) };
}

/** Groups of one kind inside each other are one group. */
export function allOf(nodes: readonly FilterNode[]): FilterNode {
  const parts = nodes.flatMap((it) => ("and" in it ? it.and : it));
  const [only] = parts;
  return parts.length === 1 && only ? only : { and: parts };
}

export function anyOf(nodes: readonly FilterNode[]): FilterNode {
  const parts = nodes.flatMap((it) => ("or" in it ? it.or : it));
  const [only] = parts;
  return parts.length === 1 && only ? only : { or: parts };
}

/** Without groups of one kind inside each other, or of one part. */
export function flat(node: FilterNode): FilterNode {
  if ("and" in node) return allOf(node.and.map(flat));
  if ("or" in node) return anyOf(node.or.map(flat));
  return node;
}

/** Keeps every line. */
export function isEverything(node: FilterNode): boolean {
  return "and" in node && node.and.every(isEverything);
}

export function sizeOf(filter: FilterObject): FilterSize {
  return {
    operators: operatorsIn(filter.where),
    size: utf8Length(JSON.stringify(filter)),
  };
}

/** Only conditions count. */
function operatorsIn(node: FilterNode): number {
  if ("and" in node) return node.and.reduce((sum, it) => sum + operatorsIn(it), 0);
  if ("or" in node) return node.or.reduce((sum, it) => sum + operatorsIn(it), 0);
  return 1;
}
