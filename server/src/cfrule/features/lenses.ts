import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import { budget } from "./budget.ts";
import { ruleReading } from "./reading.ts";

/** Short, so that the actions next to it stay visible. */
const maxRead = 60;
const maxDetail = 300;

/**
 * One line above the expression: what it matches, and how much of the limit it uses. Any text has one, above its first token, so
 * that lines do not move while it is typed.
 */
export function lenses(doc: Document): readonly Lens[] {
  const [from, to = 0] = doc.parsed.gaps;
  const start = from === 0 ? to : 0;
  const nothing = doc.parsed.form === "value" ? "Returns …" : "Matches requests where …";
  const title = ruleReading(doc, maxRead) ?? nothing;
  const detail = ruleReading(doc, maxDetail) ?? nothing;
  const end = Math.min(start + 1, doc.text.length);
  return [{ start, end, title, detail, budget: budget(doc) }];
}
