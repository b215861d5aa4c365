import type { OwnProperty } from "../../core/analysis.ts";
import { propertiesIn } from "../../hosts/configuration/owner.ts";
import { nodeOfJson } from "../../hosts/json/node.ts";
import type { Document } from "../document.ts";

const filterOnly = new Set(["filter"]);

/** What a job does besides its filter. */
export function properties({ text, json: { root } }: Document): readonly OwnProperty[] {
  const node = root && nodeOfJson(text, root);
  if (node?.kind !== "object") return [];
  return propertiesIn(text, node, filterOnly);
}
