import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import { budget } from "./budget.ts";
import { filterReading } from "./reading.ts";

/** Short, so that the commands next to it stay visible. */
const mostRead = 60;
const mostDetail = 300;

/** One line above the filter: what it keeps, and its use of the limits. */
export function lenses(doc: Document): readonly Lens[] {
  const { root } = doc.json;
  const title = filterReading(doc, mostRead);
  const detail = filterReading(doc, mostDetail);
  const limits = budget(doc);
  if (!root || title === undefined || detail === undefined || !limits) return [];
  return [{ start: root.start, end: root.start + 1, title, detail, budget: limits }];
}
