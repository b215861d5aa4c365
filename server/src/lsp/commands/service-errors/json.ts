import type { Reason } from "../../../api/service-error.ts";
import { minify } from "../../../json/format/minify.ts";
import { parseJson } from "../../../json/syntax/parse.ts";
import {
  childrenOf,
  type JsonNode,
  type JsonValue,
  type Property,
  propertyOf,
} from "../../../json/syntax/tree.ts";
import type { Span } from "../../../text/span.ts";
import type { PushedText } from "./text.ts";
import { quotedIn } from "./text.ts";

/**
 * The span in a filter or job that an error refers to: a quoted name or value, or the property of a pointer. Errors about a
 * filter are only located in the filter.
 */
export function placeInJson(
  { message, pointer = "" }: Reason,
  { text, language }: Pick<PushedText, "text" | "language">,
): Span | undefined {
  const { root } = parseJson(text);
  if (!root) return undefined;
  const isFilter = language.resource === "filter";
  const pointed = isFilter ? root : pointedAt(root, pointer);
  const quoted = quotedIn(message);
  const named = quoted.flatMap((it) => nodeNamed(it, pointed ?? root, text) ?? [])[0];
  if (named) return named;
  // If only a filter was sent, pointers refer to it.
  if (isFilter) return pointer === "/filter" ? root : undefined;
  return pointer === "" || pointer === "/" ? undefined : pointed;
}

/** The property of a JSON pointer, or its nearest existing parent. */
function pointedAt(root: JsonValue, pointer: string): JsonNode | undefined {
  let found: JsonNode | undefined;
  let value: JsonValue | undefined = root;
  for (const name of pointer.split("/").slice(1)) {
    const property: Property | undefined =
      value?.kind === "object" ? propertyOf(value, unescapedName(name)) : undefined;
    if (!property) break;
    found = property;
    value = property.value;
  }
  return found;
}

function unescapedName(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The first string, or the first value with that text. */
function nodeNamed(word: string, node: JsonNode, text: string): Span | undefined {
  if (isNamed(word, node, text)) return node;
  for (const child of childrenOf(node)) {
    const found = nodeNamed(word, child, text);
    if (found) return found;
  }
  return undefined;
}

function isNamed(word: string, node: JsonNode, text: string): boolean {
  if (node.kind === "string" && node.value === word) return true;
  const isPlain = node.kind === "string" || node.kind === "number" || node.kind === "boolean";
  return isPlain && minify(node, text) === word;
}
