import type { Span } from "../../text/span.ts";
import type { HostNode, HostValue } from "../node.ts";
import type { Region } from "../region.ts";

/** A list that is empty with the defaults. */
export function emptyList(
  items: readonly HostNode[],
  { start, end }: Span,
  defaults: readonly string[] | undefined,
): HostNode {
  return { kind: "list", start, end, items, isOpen: defaults !== undefined, defaults };
}

/** Only one of them is used. */
export function alternatives(nodes: readonly HostNode[], { start, end }: Span): HostNode {
  const isOf = (it: HostNode) => it.kind === "value" && !it.others && it.regions().length > 0;
  if (!nodes.every(isOf))
    return { kind: "list", start, end, items: nodes.map(asAlternative), isOpen: true };
  const regions = () => nodes.flatMap((it) => (it.kind === "value" ? alternativeRegions(it) : []));
  return { kind: "value", start, end, literal: () => undefined, regions };
}

export function withAlternative(
  node: HostNode,
  other: HostNode,
  defaults: readonly string[],
): HostNode {
  const list = emptyList([other], other, defaults);
  if (node.kind === "list") return { ...node, items: [...node.items, list] };
  if (node.kind === "object" || other.kind !== "value")
    return emptyList([node, list], node, undefined);
  const regions = () => alternativeRegions(other).map(withoutDefaults);
  return { ...node, others: [...(node.others ?? []), { ...other, regions }] };
}

/** With another value than one default, others may not be used either. */
function withoutDefaults(region: Region): Region {
  const { isAlternative, evaluated, ...own } = region;
  const certain = own.composed?.withoutDefaults ?? own;
  return {
    ...certain,
    ...(isAlternative && { isAlternative }),
    ...(evaluated && { evaluated: withoutDefaults(evaluated) }),
  };
}

function asAlternative(node: HostNode): HostNode {
  if (node.kind === "list") return { ...node, isOpen: true };
  if (node.kind === "object") return node;
  return { ...node, regions: () => alternativeRegions(node) };
}

function alternativeRegions(value: HostValue): readonly Region[] {
  return value
    .regions()
    .filter((it) => it.text !== "")
    .map((it) => ({ ...it, isAlternative: true }));
}
