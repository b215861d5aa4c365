import { commentOffers, ignoreRows } from "../../../json/features/ignore-comments.ts";
import { hole, type Offer, type Slot } from "../../../json/features/slot.ts";
import type { Comment } from "../../../json/syntax/scan.ts";
import { mostUsedFirst } from "../../../text/most-used.ts";
import { datasets } from "../../catalogue/datasets.ts";
import { mostUsedDatasets } from "../../catalogue/most-used.ts";
import { checks } from "../../checks/all.ts";
import type { Document } from "../../document.ts";
import { describeDataset } from "../describe.ts";

/** Completions in comments: directives and their values. */
export function directiveOffers(
  doc: Document,
  comment: Comment,
  offset: number,
): { readonly slot: Slot; readonly offers: readonly Offer[] } | undefined {
  return commentOffers(doc.text, comment, offset, [
    [/@dataset[ \t]+([^\s*]*)$/, datasetOffers],
    ...ignoreRows(checks, () => (doc.directive ? [] : [datasetOffer])),
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
