import { type Fix, safeFix } from "../../core/diagnostic.ts";
import type { Edit } from "../../text/edit.ts";
import { minify } from "../format/minify.ts";
import type { JsonNode, JsonObject, JsonValue, Property } from "../syntax/tree.ts";

/**
 * Removes one child of an object or array, with its comma. Comments next to it are kept.
 * Undefined if a comment is between the child and its comma.
 */
export function removeChild(
  siblings: readonly JsonNode[],
  child: JsonNode,
  text: string,
): Edit | undefined {
  const index = indexOf(siblings, child);
  const next = siblings[index + 1];
  const before = siblings[index - 1];
  if (next) {
    const gap = text.slice(child.end, next.start);
    if (/^\s*,\s*$/.test(gap)) return { start: child.start, end: next.start, newText: "" };
    const comma = /^\s*,/.exec(gap);
    return comma
      ? { start: child.start, end: child.end + comma[0].length, newText: "" }
      : undefined;
  }
  const joined = before !== undefined && /^\s*,\s*$/.test(text.slice(before.end, child.start));
  if (joined) return { start: before.end, end: child.end, newText: "" };
  // Otherwise the comma before it becomes a trailing comma, which is allowed, so its own must be removed.
  const own = trailingComma(text, child.end);
  if (own === "beyond a comment") return undefined;
  return { start: child.start, end: own ?? child.end, newText: "" };
}

const blanks = /\s*/y;
const blanksAndComments = /(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;

/** The end of the comma after the last child, if present. */
function trailingComma(text: string, start: number): number | "beyond a comment" | undefined {
  const at = skip(blanks, text, start);
  if (text[at] === ",") return at + 1;
  return text[skip(blanksAndComments, text, at)] === "," ? "beyond a comment" : undefined;
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Binary search: children are in source order. */
function indexOf(siblings: readonly JsonNode[], child: JsonNode): number {
  let low = 0;
  let high = siblings.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((siblings[middle]?.start ?? 0) < child.start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Unless both values are equal, only the author knows which one is intended. */
export function removeDuplicate(
  object: JsonObject,
  first: Property,
  last: Property,
  text: string,
): Fix[] {
  const edit = removeChild(object.properties, first, text);
  if (!edit) return [];
  const fix = safeFix("Remove the unused one", [edit]);
  const same = first.value && last.value && isSame(first.value, last.value, text);
  return [same ? fix : { ...fix, guess: true }];
}

function isSame(first: JsonValue, last: JsonValue, text: string): boolean {
  return first.kind === last.kind && minify(first, text) === minify(last, text);
}
