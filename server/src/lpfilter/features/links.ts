import type { Link } from "../../core/analysis.ts";
import { datasetNamed } from "../catalogue/datasets.ts";
import type { Document } from "../document.ts";
import { datasetPage } from "./describe.ts";

/** Links the name in the dataset directive to its documentation. */
export function links({ directive }: Document): readonly Link[] {
  const dataset = directive && datasetNamed(directive.name);
  if (!directive || !dataset) return [];
  const { start, end } = directive;
  return [{ start, end, target: datasetPage(dataset), tooltip: `Fields of ${dataset.title}` }];
}
