import type { Budget, Lens } from "../../core/analysis.ts";
import { countText, thousands } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import { sizeOf } from "../syntax/size.ts";
import { filterNode } from "./nodes.ts";
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

/** The filter's use of the two limits of the service. Undefined without a filter. */
export function budget(doc: Document): Budget | undefined {
  const node = filterNode(doc);
  if (!node) return undefined;
  const { limits, hasHoles } = doc.context;
  const { bytes, operators } = sizeOf({ json: doc.json, node });
  return {
    text: `${countText(operators, hasHoles)} of ${thousands(limits.operators)} operators, ${countText(bytes, hasHoles)} of ${thousands(limits.bytes)} bytes`,
    isOver: operators > limits.operators || bytes > limits.bytes,
  };
}
