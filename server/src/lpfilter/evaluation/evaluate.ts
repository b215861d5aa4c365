import type { FieldType } from "../catalogue/dataset.ts";
import type { OperatorName } from "../catalogue/operators.ts";
import type { Condition, Filter, FilterNode, Group } from "../syntax/filter.ts";
import { type Scalar as Sort, scalarOf } from "../values/operand.ts";
import { looseSort, readValue, type Value, valuesOf } from "../values/values.ts";

/**
 * Does this log line pass the filter?
 *
 * The service writes every field into every line, and gives one that has nothing to say the empty value of its type.
 * So a field that a line lacks, or whose value is not of its type, counts as "", 0, false or the empty list here,
 * and of two opposite operators exactly one always holds. Text is compared letter by letter, case included.
 */

/** The fields of one line by their names. */
export type LogLine = Readonly<Record<string, unknown>>;

export type Predicate = (line: LogLine) => boolean;

/** Undefined when a part of the filter cannot be read or does not fit its field: the service refuses such a filter. */
export function predicateOf(filter: Filter): Predicate | undefined {
  return filter.node && compile(filter.node);
}

/** A list field has many values. */
type FieldValue = Value | readonly Value[];

interface Operand {
  readonly one: Value;
  readonly many: ReadonlySet<Value>;
}

const holds: Record<OperatorName, (value: FieldValue, operand: Operand) => boolean> = {
  eq: (value, { one }) => value === one,
  "!eq": (value, { one }) => value !== one,
  lt: (value, { one }) => value < one,
  leq: (value, { one }) => value <= one,
  gt: (value, { one }) => !(value <= one),
  geq: (value, { one }) => !(value < one),
  startsWith: (value, { one }) => String(value).startsWith(String(one)),
  "!startsWith": (value, { one }) => !String(value).startsWith(String(one)),
  endsWith: (value, { one }) => String(value).endsWith(String(one)),
  "!endsWith": (value, { one }) => !String(value).endsWith(String(one)),
  contains: (value, { one }) => has(value, one),
  "!contains": (value, { one }) => !has(value, one),
  in: (value, { many }) => !isList(value) && many.has(value),
  "!in": (value, { many }) => isList(value) || !many.has(value),
};

/** Element of an array, or substring of a string. */
function has(value: FieldValue, one: Value): boolean {
  return isList(value) ? value.includes(one) : String(value).includes(String(one));
}

function compile(node: FilterNode): Predicate | undefined {
  switch (node.kind) {
    case "condition":
      return compileCondition(node);
    case "group":
      return compileGroup(node);
    case "stray":
      return undefined;
  }
}

/** An empty `and` is true and an empty `or` is false; the service may differ. */
function compileGroup(group: Group): Predicate | undefined {
  if (!group.list || group.object.properties.length !== 1) return undefined;
  const parts: Predicate[] = [];
  for (const item of group.items) {
    const part = compile(item);
    if (!part) return undefined;
    parts.push(part);
  }
  return group.logical === "and"
    ? (line) => parts.every((it) => it(line))
    : (line) => parts.some((it) => it(line));
}

function compileCondition(condition: Condition): Predicate | undefined {
  const { comparison, field } = condition;
  const name = condition.key?.value;
  const values = valuesOf(condition);
  if (!values || !comparison || name?.kind !== "string") return undefined;
  const operand = { one: values[0] ?? "", many: new Set(values) };
  const test = holds[comparison.name];
  const key = name.value;
  const read = readerOf(field?.type);
  return (line) => test(read(Object.hasOwn(line, key) ? line[key] : undefined), operand);
}

function readerOf(type: FieldType | undefined): (raw: unknown) => FieldValue {
  const sort = (type && scalarOf[type]) ?? looseSort;
  const one = (raw: unknown): Value => readValue(raw, sort) ?? emptyValues[sort];
  const many = (raw: unknown): FieldValue => (Array.isArray(raw) ? raw.map(one) : []);
  if (type?.startsWith("array")) return many;
  // Only the log line shows whether an unknown field is a list.
  return type ? one : (raw) => (Array.isArray(raw) ? many(raw) : one(raw));
}

const emptyValues: Readonly<Record<Sort, Value>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  timestamp: "",
};

function isList(value: FieldValue): value is readonly Value[] {
  return typeof value === "object";
}
