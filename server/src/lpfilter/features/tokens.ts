import type { Token } from "../../core/analysis.ts";
import { ignoreSpans } from "../../json/features/ignore-comments.ts";
import type { JsonValue, Property } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import type { DatasetDirective } from "../directives/directives.ts";
import type { Document } from "../document.ts";

const keywords = new Set(["where", "and", "or", "key", "operator", "value"]);

/** Only what the TextMate grammar cannot know; the rest, such as comments, is left to it. */
export function tokens(doc: Document): readonly Token[] {
  const found: Token[] = [];
  commentTokens(doc, found);
  if (doc.json.root) valueTokens(doc, doc.json.root, found);
  return found.filter((it) => onOneLine(doc.text, it)).sort((a, b) => a.start - b.start);
}

function valueTokens(doc: Document, value: JsonValue, found: Token[]): void {
  switch (value.kind) {
    case "object":
      for (const property of value.properties) propertyTokens(doc, property, found);
      break;
    case "array":
      for (const item of value.items) valueTokens(doc, item, found);
      break;
    case "string":
    case "number":
      found.push(token(value, value.kind));
      break;
  }
}

function propertyTokens(doc: Document, { name, value }: Property, found: Token[]): void {
  found.push(token(name, keywords.has(name.value) ? "keyword" : "property"));
  if (!value) return;
  if (value.kind === "string" && name.value === "key") {
    found.push(token(value, "property", fieldModifiers(doc, value.value)));
  } else if (value.kind === "string" && name.value === "operator") {
    found.push(token(value, "operator"));
  } else {
    valueTokens(doc, value, found);
  }
}

function fieldModifiers(doc: Document, name: string): Token["modifiers"] {
  const field = doc.fields.get(name);
  if (!field) return [];
  return field.deprecated ? ["deprecated", "defaultLibrary"] : ["defaultLibrary"];
}

function commentTokens(doc: Document, found: Token[]): void {
  const directive = wholeDirective(doc);
  if (directive) found.push(token(directive, "macro"));
  for (const span of ignoreSpans(doc.text, doc.json.comments)) {
    if (!directive || span.end <= directive.start || directive.end <= span.start) {
      found.push(token(span, "macro"));
    }
  }
}

function token(
  { start, end }: Span,
  type: Token["type"],
  modifiers: Token["modifiers"] = [],
): Token {
  return { start, end, type, modifiers };
}

/** A string with a backslash at the line end continues on the next line, and a missing name is empty. */
function onOneLine(text: string, { start, end }: Span): boolean {
  return start < end && !/[\r\n]/.test(text.slice(start, end));
}

/** The dataset directive with `start` and `end` extended to include '@dataset'. */
export function wholeDirective(
  doc: Document,
): (DatasetDirective & { readonly nameStart: number }) | undefined {
  const { directive } = doc;
  if (!directive) return undefined;
  const start = doc.text.lastIndexOf("@dataset", directive.start);
  return { ...directive, start, nameStart: directive.start };
}
