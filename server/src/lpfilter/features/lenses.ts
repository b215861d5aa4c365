import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import { budget } from "./budget.ts";
import { filterReading } from "./reading.ts";

/** Short, so that the commands next to it stay visible. */
const mostRead = 60;
const mostDetail = 300;

const nothing = "Keeps lines where …";

/**
 * One line above the filter: what it keeps, and its use of the limits. Any text has one, so that lines do not move while it is
 * typed.
 */
export function lenses(doc: Document): readonly Lens[] {
  const { text } = doc;
  const start = doc.json.root?.start ?? text.length;
  const title = filterReading(doc, mostRead) ?? nothing;
  const detail = filterReading(doc, mostDetail) ?? nothing;
  const limits = budget(doc);
  const end = Math.min(start + 1, text.length);
  return [{ start, end, title, detail, ...(limits && { budget: limits }) }];
}
