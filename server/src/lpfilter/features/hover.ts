import type { Hover } from "../../core/analysis.ts";
import { ignoreHover } from "../../json/features/ignore-comments.ts";
import { commentAt } from "../../json/syntax/comments.ts";
import type { Comment } from "../../json/syntax/scan.ts";
import {
  type JsonNode,
  type JsonObject,
  type JsonValue,
  type Property,
  pathAt,
} from "../../json/syntax/tree.ts";
import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { type Span, touches } from "../../text/span.ts";
import { plural } from "../../text/wording.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/dataset.ts";
import { datasetNamed } from "../catalog/datasets.ts";
import { checks } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { describeDataset, describeField, describeOperator } from "./describe.ts";
import { budget } from "./lenses.ts";
import { groupAt, partsOf } from "./nodes.ts";
import { filterReading, reading } from "./reading.ts";
import { wholeDirective } from "./tokens.ts";

/** Hover for the node at the cursor. */
export function hover(doc: Document, offset: number): Hover | undefined {
  const comment = commentAt(doc.json.comments, offset);
  if (comment) return commentHover(doc, comment, offset);
  const path = pathAt(doc.json.root, offset);
  const leaf = path[path.length - 1];
  const at = path.findLastIndex((it) => it.kind === "property");
  const property = path[at] as Property | undefined;
  const object = path[at - 1];
  if (!leaf || !property || object?.kind !== "object") return undefined;
  if (leaf === property.name) return nameHover(doc, property, object);
  return valueHover(doc, { leaf, property, object });
}

/** Long enough for any filter within the service's limits. */
const mostRead = 1200;

function nameHover(doc: Document, property: Property, object: JsonObject): Hover | undefined {
  const { name } = property;
  switch (name.value) {
    case "where":
      return property === doc.filter.where ? filterHover(doc, name) : undefined;
    case "and":
    case "or":
      return groupHover(doc, property);
    case "key":
    case "operator":
    case "value":
      return partHover(doc, name, object);
    default:
      return undefined;
  }
}

function filterHover(doc: Document, span: Span): Hover | undefined {
  const sentence = filterReading(doc, mostRead);
  return sentence === undefined
    ? undefined
    : over(span, `${escapeMarkdown(sentence)}.`, budget(doc)?.text);
}

function groupHover(doc: Document, property: Property): Hover | undefined {
  const group = groupAt(doc, property.name.start);
  if (!group || group.property !== property) return undefined;
  const { count } = group;
  const conditions = plural(count, "condition");
  const rule = group.logical === "and" ? "All must be true" : "At least one must be true";
  return over(
    property.name,
    `True when ${escapeMarkdown(reading(doc, group, mostRead))}.`,
    `${rule} · ${conditions}`,
  );
}

const purposes = {
  key: "The log field to compare.",
  operator: "How to compare the field with the value.",
  value: "The value to compare the field with.",
};

function partHover(doc: Document, name: Property["name"], object: JsonObject): Hover | undefined {
  const purpose = purposes[name.value as keyof typeof purposes];
  const condition = conditionOf(doc, object);
  return over(name, purpose, condition);
}

/** The condition of this object as a sentence. */
function conditionOf(doc: Document, object: JsonObject): string | undefined {
  const group = groupAt(doc, object.start + 1);
  const nodes = group ? group.items : doc.filter.node ? [doc.filter.node] : [];
  const node = nodes.find((it) => it.kind === "condition" && it.object === object);
  return node && `True when ${escapeMarkdown(reading(doc, node, mostRead))}.`;
}

interface Value {
  readonly leaf: JsonNode;
  readonly property: Property;
  readonly object: JsonObject;
}

function valueHover(doc: Document, { leaf, property, object }: Value): Hover | undefined {
  const { field, comparison } = partsOf(doc, object);
  switch (property.name.value) {
    case "key":
      return field && leaf.kind === "string"
        ? over(leaf, describeField(field, doc.datasets[0] ?? ""))
        : undefined;
    case "operator":
      return comparison && leaf.kind === "string"
        ? over(leaf, describeOperator(comparison))
        : undefined;
    case "value":
      return field && scalarHover(leaf, field);
    default:
      return undefined;
  }
}

function scalarHover(leaf: JsonNode, field: Field): Hover | undefined {
  const value = scalarOf(leaf);
  if (value === undefined) return undefined;
  const { vocabulary } = field;
  const meaning = vocabulary && meaningOf(vocabularies[vocabulary].values, value);
  if (vocabulary && meaning !== undefined) {
    return over(leaf, `${code(value)} ${escapeMarkdown(meaning)}`, vocabularies[vocabulary].noun);
  }
  return field.values?.some((it) => String(it) === value)
    ? over(leaf, `${code(value)} is a documented value of **${escapeMarkdown(field.name)}**.`)
    : undefined;
}

function scalarOf(leaf: JsonNode): string | undefined {
  const scalar = leaf.kind === "string" || leaf.kind === "number" || leaf.kind === "boolean";
  return scalar ? String((leaf as JsonValue & { value: unknown }).value) : undefined;
}

/** Ignores case, because a check already reports wrong case. */
function meaningOf(values: ReadonlyMap<string, string>, value: string): string | undefined {
  return values.get(value) ?? values.get(value.toUpperCase()) ?? values.get(value.toLowerCase());
}

function commentHover(doc: Document, comment: Comment, offset: number): Hover | undefined {
  const directive = wholeDirective(doc);
  if (directive && touches(directive, offset)) {
    const dataset = datasetNamed(directive.name);
    return dataset && over(directive, describeDataset(dataset));
  }
  const example = doc.examples.find((it) => touches(it.name, offset));
  if (example) {
    const { kind } = example;
    const about = `A log line that the filter must ${kind}. Fields that it does not have count as empty.`;
    return over(example.name, `**@${kind}** {…}`, about);
  }
  return exampleField(doc, comment, offset) ?? ignoreHover(doc.text, comment, offset, checks);
}

/** Hover for a field name in the log line of an example. */
function exampleField(doc: Document, comment: Comment, offset: number): Hover | undefined {
  if (!doc.examples.some((it) => touches(comment, it.name.start))) return undefined;
  const text = doc.text.slice(comment.start, comment.end);
  for (const { index, 0: name } of text.matchAll(/(?<=")\w+(?="\s*:)/g)) {
    const start = comment.start + index;
    const span = { start, end: start + name.length };
    const field = touches(span, offset) ? doc.fields.get(name) : undefined;
    if (field) return over(span, describeField(field, doc.datasets[0] ?? ""));
  }
  return undefined;
}

function over({ start, end }: Span, ...parts: readonly (string | undefined)[]): Hover {
  return { start, end, markdown: paragraphs(...parts) };
}
