import type { Fix } from "../../core/diagnostic.ts";
import { minify } from "../format/minify.ts";
import type { JsonObject, JsonValue, Property } from "../syntax/tree.ts";
import { removeChild } from "./remove.ts";

/** Unless both values are equal, only the author knows which one is intended. */
export function removeDuplicate(
  object: JsonObject,
  first: Property,
  last: Property,
  text: string,
): Fix[] {
  const edit = removeChild(object.properties, first, text);
  if (!edit) return [];
  const fix: Fix = { title: "Remove the unused one", edits: [edit] };
  const same = first.value && last.value && isSame(first.value, last.value, text);
  return [same ? fix : { ...fix, guess: true }];
}

function isSame(first: JsonValue, last: JsonValue, text: string): boolean {
  return first.kind === last.kind && minify(first, text) === minify(last, text);
}
