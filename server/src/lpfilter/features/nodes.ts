import { type JsonObject, pathAt, propertyOf } from "../../json/syntax/tree.ts";
import { touches } from "../../text/span.ts";
import type { Field } from "../catalog/dataset.ts";
import { type Operator, operatorNamed } from "../catalog/operators.ts";
import type { Document } from "../document.ts";
import type { Condition, Group } from "../syntax/filter.ts";

/** Lookup of nodes by offset, for features. */

/** An object read as a condition. */
export interface Parts {
  readonly field: Field | undefined;
  readonly comparison: Operator | undefined;
}

export function partsOf(doc: Document, object: JsonObject | undefined): Parts {
  const key = object && propertyOf(object, "key")?.value;
  const operator = object && propertyOf(object, "operator")?.value;
  return {
    field: key?.kind === "string" ? doc.fields.get(key.value) : undefined,
    comparison: operator?.kind === "string" ? operatorNamed(operator.value) : undefined,
  };
}

/** Whether the field's values, or the elements of its arrays, are numbers. */
export function isNumeric(field: Field | undefined): boolean {
  return field?.type === "int" || field?.type === "float" || field?.type === "array[int]";
}

/** The object that starts at that offset. */
export function objectAt(doc: Document, start: number): JsonObject | undefined {
  return pathAt(doc.json.root, start + 1).findLast(
    (it): it is JsonObject => it.kind === "object" && it.start === start,
  );
}

/** The filter, if it is a condition or a group. */
export function filterNode(doc: Document): Condition | Group | undefined {
  const { node } = doc.filter;
  return node?.kind === "stray" ? undefined : node;
}

/** The innermost group around the offset. */
export function groupAt(doc: Document, offset: number): Group | undefined {
  let node = doc.filter.node;
  let group: Group | undefined;
  while (node?.kind === "group" && touches(node, offset)) {
    group = node;
    node = node.items.find((it) => touches(it, offset));
  }
  return group;
}
