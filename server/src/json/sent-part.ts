import { type Part, type PartObject, UnknownPart } from "../core/configuration/model.ts";
import { inFirstLine, type PartPath } from "../core/policies.ts";
import type { Span } from "../text/span.ts";
import {
  isUnseen,
  type JsonObject,
  type JsonValue,
  mayHaveMoreProperties,
  propertyOf,
} from "./syntax/tree.ts";

/** A JSON value as it is sent, for policies. Null is the same as absent. */
export function partOfJson(value: JsonValue): Part | undefined {
  if (isUnseen(value)) return new UnknownPart("a value that is filled in later");
  switch (value.kind) {
    case "null":
      return undefined;
    case "array":
      return value.items.flatMap((it) => partOfJson(it) ?? []);
    case "object":
      return partOfObject(value);
    default:
      return value.value;
  }
}

/** Of several properties with one name, the last one is sent. */
export function partOfObject(object: JsonObject): PartObject | UnknownPart {
  if (mayHaveMoreProperties(object)) return new UnknownPart("properties that are filled in later");
  const rows = object.properties.flatMap(({ name, value }): [string, Part][] => {
    const part = value && partOfJson(value);
    return part === undefined ? [] : [[name.value, part]];
  });
  return Object.fromEntries(rows);
}

/** The place of a part: of the last one on the path that is there. */
export function placeInJson(text: string, root: JsonValue, path: PartPath): Span {
  let place: Span = (root.kind === "object" ? root.properties[0] : undefined) ?? root;
  let value: JsonValue = root;
  for (const key of path) {
    const property = value.kind === "object" ? propertyOf(value, String(key)) : undefined;
    const next: JsonValue | undefined =
      property?.value ?? (value.kind === "array" ? value.items[Number(key)] : undefined);
    if (!next) break;
    const isInside = next.kind === "object" || next.kind === "array";
    place = (isInside ? (property ?? firstIn(next)) : undefined) ?? next;
    value = next;
  }
  return inFirstLine(text, place);
}

function firstIn(value: JsonValue): Span | undefined {
  return value.kind === "object" ? value.properties[0] : undefined;
}
