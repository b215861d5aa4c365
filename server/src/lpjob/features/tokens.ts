import type { Token } from "../../core/analysis.ts";
import { ignoreSpans } from "../../json/features/ignore-comments.ts";
import { onOneLine } from "../../json/features/slot.ts";
import { stringOffsets } from "../../json/syntax/string-text.ts";
import type { JsonObject, JsonString, JsonValue, Property } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import { variablesIn } from "../../text/variables.ts";
import { propertyNamed } from "../catalog/properties.ts";
import type { Document } from "../document.ts";
import { ownerOf } from "../syntax/job.ts";

/** Only what the TextMate grammar cannot know; the rest, such as comments, is left to it. */
export function tokens(doc: Document): readonly Token[] {
  const found: Token[] = ignoreSpans(doc.text, doc.json.comments)
    .filter((it) => !doc.inline || !isInFilter(doc, it))
    .map((it) => token(it, "macro"));
  if (doc.json.root) valueTokens(doc, doc.json.root, found);
  return found
    .filter((it) => it.start < it.end && onOneLine(doc.text, it))
    .sort((a, b) => a.start - b.start);
}

function isInFilter({ job }: Document, { start }: Span): boolean {
  const filter = job.filter?.value;
  return filter !== undefined && filter.start < start && start < filter.end;
}

function valueTokens(doc: Document, value: JsonValue, found: Token[]): void {
  if (doc.inline && value === doc.job.filter?.value) {
    for (const token of doc.inline.tokens()) found.push(token);
    return;
  }
  switch (value.kind) {
    case "object":
      for (const property of value.properties) propertyTokens(doc, value, property, found);
      break;
    case "array":
      for (const item of value.items) itemToken(doc, value, item, found);
      break;
    case "string":
      stringTokens(doc, value, found);
      break;
    case "number":
      found.push(token(value, "number"));
      break;
  }
}

function itemToken(doc: Document, list: JsonValue, item: JsonValue, found: Token[]): void {
  if (list !== doc.job.fieldNames || item.kind !== "string") {
    valueTokens(doc, item, found);
    return;
  }
  const field = doc.fields.get(item.value);
  const modifiers: Token["modifiers"] = field?.deprecated
    ? ["deprecated", "defaultLibrary"]
    : ["defaultLibrary"];
  found.push(token(item, "property", field ? modifiers : []));
}

function propertyTokens(
  doc: Document,
  object: JsonObject,
  property: Property,
  found: Token[],
): void {
  const owner = ownerOf(doc.job, object);
  const known = owner && propertyNamed(owner, property.name.value);
  const modifiers: Token["modifiers"] = known?.deprecated ? ["deprecated"] : [];
  found.push(token(property.name, known ? "keyword" : "property", modifiers));
  if (property.value) valueTokens(doc, property.value, found);
}

/** A string, with its variables highlighted. */
function stringTokens(doc: Document, node: JsonString, found: Token[]): void {
  let at = node.start;
  for (const { start, end, type } of filledIn(doc, node)) {
    if (start < at) continue;
    found.push(token({ start: at, end: start }, "string"), token({ start, end }, type));
    at = end;
  }
  found.push(token({ start: at, end: node.end }, "string"));
}

/** Filters have no variables. */
function filledIn(doc: Document, node: JsonString): (Span & Pick<Token, "type">)[] {
  if (node === doc.job.filter?.value) return [];
  const toOffset = stringOffsets(doc.text, node);
  const found: (Span & Pick<Token, "type">)[] = [...variablesIn(node.value)]
    .filter((it) => it.name !== undefined)
    .map(({ start, end }) => ({ start: toOffset(start), end: toOffset(end), type: "macro" }));
  const { template, destination } = doc.job;
  if (node === template?.node) {
    for (const it of template.actions) {
      if (it.kind === "field") found.push({ start: it.start, end: it.end, type: "variable" });
    }
  }
  if (node === destination?.node && destination.provider?.dated) {
    for (const { index } of node.value.matchAll(/\{DATE\}/g)) {
      found.push({ start: toOffset(index), end: toOffset(index + "{DATE}".length), type: "macro" });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function token(
  { start, end }: Span,
  type: Token["type"],
  modifiers: Token["modifiers"] = [],
): Token {
  return { start, end, type, modifiers };
}
