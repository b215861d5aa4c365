import { minify } from "../../json/format/minify.ts";
import type { Edit } from "../../text/edit.ts";
import {
  type Condition,
  type FilterNode,
  type Group,
  type LogicalOperator,
  otherLogical,
} from "../syntax/filter.ts";
import { commentsIn } from "./layout.ts";
import { keep, type Place, putPieces } from "./place.ts";
import type { Piece } from "./print.ts";

/**
 * Pulls out of a group what all its parts ask for: `(A and B) or (A and C)` becomes `A and (B or C)`.
 * No edits when they share nothing, when one asks for nothing else, or when comments would be lost.
 */
export function factorGroup(place: Place): readonly Edit[] {
  const { filter, node } = place;
  const { text, comments } = filter.json;
  if (node.kind !== "group" || commentsIn(comments, node).length > 0) return [];
  const logical = otherLogical(node.logical);
  const branches = node.items.filter((it) => isBranch(it, logical));
  const [first, ...others] = branches;
  if (!first || others.length === 0 || branches.length < node.items.length) return [];
  const common = sharedSpellings(branches, text);
  const isShared = (it: FilterNode) => common.has(spelling(it, text));
  if (common.size === 0 || branches.some((it) => it.items.every(isShared))) return [];
  const rests = branches.map((branch): Piece => {
    const pieces = branch.items.filter((it) => !isShared(it)).map((it) => keep(place, it));
    const [only] = pieces;
    return only && pieces.length === 1 ? only : { logical, pieces };
  });
  const shared = first.items.filter(isShared).map((it) => keep(place, it));
  return putPieces(place, logical, [...shared, { logical: node.logical, pieces: rests }]);
}

function isBranch(node: FilterNode, logical: LogicalOperator): node is Group {
  return node.kind === "group" && node.logical === logical && node.object.properties.length === 1;
}

function sharedSpellings(branches: readonly Group[], text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { items } of branches) {
    const own = new Set(items.filter(isCondition).map((it) => spelling(it, text)));
    for (const it of own) counts.set(it, (counts.get(it) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count === branches.length).map(([it]) => it));
}

function isCondition(node: FilterNode): node is Condition {
  return node.kind === "condition" && node.object.properties.length === 3;
}

/** Equal for conditions with the same tokens, whatever their formatting. */
function spelling(node: FilterNode, text: string): string {
  if (!isCondition(node)) return "";
  const parts = [node.key, node.operator, node.value].map((it) =>
    it?.value ? minify(it.value, text) : "",
  );
  return parts.join(" ");
}
