import type { Hover } from "../../core/analysis.ts";
import { ignoreHover } from "../../json/features/ignore-comments.ts";
import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { type Span, touches } from "../../text/span.ts";
import { directiveNamed } from "../catalog/directives.ts";
import { fieldNamed } from "../catalog/fields.ts";
import { comparisonBySpelling, logicalBySpelling } from "../catalog/operators.ts";
import { typeName } from "../catalog/type.ts";
import { checks } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { ruleFileOf } from "../rule-file.ts";
import { pathAt } from "../syntax/children.ts";
import type { Node, Operator } from "../syntax/tree.ts";
import { argumentType, isEach } from "../syntax/types.ts";
import { budget } from "./budget.ts";
import { commentAt, directiveIn } from "./comments.ts";
import {
  describeComparison,
  describeDirective,
  describeField,
  describeFunction,
  describeList,
  describeLogical,
} from "./describe.ts";
import { literalMeaning } from "./literals.ts";
import { reading, ruleReading } from "./reading.ts";

/** The hover for the node or directive at the cursor. */
export function hover(doc: Document, offset: number): Hover | undefined {
  const comment = commentAt(doc, offset);
  if (comment) return commentHover(doc, comment, offset);
  const path = pathAt(doc.parsed.root, offset);
  const node = path[path.length - 1];
  const own = node && nodeHover(doc, node, path, offset);
  const reach = own && reachIn(doc);
  return reach ? { ...own, markdown: `${own.markdown}\n\n---\n\n${reach}` } : own;
}

/** A request that reaches the rule, if it is in a set with others. */
function reachIn(doc: Document): string | undefined {
  const { ruleSet } = doc.context;
  const own = ruleSet && ruleFileOf(doc);
  return own && ruleSet?.(own).reach();
}

/** Long enough for any valid expression. */
const maxRead = 1200;

function nodeHover(
  doc: Document,
  node: Node,
  path: readonly Node[],
  offset: number,
): Hover | undefined {
  switch (node.kind) {
    case "field":
      return node.definition && over(node, describeField(node.definition));
    case "operator":
      return operatorHover(doc, node, path[path.length - 2]);
    case "call":
    case "quantifier":
      return touches(node.callee, offset) ? calleeHover(doc, node) : partHover(doc, node);
    case "list":
      return over(node, describeList(node.name, doc.context));
    case "stray":
    case "missing":
      return undefined;
    case "logical":
    case "recovered":
    case "not":
    case "group":
    case "comparison":
    case "constant":
    case "indexed":
    case "index":
    case "each":
      return partHover(doc, node.kind === "each" ? (path[path.length - 2] ?? node) : node, path);
    default:
      return literalHover(doc, node, path);
  }
}

/** One end of a range is shown with the other, and an unknown key with its element. */
function literalHover(doc: Document, node: Node, path: readonly Node[]): Hover | undefined {
  const around = path[path.length - 2];
  if (around?.kind === "range") return over(around, literalMeaning(doc, around, path));
  const found = over(node, literalMeaning(doc, node, path));
  return found ?? (around?.kind === "index" ? partHover(doc, around) : undefined);
}

type Called = Node & { readonly kind: "call" | "quantifier" };

function calleeHover(doc: Document, node: Called): Hover | undefined {
  const definition = node.kind === "call" ? node.definition : doc.scheme.function(node.name);
  if (!definition) return undefined;
  const answers = node.kind === "quantifier" || node.type?.kind === "Boolean";
  return over(
    node.callee,
    describeFunction(definition),
    answers
      ? holds(doc, node)
      : node.type && `Returns ${escapeMarkdown(typeName(node.type))} here.`,
  );
}

/** Shows the whole comparison or group at its operator, because it has no token itself. */
function operatorHover(
  doc: Document,
  operator: Operator,
  around: Node | undefined,
): Hover | undefined {
  const comparison = comparisonBySpelling(operator.name);
  const logical = logicalBySpelling(operator.name);
  const meaning = comparison ? describeComparison(comparison) : logical && describeLogical(logical);
  if (meaning === undefined || operator.start === operator.end) return undefined;
  return over(operator, meaning, around && holds(doc, around));
}

/** A node without a name: its type, and its reading if it is a Boolean. */
function partHover(doc: Document, node: Node, path: readonly Node[] = []): Hover | undefined {
  if (node === doc.parsed.root && node.kind !== "indexed") {
    const sentence = ruleReading(doc, maxRead);
    return sentence === undefined
      ? undefined
      : over(node, `${escapeMarkdown(sentence)}.`, budget(doc).text);
  }
  if (node.kind === "index") {
    const of = node.of;
    return (
      of &&
      over(
        node,
        `An element of ${escapeMarkdown(typeName(of))}: ${escapeMarkdown(typeName(of.of))}.`,
      )
    );
  }
  if (node.kind === "indexed" || node.kind === "call") {
    const type = argumentType(node);
    const each = isEach(node) ? " for each element" : "";
    return type && over(node, `${escapeMarkdown(typeName(type))}${each}`);
  }
  const inCall = path.some((it) => it.kind === "call");
  return over(node, inCall ? undefined : "Boolean", holds(doc, node));
}

function holds(doc: Document, node: Node): string {
  return `True when ${escapeMarkdown(reading(doc, node, maxRead))}.`;
}

function commentHover(doc: Document, comment: Span, offset: number): Hover | undefined {
  const directive = directiveIn(doc, comment);
  const row = directive && directiveNamed(directive.name);
  if (!directive || !row) return ignoreHover(doc.text, comment, offset, checks);
  const value = row.values?.find((it) => it.name === directive.value);
  if (value && directive.value !== "" && touches(directive.valueSpan, offset)) {
    return over(directive.valueSpan, `${code(value.name)} ${escapeMarkdown(value.doc)}`);
  }
  const field = /^(no-)?match$/.test(directive.name)
    ? exampleField(doc, comment, offset)
    : undefined;
  if (field) return field;
  const { start, end } = directive.nameSpan;
  return over({ start: start - 1, end }, describeDirective(row));
}

/** The field of 'field=value' or 'field["…"]=value' in the request of an example. */
function exampleField({ text }: Document, comment: Span, offset: number): Hover | undefined {
  for (const { index, 0: name } of text.slice(comment.start, comment.end).matchAll(exampleName)) {
    const start = comment.start + index;
    const span = { start, end: start + name.length };
    const field = touches(span, offset) ? fieldNamed(name) : undefined;
    if (field) return over(span, describeField(field));
  }
  return undefined;
}

const exampleName = /(?<=\s)[a-z][\w.]*(?=[=[])/g;

function over({ start, end }: Span, ...parts: readonly (string | undefined)[]): Hover | undefined {
  const markdown = paragraphs(...parts);
  return markdown === "" ? undefined : { start, end, markdown };
}
