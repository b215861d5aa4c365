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
import { quotedIn } from "./words.ts";

/**
 * The place in a filter or in a job that a reason is about: a name or a value that it quotes, or the property that it points to.
 * What it says about a filter is looked for in the filter alone.
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
  // A pointer into the request is about the filter when nothing but the filter was sent.
  if (isFilter) return pointer === "/filter" ? root : undefined;
  return pointer === "" || pointer === "/" ? undefined : pointed;
}

/** The property that a JSON pointer leads to, or the nearest one above it that is there. */
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

/** The first string, or the first value written like that, in the order of the text. */
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
