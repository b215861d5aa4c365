import {
  type JsonArray,
  type JsonObject,
  mayHaveMoreProperties,
  propertyOf,
} from "../../json/syntax/tree.ts";
import { operatorNamed } from "../catalog/operators.ts";
import { type PropertyName, suggestedProperty } from "../catalog/properties.ts";

/** Whether a missing property may be present under a wrong name, which is reported instead, or in a hole. */
export function isMisnamed(object: JsonObject, missing: PropertyName): boolean {
  if (logicalAsOperator(object) || mayHaveMoreProperties(object)) return true;
  return object.properties.slice(0, mostLookedAt).some(({ name }) => {
    if (suggestedProperty(name.value)?.name === missing) return true;
    return missing !== "key" && operatorNamed(name.value) !== undefined;
  });
}

/** A node has at most three properties, so the first few of a huge object are enough. */
export const mostLookedAt = 20;

/** `{ "operator": "and", "conditions": [ … ] }`, as other query languages write a group. */
export function logicalAsOperator(
  object: JsonObject,
): { readonly logical: string; readonly list: JsonArray | undefined } | undefined {
  const operator = propertyOf(object, "operator")?.value;
  const logical = operator?.kind === "string" ? operator.value.toLowerCase() : "";
  if (logical !== "and" && logical !== "or") return undefined;
  const rest = object.properties.length === 2 ? object.properties : [];
  const list = rest.find((it) => it.value?.kind === "array")?.value;
  return { logical, list: list?.kind === "array" && list.items.length > 0 ? list : undefined };
}
