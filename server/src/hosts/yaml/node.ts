import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import type { HostEntry, HostNode } from "../node.ts";
import type { Region } from "../region.ts";
import { type ScalarContext, scalarRegion } from "./scalar.ts";

/** Aliases are not resolved: their target is checked at its anchor. */
export function nodeOfYaml(host: string, node: ParsedNode, context: ScalarContext): HostNode {
  const [start, end] = node.range;
  if (isMap(node)) {
    const inner = node.flow ? { ...context, inFlow: true } : context;
    const entries = node.items.map(({ key, value }): HostEntry => {
      const name = isScalar(key) ? (key.source ?? String(key.value)) : "";
      const entry = value ? nodeOfYaml(host, value, inner) : nothing(key?.range[1] ?? start);
      return { name, value: entry, start: key?.range[0] ?? start, end: entry.end };
    });
    return { kind: "object", start, end, entries };
  }
  if (isSeq(node)) {
    const inner = node.flow ? { ...context, inFlow: true } : context;
    const items = node.items.map((it) => nodeOfYaml(host, it, inner));
    return { kind: "list", start, end, items, isOpen: false };
  }
  if (isAlias(node) || !isScalar(node)) return { ...nothing(start), end };
  const region = () => scalarRegion(host, node, context);
  return {
    kind: "value",
    start,
    end,
    literal: () => literalOf(node.value, context.layer && region()),
    regions: () => [region()].filter((it) => it !== undefined),
  };
}

function literalOf(
  value: unknown,
  region: Region | undefined,
): string | number | boolean | undefined {
  if (region && region.holes.length > 0) return undefined;
  const isKnown =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isKnown ? value : undefined;
}

function nothing(at: number): HostNode {
  return { kind: "value", start: at, end: at, literal: () => undefined, regions: () => [] };
}
