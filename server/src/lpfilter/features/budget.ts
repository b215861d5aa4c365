import type { Budget } from "../../core/analysis.ts";
import { countText, thousands } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import { sizeOf } from "../syntax/size.ts";
import { filterNode } from "./nodes.ts";

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
