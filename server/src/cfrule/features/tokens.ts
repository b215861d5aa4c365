import type { Token } from "../../core/analysis.ts";
import { ignoreSpans } from "../../json/features/ignore-comments.ts";
import type { Span } from "../../text/span.ts";
import { comparisonBySpelling } from "../catalog/operators.ts";
import type { Document } from "../document.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Node, Operator } from "../syntax/tree.ts";
import { directiveWord } from "./comments.ts";

/** All semantic tokens, in text order. */
export function tokens(doc: Document): readonly Token[] {
  const found: Token[] = [];
  commentTokens(doc, found);
  nodeTokens(doc, doc.parsed.root, found);
  return found.filter((it) => it.start < it.end).sort((a, b) => a.start - b.start);
}

function nodeTokens(doc: Document, node: Node, found: Token[]): void {
  switch (node.kind) {
    case "field":
      found.push(token(node, "property", fieldModifiers(doc, node.name)));
      break;
    case "operator":
      // Themes color keywords but not operators, which suits symbols but not words.
      found.push(token(node, isSign(doc, node) ? "operator" : "keyword"));
      break;
    case "call":
    case "quantifier": {
      const known = doc.scheme.function(node.name) !== undefined;
      found.push(token(node.callee, "function", known ? ["defaultLibrary"] : []));
      break;
    }
    case "string":
      found.push(token(node, "string"));
      break;
    case "regex":
      found.push(token(node, "regexp"));
      break;
    case "integer":
    case "address":
    case "network":
    case "range":
      found.push(token(node, "number"));
      return;
    case "list":
      found.push(token(node, "variable"));
      break;
    case "constant":
      found.push(token(node, "keyword"));
      break;
    case "each":
      found.push(token(node, "operator"));
      break;
  }
  for (const child of childrenOf(node)) nodeTokens(doc, child, found);
}

function isSign({ text }: Document, { start, name }: Operator): boolean {
  return comparisonBySpelling(name) !== undefined && !/\w/.test(text[start] ?? "");
}

function fieldModifiers(doc: Document, name: string): Token["modifiers"] {
  const field = doc.scheme.field(name);
  if (!field) return [];
  return field.deprecated ? ["deprecated", "defaultLibrary"] : ["defaultLibrary"];
}

/** Comments, with their directives as separate tokens. */
function commentTokens({ text, parsed }: Document, found: Token[]): void {
  const words = [...parsed.directives.map(directiveWord), ...ignoreSpans(text, parsed.comments)];
  words.sort((a, b) => a.start - b.start);
  let next = 0;
  for (const { start, end } of parsed.comments) {
    let from = start;
    for (; (words[next]?.start ?? end) < end; next++) {
      const word = words[next] as Span;
      found.push(token({ start: from, end: word.start }, "comment"), token(word, "macro"));
      from = word.end;
    }
    found.push(token({ start: from, end }, "comment"));
  }
}

function token(
  { start, end }: Span,
  type: Token["type"],
  modifiers: Token["modifiers"] = [],
): Token {
  return { start, end, type, modifiers };
}
