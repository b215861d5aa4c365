import { minifiedLength } from "../../json/minify.ts";
import { thousands } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import { conditionsIn } from "../filter.ts";
import { filterNode } from "./nodes.ts";

/** How much of the service's two limits the filter takes, as phrases. Undefined while there is no filter to measure. */
export function budget(doc: Document): readonly [operators: string, bytes: string] | undefined {
  const { root } = doc.json;
  const node = filterNode(doc);
  if (!root || !node) return undefined;
  const { limits } = doc.context;
  return [
    `${share(conditionsIn(node), limits.operators)} operators`,
    `${share(minifiedLength(root, doc.text), limits.bytes)} bytes`,
  ];
}

function share(used: number, most: number): string {
  return `${thousands(used)} of ${thousands(most)}`;
}
