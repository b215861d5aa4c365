import { type JsonObject, type JsonValue, type Property, propertyOf } from "../syntax/tree.ts";

/** What the service's API answers, with the thing that was asked for inside. */
export interface Response {
  readonly result: Property;
  /** What was asked for; undefined when there are several, or none. */
  readonly one: JsonObject | undefined;
}

/** Undefined for any other object. */
export function readResponse(root: JsonValue | undefined): Response | undefined {
  const result = root?.kind === "object" ? propertyOf(root, "result") : undefined;
  const value = result?.value;
  if (root?.kind !== "object" || !result || (value?.kind !== "object" && value?.kind !== "array"))
    return undefined;
  const isResponse =
    root.properties.length === 1 || beside.some((name) => propertyOf(root, name) !== undefined);
  if (!isResponse) return undefined;
  const only = value.kind === "object" ? value : value.items.length === 1 ? value.items[0] : null;
  return { result, one: only?.kind === "object" ? only : undefined };
}

const beside = ["success", "errors", "messages", "result_info"];
