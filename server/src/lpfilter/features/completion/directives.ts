import { commentOffers, ignoreRows } from "../../../json/features/ignore-comments.ts";
import { type Offer, placeholder, type Slot } from "../../../json/features/slot.ts";
import type { Comment } from "../../../json/syntax/scan.ts";
import { mostUsedFirst } from "../../../text/nearest.ts";
import { datasets } from "../../catalog/datasets.ts";
import { mostUsedDatasets } from "../../catalog/most-used.ts";
import { checks } from "../../checks/all.ts";
import { exampleKinds } from "../../directives/examples.ts";
import type { Document } from "../../document.ts";
import { describeDataset } from "../describe.ts";
import { exampleRows } from "./examples.ts";

/** Completions in comments: directives and their values. */
export function directiveOffers(
  doc: Document,
  comment: Comment,
  offset: number,
): { readonly slot: Slot; readonly offers: readonly Offer[] } | undefined {
  return commentOffers(doc.text, comment, offset, [
    [/@dataset[ \t]+([^\s*]*)$/, datasetOffers],
    ...exampleRows(doc),
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
  text: `@dataset ${placeholder(1)}`,
  detail: "The filter's dataset",
  snippet: true,
  next: "suggest",
};

const exampleOffers: readonly Offer[] = exampleKinds.map((kind) => ({
  label: `@${kind}`,
  kind: "keyword",
  text: `@${kind} { ${placeholder(1)} }`,
  detail: `A log line that the filter must ${kind}`,
  snippet: true,
}));
