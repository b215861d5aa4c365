import { type Edit, replace } from "../../text/edit.ts";
import {
  type AddressRange,
  formatAddress,
  formatNetwork,
  networkBetween,
} from "../../vocabulary/ip.ts";
import { spreadSet } from "../rewrite/merge.ts";
import { hasComment, type Source } from "../rewrite/source.ts";
import type { Comparison, SetItem, SetLiteral } from "../syntax/tree.ts";
import { containsRange, mergeRanges } from "../values/ip-ranges.ts";
import { overlapsIn, type Stretch, stretchOf } from "../values/set-overlaps.ts";
import { removeItem } from "../values/spelling.ts";
import type { LocatedNode } from "./located-nodes.ts";

/** `x in {a}` as `x eq a`. */
export function withoutSet(
  source: Source,
  { node, above }: LocatedNode<Comparison>,
): readonly Edit[] {
  const isSingle = node.right.kind === "set" && node.right.items.length === 1;
  return isSingle ? spreadSet(source, node, above) : [];
}

/** Tries to remove items: items that others in the set cover or, if there are other conditions on the field, any item. */
export function itemSteps(
  { text }: Source,
  set: SetLiteral,
  isAlone: boolean,
): readonly (() => readonly Edit[])[] {
  if (set.items.length < 2) return [];
  const covered = overlapsIn(set).filter((it) => it.kind !== "partial");
  const items = isAlone ? covered.map((it) => it.item) : set.items;
  return items.map((it) => () => [removeItem(it, text)]);
}

/** Merges the addresses or numbers of a set into fewer networks and ranges, each in its shortest notation. */
export function joinedItems(source: Source, set: SetLiteral): readonly Edit[] {
  const { text } = source;
  const stretches = set.items.map(stretchOf).filter((it) => it !== undefined);
  if (stretches.length < set.items.length || hasComment(source, set)) return [];
  const items = mergeRanges(stretches).map((whole) => {
    const inside = largest(stretches.filter((it) => containsRange(whole, it)));
    const apart = inside.map((it) => shortestOf(it, text)).join(" ");
    const [first] = inside;
    const joined = first && inside.length > 1 ? spelled(whole, isNumber(first.item)) : apart;
    return joined.length < apart.length ? joined : apart;
  });
  return [replace(set, `{${items.join(" ")}}`)];
}

/** The ranges that no other range covers. */
function largest(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.filter(
    (it, index) =>
      !stretches.some(
        (other, i) =>
          i !== index && containsRange(other, it) && (i < index || !containsRange(it, other)),
      ),
  );
}

function shortestOf(stretch: Stretch, text: string): string {
  const written = text.slice(stretch.item.start, stretch.item.end);
  const short = spelled(stretch, isNumber(stretch.item));
  return short.length < written.length ? short : written;
}

function isNumber(item: SetItem): boolean {
  return item.kind === "integer" || (item.kind === "range" && item.first.kind === "integer");
}

function spelled({ family, first, last }: AddressRange, isInteger: boolean): string {
  if (isInteger) return first === last ? String(first) : `${first}..${last}`;
  const from = formatAddress({ family, value: first });
  if (first === last) return from;
  const range = `${from}..${formatAddress({ family, value: last })}`;
  const network = networkBetween({ family, first, last });
  const written = network ? formatNetwork(network) : range;
  return written.length < range.length ? written : range;
}
