import type { Json } from "../json/parse.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Property,
  propertyOf,
} from "../json/tree.ts";
import type { Span } from "../text/span.ts";
import type { Field } from "./catalogue/dataset.ts";
import { type Operator, type OperatorName, operatorNamed } from "./catalogue/operators.ts";

/** A JSON text read as the service reads it: groups of conditions, with the fields and operators they name. */
export interface Filter {
  readonly json: Json;
  /** The root's `where`, when it is there. */
  readonly where: Property | undefined;
  /** What `where` holds, or the root itself when `where` was forgotten. */
  readonly node: FilterNode | undefined;
}

export type FilterNode = Condition | Group | Stray;

export interface Condition extends Span {
  readonly kind: "condition";
  readonly object: JsonObject;
  readonly key: Property | undefined;
  readonly operator: Property | undefined;
  readonly value: Property | undefined;
  /** Undefined when the dataset has no such field. */
  readonly field: Field | undefined;
  /** Undefined when there is no such operator. */
  readonly comparison: (Operator & { readonly name: OperatorName }) | undefined;
}

export type Joiner = "and" | "or";

export interface Group extends Span {
  readonly kind: "group";
  readonly object: JsonObject;
  readonly joiner: Joiner;
  readonly property: Property;
  readonly list: JsonArray | undefined;
  readonly items: readonly FilterNode[];
}

/** A value where a condition or a group belongs. */
export interface Stray extends Span {
  readonly kind: "stray";
  readonly value: JsonValue;
}

export function readFilter(json: Json, fields: ReadonlyMap<string, Field>): Filter {
  const { root } = json;
  const where = root?.kind === "object" ? propertyOf(root, "where") : undefined;
  const start = where ? where.value : root;
  return { json, where, node: start && readNode(start, fields) };
}

/** The parser bounds the depth of a tree, so this may recurse. */
function readNode(value: JsonValue, fields: ReadonlyMap<string, Field>): FilterNode {
  if (value.kind !== "object") return { kind: "stray", start: value.start, end: value.end, value };
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
  if (group) return readGroup(value, group, fields);
  // A `where` inside the filter is reported by a check; what it holds is read as if it stood there alone.
  if (nested?.value && !key && !operator && !comparand) return readNode(nested.value, fields);
  if (!key && !operator && !comparand)
    return { kind: "stray", start: value.start, end: value.end, value };
  const name = key?.value?.kind === "string" ? key.value.value : undefined;
  const comparison = operator?.value?.kind === "string" ? operator.value.value : undefined;
  return {
    kind: "condition",
    start: value.start,
    end: value.end,
    object: value,
    key,
    operator,
    value: comparand,
    field: name === undefined ? undefined : fields.get(name),
    comparison: comparison === undefined ? undefined : operatorNamed(comparison),
  };
}

function readGroup(
  object: JsonObject,
  property: Property,
  fields: ReadonlyMap<string, Field>,
): Group {
  const list = property.value?.kind === "array" ? property.value : undefined;
  return {
    kind: "group",
    start: object.start,
    end: object.end,
    object,
    joiner: property.name.value === "and" ? "and" : "or",
    property,
    list,
    items: list ? list.items.map((it) => readNode(it, fields)) : [],
  };
}
