import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import { budget } from "./budget.ts";
import { ruleReading } from "./reading.ts";

const mostRead = 100;

/** One line above the expression: what it matches, and how much of the limit it takes. */
export function lenses(doc: Document): readonly Lens[] {
  const title = ruleReading(doc, mostRead);
  if (title === undefined) return [];
  const { start } = doc.parsed.root;
  return [{ start, end: start + 1, title: `${title} · ${budget(doc)}` }];
}
