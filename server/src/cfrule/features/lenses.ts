import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import { budget } from "./budget.ts";
import { ruleReading } from "./reading.ts";

/** Short, so that the actions next to it stay visible. */
const maxRead = 60;
const maxDetail = 300;

/** One line above the expression: what it matches, and how much of the limit it uses. */
export function lenses(doc: Document): readonly Lens[] {
  const title = ruleReading(doc, maxRead);
  const detail = ruleReading(doc, maxDetail);
  if (title === undefined || detail === undefined) return [];
  const { start } = doc.parsed.root;
  return [{ start, end: start + 1, title, detail, budget: budget(doc) }];
}
