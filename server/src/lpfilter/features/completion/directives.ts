import { commentOffers, ignoreRows } from "../../../json/features/ignore-comments.ts";
import { hole, type Offer, type Slot } from "../../../json/features/slot.ts";
import type { Comment } from "../../../json/syntax/scan.ts";
import { mostUsedFirst } from "../../../text/most-used.ts";
import { datasets } from "../../catalogue/datasets.ts";
import { mostUsedDatasets } from "../../catalogue/most-used.ts";
import { checks } from "../../checks/all.ts";
import { exampleKinds } from "../../directives/examples.ts";
import type { Document } from "../../document.ts";
import type { FilterNode } from "../../syntax/filter.ts";
import { describeDataset, describeField } from "../describe.ts";

/** Completions in comments: directives and their values. */
export function directiveOffers(
  doc: Document,
  comment: Comment,
  offset: number,
): { readonly slot: Slot; readonly offers: readonly Offer[] } | undefined {
  return commentOffers(doc.text, comment, offset, [
    [/@dataset[ \t]+([^\s*]*)$/, datasetOffers],
    [/@(?:keep|drop)[ \t]+\{(?:[^"]*"[^"]*")*[^":]*"(\w*)$/, () => fieldOffers(doc)],
    ...ignoreRows(checks, () => [...(doc.directive ? [] : [datasetOffer]), ...exampleOffers]),
  ]);
}

function datasetOffers(): Offer[] {
  return mostUsedFirst(datasets, (it) => it.name, mostUsedDatasets).map((dataset) => ({
    label: dataset.name,
    kind: "value",
    text: dataset.name,
    detail: dataset.title,
    documentation: () => describeDataset(dataset),
  }));
}

const datasetOffer: Offer = {
  label: "@dataset",
  kind: "keyword",
  text: `@dataset ${hole(1)}`,
  detail: "The filter's dataset",
  snippet: true,
  next: "suggest",
};

const exampleOffers: readonly Offer[] = exampleKinds.map((kind) => ({
  label: `@${kind}`,
  kind: "keyword",
  text: `@${kind} { ${hole(1)} }`,
  detail: `A log line that the filter must ${kind}`,
  snippet: true,
}));

/** The fields of an example: those of the filter first. */
function fieldOffers({ fields, filter, datasets: [dataset = ""] }: Document): Offer[] {
  const used = new Set(filter.node ? fieldsIn(filter.node) : []);
  return [...fields.values()]
    .sort((a, b) => Number(used.has(b.name)) - Number(used.has(a.name)))
    .map((field) => ({
      label: field.name,
      kind: "field",
      text: field.name,
      detail: field.type,
      documentation: () => describeField(field, dataset),
    }));
}

function fieldsIn(node: FilterNode): string[] {
  if (node.kind === "group") return node.items.flatMap(fieldsIn);
  return node.kind === "condition" && node.field ? [node.field.name] : [];
}
