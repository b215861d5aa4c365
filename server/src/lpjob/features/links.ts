import type { Link } from "../../core/analysis.ts";
import { stringOffsets } from "../../json/syntax/string-text.ts";
import { datasetNamed, datasetPage } from "../../lpfilter/language.ts";
import { encodePath } from "../../text/encode-path.ts";
import type { Document } from "../document.ts";
import { normalPath } from "../values/paths.ts";

/** Links the dataset to its documentation, and the path of a filter to its file. */
export function links(doc: Document): readonly Link[] {
  return [...datasetLinks(doc), ...filterLinks(doc)];
}

function datasetLinks({ job, text }: Document): Link[] {
  const node = job.datasetNode;
  const dataset = node && datasetNamed(node.value);
  if (!node || !dataset) return [];
  const toOffset = stringOffsets(text, node);
  const span = { start: toOffset(0), end: toOffset(node.value.length) };
  return [{ ...span, target: datasetPage(dataset), tooltip: `Fields of ${dataset.title}` }];
}

function filterLinks({ job, text }: Document): Link[] {
  const { filter } = job;
  if (filter?.kind !== "path") return [];
  const path = normalPath(filter.value.value);
  if (path === undefined) return [];
  const toOffset = stringOffsets(text, filter.value);
  const span = { start: toOffset(0), end: toOffset(filter.value.value.length) };
  const target = `./${encodePath(path)}`;
  return [{ ...span, target, tooltip: "Open filter" }];
}
