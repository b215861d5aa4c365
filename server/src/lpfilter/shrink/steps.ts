import type { ShrinkStep } from "../../core/shrink/shrink.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { JsonArray, JsonValue } from "../../json/syntax/tree.ts";
import type { Edit } from "../../text/edit.ts";
import { fieldOf } from "../logic/groups.ts";
import { findingsIn } from "../logic/reasoning.ts";
import { chainsIn, nestingsIn } from "../rewrite/chains.ts";
import { factorings } from "../rewrite/factor.ts";
import { mergeConditions } from "../rewrite/merge.ts";
import { removePart } from "../rewrite/remove.ts";
import { type RewriteTarget, rewriteTargetAt } from "../rewrite/rewrite-target.ts";
import { unwrapGroup } from "../rewrite/unwrap.ts";
import type { Condition, Filter, FilterNode } from "../syntax/filter.ts";
import { joinNumbers, numberPairs } from "./numbers.ts";
import { joinedProducts } from "./products.ts";
import { ranges } from "./ranges.ts";
import { shorterCondition, shorterValue } from "./spelling.ts";

/** Edits that may shorten a filter, cheap and certain ones first. */
export function stepsOf(filter: Filter): readonly ShrinkStep[] {
  const nodes = filter.node ? nodesIn(filter.node) : [];
  const conditions = nodes.filter((it) => it.kind === "condition");
  const groups = nodes.filter((it) => it.kind === "group");
  const { json } = filter;
  const spellings = (spell: typeof shorterCondition): readonly ShrinkStep[] => [
    () => conditions.flatMap((it) => spell(it, json)),
    ...conditions.map((it) => () => spell(it, json)),
  ];
  return [
    ...nestingsIn(filter).map((it) => () => unwrapGroup(filter, it.group)),
    ...mergers(filter),
    ...groups.flatMap((it) => rewritings(filter, it, joinedProducts)),
    ...nodes.flatMap((it) => rewritings(filter, it, ranges)),
    ...spellings(shorterValue),
    ...spellings(shorterCondition),
    ...groups.flatMap((it) => rewritings(filter, it, factorings)),
    ...nodes.filter((it) => it !== filter.node).map((it) => () => removePart(filter, it)),
    ...groups.flatMap((group) =>
      numberPairs(group).map(
        (it): ShrinkStep =>
          () =>
            joinNumbers(filter, it),
      ),
    ),
    ...deadValues(filter, conditions),
  ];
}

function nodesIn(root: FilterNode): FilterNode[] {
  const nodes: FilterNode[] = [root];
  for (const node of nodes) if (node.kind === "group") for (const it of node.items) nodes.push(it);
  return nodes;
}

function mergers(filter: Filter): ShrinkStep[] {
  return chainsIn(filter, findingsIn(filter)).map(
    (it) => () => mergeConditions(filter, it)?.edits ?? [],
  );
}

function rewritings(
  filter: Filter,
  node: FilterNode,
  ways: (place: RewriteTarget) => readonly ShrinkStep[],
): readonly ShrinkStep[] {
  const place = rewriteTargetAt(filter, { start: node.start, end: node.start });
  return place?.node === node ? ways(place) : [];
}

/** A value can only be redundant because of a duplicate or another condition on the same field. */
function deadValues({ json }: Filter, conditions: readonly Condition[]): ShrinkStep[] {
  const counts = new Map<string, number>();
  for (const it of conditions) counts.set(fieldOf(it), (counts.get(fieldOf(it)) ?? 0) + 1);
  return conditions.flatMap((it) => {
    const list = it.value?.value;
    if (list?.kind !== "array" || list.items.length < 2) return [];
    const mayBeDead = (counts.get(fieldOf(it)) ?? 0) > 1 ? () => true : isRepeatedIn(list);
    return list.items.filter(mayBeDead).map((item) => (): readonly Edit[] => {
      const edit = removeChild(list.items, item, json.text);
      return edit ? [edit] : [];
    });
  });
}

function isRepeatedIn({ items }: JsonArray): (item: JsonValue) => boolean {
  const spelled = (item: JsonValue) => ("value" in item ? String(item.value) : "");
  const counts = new Map<string, number>();
  for (const it of items) counts.set(spelled(it), (counts.get(spelled(it)) ?? 0) + 1);
  return (item) => (counts.get(spelled(item)) ?? 0) > 1;
}
