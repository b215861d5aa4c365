import type { Hover } from "../../core/analysis.ts";
import { ignoreHover } from "../../json/features/ignore-comments.ts";
import { commentAt } from "../../json/syntax/comments.ts";
import { stringOffsets } from "../../json/syntax/string-text.ts";
import { type JsonString, pathAt } from "../../json/syntax/tree.ts";
import { datasetNamed, describeDataset, describeField } from "../../lpfilter/language.ts";
import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { contains, type Span, touches } from "../../text/span.ts";
import { escapesIn, variablesIn } from "../../text/variables.ts";
import { propertyNamed } from "../catalog/properties.ts";
import type { PropertyRow } from "../catalog/property.ts";
import { allChecks } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { ownerOf } from "../syntax/job.ts";
import { describeParameter, describeProperty, describeProvider } from "./describe.ts";

/** Hover for the node at the cursor. */
export function hover(doc: Document, offset: number): Hover | undefined {
  const comment = commentAt(doc.json.comments, offset);
  if (comment) return ignoreHover(doc.text, comment, offset, allChecks);
  const filter = doc.job.filter?.value;
  if (filter && filter.start < offset && offset < filter.end) {
    if (doc.inline) return doc.inline.hover(offset);
    const at = doc.escaped?.offsetOf(offset);
    if (at !== undefined) return doc.escaped?.hover(at);
  }
  const path = pathAt(doc.json.root, offset);
  const leaf = path[path.length - 1];
  if (leaf?.kind !== "string") return undefined;
  const property = path.findLast((it) => it.kind === "property");
  const object = path.findLast((it) => it.kind === "object");
  const owner = ownerOf(doc.job, object);
  const row = owner && property && propertyNamed(owner, property.name.value);
  if (leaf === property?.name) return row && over(leaf, describeProperty(row));
  const filled = leaf === filter ? undefined : variableHover(doc, leaf, offset);
  return filled ?? valueHover(doc, leaf, row, offset);
}

function variableHover(doc: Document, node: JsonString, offset: number): Hover | undefined {
  const toOffset = stringOffsets(doc.text, node);
  for (const { start, end, name } of variablesIn(node.value)) {
    const span = { start: toOffset(start), end: toOffset(end) };
    if (name === undefined || !touches(span, offset)) continue;
    return over(span, `Environment variable ${code(name)}, replaced on push.`);
  }
  for (const { start, end } of escapesIn(node.value)) {
    const span = { start: toOffset(start), end: toOffset(end) };
    if (!touches(span, offset)) continue;
    return over(
      span,
      `Sent as ${code(node.value.slice(start + 1, end))}: no variable starts here.`,
    );
  }
  return undefined;
}

function valueHover(
  doc: Document,
  node: JsonString,
  row: PropertyRow | undefined,
  offset: number,
): Hover | undefined {
  const { job } = doc;
  if (node === job.datasetNode) {
    const dataset = datasetNamed(node.value);
    return dataset && over(node, describeDataset(dataset));
  }
  if (node === job.destination?.node) return destinationHover(doc, offset);
  if (node === job.template?.node) return templateHover(doc, offset);
  if (job.fieldNames && contains(job.fieldNames, node)) return fieldHover(doc, node, node.value);
  if (job.filter?.kind === "path" && node === job.filter.value) {
    return over(node, "The file with the filter. Weir inserts it into the job on push.");
  }
  const meaning = row?.values?.find((it) => it.value === node.value)?.meaning;
  return meaning && row
    ? over(
        node,
        `${code(JSON.stringify(node.value))} ${escapeMarkdown(meaning)}`,
        `**${escapeMarkdown(row.name)}**`,
      )
    : undefined;
}

function destinationHover({ job, text }: Document, offset: number): Hover | undefined {
  const { destination } = job;
  const provider = destination?.provider;
  if (!destination || !provider) return undefined;
  const parameter = destination.parameters.find((it) => touches(it, offset));
  const row = parameter && provider.parameters.find((it) => it.name === parameter.name.text);
  if (row) return over(parameter, describeParameter(row, provider));
  if (parameter?.name.text.startsWith("header_")) {
    const header = parameter.name.text.slice("header_".length);
    return over(parameter, `Sent as the ${code(header)} header of every request.`);
  }
  const date = /\{DATE\}/.exec(text.slice(destination.address.start, destination.address.end));
  const start = destination.address.start + (date?.index ?? 0);
  const span = { start, end: start + "{DATE}".length };
  if (date && provider.dated && touches(span, offset)) {
    return over(span, "The day of the log lines, as in `20251112`.");
  }
  return over(destination.node, describeProvider(provider));
}

function templateHover(doc: Document, offset: number): Hover | undefined {
  const action = doc.job.template?.actions.find((it) => touches(it, offset));
  return action?.kind === "field" ? fieldHover(doc, action.field, action.field.name) : undefined;
}

function fieldHover(doc: Document, span: Span, name: string): Hover | undefined {
  const field = doc.fields.get(name);
  return field && over(span, describeField(field, doc.job.dataset));
}

function over({ start, end }: Span, ...parts: readonly (string | undefined)[]): Hover {
  return { start, end, markdown: paragraphs(...parts) };
}
