import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import { budget } from "./budget.ts";
import { filterReading } from "./reading.ts";

const mostRead = 100;

/** One line above the filter: what it keeps, and how much of the limits it takes. */
export function lenses(doc: Document): readonly Lens[] {
  const { root } = doc.json;
  const title = filterReading(doc, mostRead);
  const limits = budget(doc);
  if (!root || title === undefined || !limits) return [];
  return [{ start: root.start, end: root.start + 1, title: `${title} · ${limits.join(", ")}` }];
}
