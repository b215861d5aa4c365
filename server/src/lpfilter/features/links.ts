import type { Link } from "../../core/analysis.ts";
import { datasetNamed } from "../catalogue/datasets.ts";
import { datasetDirective } from "../directives.ts";
import type { Document } from "../document.ts";
import { datasetPage } from "./describe.ts";

/** The name in the dataset directive leads to the dataset's page in the documentation. */
export function links(doc: Document): readonly Link[] {
  const directive = datasetDirective(doc.json);
  const dataset = directive && datasetNamed(directive.name);
  if (!directive || !dataset) return [];
  const { start, end } = directive;
  return [{ start, end, target: datasetPage(dataset), tooltip: `The fields of ${dataset.title}` }];
}
