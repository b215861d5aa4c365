import type { Json } from "../../json/syntax/parse.ts";
import {
  isUnseen,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Property,
  propertyOf,
} from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import type { Field } from "../catalog/dataset.ts";
import { type Operator, operatorNamed } from "../catalog/operators.ts";
import { type EscapedFilter, escapedFilter } from "./escaped.ts";
import type { PastedText } from "./pasted.ts";

/** A JSON text parsed as a filter: groups of conditions, with resolved fields and operators. */
export interface Filter {
  readonly json: Json;
  /** The root's `where`, if present. */
  readonly where: Property | undefined;
  /** The value of `where`, or the root if `where` is missing. */
  readonly node: FilterNode | undefined;
  /** Nodes that the service ignores, such as the unused one of two groups in one object. For checks only. */
  readonly aside: readonly FilterNode[];
  /** Every `where` below the first. */
  readonly nested: readonly NestedWhere[];
  /** Objects with an unknown or duplicate property. */
  readonly odd: readonly JsonObject[];
  /** Set if the file is the escaped string of a job; then there is no node. */
  readonly escaped: EscapedFilter | undefined;
  /** Set if the file is text of another kind; then there is no node. */
  readonly pasted?: PastedText;
}

export interface NestedWhere {
  readonly object: JsonObject;
  readonly property: Property;
}

export type FilterNode = Condition | Group | Stray;

export interface Condition extends Span {
  readonly kind: "condition";
  readonly object: JsonObject;
  readonly key: Property | undefined;
  readonly operator: Property | undefined;
  readonly value: Property | undefined;
  /** Undefined for an unknown field. */
  readonly field: Field | undefined;
  /** Undefined for an unknown operator. */
  readonly comparison: Operator | undefined;
  /** False if the operator does not support the type of the field. */
  readonly fits: boolean;
}

export type LogicalOperator = "and" | "or";

export function otherLogical(logical: LogicalOperator): LogicalOperator {
  return logical === "and" ? "or" : "and";
}

export interface Group extends Span {
  readonly kind: "group";
  readonly object: JsonObject;
  readonly logical: LogicalOperator;
  readonly property: Property;
  readonly list: JsonArray | undefined;
  readonly items: readonly FilterNode[];
  /** The number of conditions at any depth. */
  readonly count: number;
}

/** Only conditions count towards the operator limit, not groups. */
export function conditionsIn(node: FilterNode | undefined): number {
  if (node?.kind === "group") return node.count;
  return node?.kind === "condition" ? 1 : 0;
}

/** A value in place of a condition or group. */
export interface Stray extends Span {
  readonly kind: "stray";
  readonly value: JsonValue;
}

export function readFilter(json: Json, fields: ReadonlyMap<string, Field>): Filter {
  const { root } = json;
  const where = root?.kind === "object" ? propertyOf(root, "where") : undefined;
  const reading: ReadState = { fields, aside: [], nested: [], odd: [] };
  const { aside, nested, odd } = reading;
  const escaped = where ? undefined : escapedFilter(json);
  if (escaped) return { json, where: undefined, node: undefined, aside, nested, odd, escaped };
  if (where && root?.kind === "object" && root.properties.length > 1) {
    odd.push(root);
    for (const it of root.properties) if (it !== where) readAside(it.value, reading);
  }
  const start = where ? where.value : root;
  return { json, where, node: start && readNode(start, reading), aside, nested, odd, escaped };
}

/** The result for a file that contains something else. */
export function noFilter(json: Json, pasted: PastedText): Filter {
  const nothing = { where: undefined, node: undefined, aside: [], nested: [], odd: [] };
  return { json, ...nothing, escaped: undefined, pasted };
}

interface ReadState {
  readonly fields: ReadonlyMap<string, Field>;
  readonly aside: FilterNode[];
  readonly nested: NestedWhere[];
  readonly odd: JsonObject[];
}

/** The parser bounds the depth of a tree, so this may recurse. */
function readNode(value: JsonValue, reading: ReadState): FilterNode {
  const node = value.kind === "object" ? readObject(value, reading) : undefined;
  if (node) return node;
  if (value.kind === "object") {
    if (value.properties.length > 0) reading.odd.push(value);
    for (const property of value.properties) readAside(property.value, reading);
  } else if (value.kind === "array") {
    readAside(value, reading);
  }
  return { kind: "stray", start: value.start, end: value.end, value };
}

/** Undefined if the object has none of the properties of a node. */
function readObject(value: JsonObject, reading: ReadState): FilterNode | undefined {
  let key: Property | undefined;
  let operator: Property | undefined;
  let comparand: Property | undefined;
  let group: Property | undefined;
  let nested: Property | undefined;
  for (const property of value.properties) {
    switch (property.name.value) {
      case "key":
        key = property;
        break;
      case "operator":
        operator = property;
        break;
      case "value":
        comparand = property;
        break;
      case "and":
      case "or":
        group = property;
        break;
      case "where":
        nested = property;
        break;
    }
  }
  if (nested) reading.nested.push({ object: value, property: nested });
  if (group) return readGroup(value, group, reading);
  // A nested `where` is reported by a check, and replaced by its value.
  if (nested?.value && value.properties.length === 1) return readNode(nested.value, reading);
  if (!key && !operator && !comparand) return undefined;
  if (nested) readAside(nested.value, reading);
  return readCondition(value, key, operator, comparand, reading);
}

function readCondition(
  object: JsonObject,
  key: Property | undefined,
  operator: Property | undefined,
  value: Property | undefined,
  reading: ReadState,
): Condition {
  const expected = (key ? 1 : 0) + (operator ? 1 : 0) + (value ? 1 : 0);
  if (object.properties.length !== expected || value?.value?.kind === "object") {
    reading.odd.push(object);
  }
  const field = key?.value?.kind === "string" ? reading.fields.get(key.value.value) : undefined;
  const comparison =
    operator?.value?.kind === "string" ? operatorNamed(operator.value.value) : undefined;
  return {
    kind: "condition",
    start: object.start,
    end: object.end,
    object,
    key,
    operator,
    value,
    field,
    comparison,
    fits:
      !field || !comparison || comparison.takes.includes(field.type) || mayDiffer(key, operator),
  };
}

/** Whether both values depend on the host document, so they may never occur together. */
function mayDiffer(one: Property | undefined, other: Property | undefined): boolean {
  return isUnseen(one?.value) && isUnseen(other?.value);
}

/** Whether the value may occur with a different field or operator. */
export function isLoose({ key, operator, value }: Condition): boolean {
  return mayDiffer(key, value) || mayDiffer(operator, value);
}

function readGroup(object: JsonObject, property: Property, reading: ReadState): Group {
  const { value } = property;
  const list = value?.kind === "array" ? value : undefined;
  const items = readItems(value, reading);
  if (object.properties.length > 1) {
    reading.odd.push(object);
    for (const it of object.properties) if (it !== property) readAside(it.value, reading);
  }
  let count = 0;
  for (const item of items) count += conditionsIn(item);
  return {
    kind: "group",
    start: object.start,
    end: object.end,
    object,
    logical: property.name.value === "and" ? "and" : "or",
    property,
    list,
    items,
    count,
  };
}

/** A single node in place of an array is reported by a check, and parsed as an array of one. */
function readItems(value: JsonValue | undefined, reading: ReadState): readonly FilterNode[] {
  if (value?.kind === "object" && value.properties.length > 0) return [readNode(value, reading)];
  if (value?.kind !== "array" || value.items.length === 0) return noItems;
  const items: FilterNode[] = [];
  for (const item of value.items) items.push(readNode(item, reading));
  return items;
}

/** Shared by all empty groups. */
const noItems: readonly FilterNode[] = [];

/** Finds nodes in an unexpected value, so that their own errors are reported too. */
function readAside(value: JsonValue | undefined, reading: ReadState): void {
  if (value?.kind === "array") {
    for (const item of value.items) readAside(item, reading);
  } else if (value?.kind === "object") {
    const node = readObject(value, reading);
    if (!node) for (const property of value.properties) readAside(property.value, reading);
    else if (node.kind !== "stray") reading.aside.push(node);
  }
}
