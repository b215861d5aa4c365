import type { JsonValue } from "../../json/syntax/tree.ts";
import type { Layer } from "../layer.ts";
import type { HostEntry, HostNode } from "../node.ts";
import { stringRegion } from "./string.ts";

export function nodeOfJson(host: string, value: JsonValue, layer?: Layer): HostNode {
  const { start, end } = value;
  if (value.kind === "object") {
    const entries: HostEntry[] = [];
    for (const { name, value: inner, start, end } of value.properties) {
      if (!inner) continue;
      entries.push({ name: name.value, value: nodeOfJson(host, inner, layer), start, end });
    }
    return { kind: "object", start, end, entries };
  }
  if (value.kind === "array") {
    const items = value.items.map((it) => nodeOfJson(host, it, layer));
    return { kind: "list", start, end, items, isOpen: false };
  }
  if (value.kind !== "string") {
    const literal = value.kind === "null" ? undefined : value.value;
    return { kind: "value", start, end, literal: () => literal, regions: () => [] };
  }
  const region = () => stringRegion(host, value, layer);
  return {
    kind: "value",
    start,
    end,
    literal: () => {
      if (!layer) return value.value;
      const found = region();
      return found?.holes.length === 0 ? found.text : undefined;
    },
    regions: () => [region()].filter((it) => it !== undefined),
  };
}
