import { eachValue, type JsonNode, pathAt } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";

/** On a field, all references to it. On `and` or `or`, the name and the brackets of its array. */
export function highlights(doc: Document, offset: number): readonly Span[] {
  const path = pathAt(doc.json.root, offset);
  const leaf = path[path.length - 1];
  const property = path[path.length - 2];
  if (leaf?.kind !== "string" || property?.kind !== "property") return [];
  if (leaf === property.value) {
    return property.name.value === "key" ? fieldPlaces(doc, leaf.value) : [];
  }
  const joins = property.name.value === "and" || property.name.value === "or";
  return joins ? [spanOf(leaf), ...bracketsOf(doc.text, property.value)] : [];
}

function fieldPlaces(doc: Document, name: string): Span[] {
  const found: Span[] = [];
  eachValue(doc.json.root, (value) => {
    if (value.kind !== "object") return;
    for (const { name: word, value: named } of value.properties) {
      const same = word.value === "key" && named?.kind === "string" && named.value === name;
      if (same) found.push(spanOf(named));
    }
  });
  return found;
}

/** An unclosed array has only the first. */
function bracketsOf(text: string, list: JsonNode | undefined): Span[] {
  if (list?.kind !== "array") return [];
  const opening = { start: list.start, end: list.start + 1 };
  const closing = { start: list.end - 1, end: list.end };
  return text[closing.start] === "]" ? [opening, closing] : [opening];
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
