import { minify } from "../../json/format/minify.ts";
import type { Comment } from "../../json/syntax/scan.ts";
import type { Edit } from "../../text/edit.ts";
import { contains, type Span } from "../../text/span.ts";
import {
  type Condition,
  type FilterNode,
  type Group,
  type LogicalOperator,
  otherLogical,
} from "../syntax/filter.ts";
import { commentsIn, leading } from "./layout.ts";
import type { Piece } from "./print.ts";
import { keep, putPieces, type RewriteTarget } from "./rewrite-target.ts";

/**
 * Extracts the conditions that all members of a group share: `(A and B) or (A and C)` becomes `A and (B or C)`.
 * No edits if they share none, if a member has no other conditions, or if comments would be lost.
 */
export function factorGroup(place: RewriteTarget): readonly Edit[] {
  const { filter, node } = place;
  if (node.kind !== "group" || commentsIn(filter.json.comments, node).length > 0) return [];
  const branches = branchesOf(node);
  return branches.length < node.items.length ? [] : factor(place, node, branches);
}

/** Ways to extract conditions that several members share, at most one for each condition. Comments move to the front. */
export function factorings(place: RewriteTarget): readonly (() => readonly Edit[])[] {
  const { node, filter } = place;
  if (node.kind !== "group") return [];
  const { text } = filter.json;
  const byCondition = new Map<string, Group[]>();
  for (const branch of branchesOf(node)) {
    for (const it of new Set(spellingsIn(branch, text))) {
      const others = byCondition.get(it);
      if (others) others.push(branch);
      else byCondition.set(it, [branch]);
    }
  }
  const ways = [...byCondition.values()].filter((it) => it.length > 1);
  // Conditions that most branches share save most.
  ways.sort((a, b) => b.length - a.length);
  return ways.map((branches) => () => factor(place, node, branches));
}

function factor(place: RewriteTarget, node: Group, branches: readonly Group[]): readonly Edit[] {
  const { text } = place.filter.json;
  const logical = otherLogical(node.logical);
  const [first, ...others] = branches;
  if (!first || others.length === 0) return [];
  const common = sharedSpellings(branches, text);
  const isShared = (it: FilterNode) => common.has(spelling(it, text));
  if (common.size === 0 || branches.some((it) => it.items.every(isShared))) return [];
  const shared = first.items.filter(isShared);
  const rests = branches.map((branch) => branch.items.filter((it) => !isShared(it)));
  const outside = node.items.filter((it) => !(branches as readonly FilterNode[]).includes(it));
  const [one, ...more] = shared.map((it) => keep(place, it));
  if (!one) return [];
  const lost = lostComments(place, node, [...outside, ...shared, ...rests.flat()]);
  const pieces: Piece[] = [
    { ...one, text: leading(place.filter.json, lost, one.indent) + one.text },
    ...more,
    { logical: node.logical, pieces: rests.map((it) => grouped(place, logical, it)) },
  ];
  if (outside.length === 0) return putPieces(place, logical, pieces);
  const together = [...outside.map((it) => keep(place, it)), { logical, pieces }];
  return putPieces(place, node.logical, together);
}

function grouped(
  place: RewriteTarget,
  logical: LogicalOperator,
  items: readonly FilterNode[],
): Piece {
  const pieces = items.map((it) => keep(place, it));
  const [only] = pieces;
  return only && pieces.length === 1 ? only : { logical, pieces };
}

/** The comments outside the parts that are kept. */
function lostComments(
  { filter }: RewriteTarget,
  node: Group,
  kept: readonly Span[],
): readonly Comment[] {
  const all = commentsIn(filter.json.comments, node);
  return all.filter((comment) => !kept.some((it) => contains(it, comment)));
}

export function branchesOf(node: Group): Group[] {
  const logical = otherLogical(node.logical);
  return node.items.filter((it) => isBranch(it, logical));
}

function isBranch(node: FilterNode, logical: LogicalOperator): node is Group {
  return node.kind === "group" && node.logical === logical && node.object.properties.length === 1;
}

function sharedSpellings(branches: readonly Group[], text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const branch of branches) {
    for (const it of new Set(spellingsIn(branch, text))) counts.set(it, (counts.get(it) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count === branches.length).map(([it]) => it));
}

function spellingsIn({ items }: Group, text: string): string[] {
  return items.map((it) => spelling(it, text)).filter((it) => it !== "");
}

/** Whether a condition has nothing but a field, an operator and a value. */
export function isWhole(condition: Condition): boolean {
  return condition.object.properties.length === 3;
}

/** Equal for conditions with the same tokens, and groups of the same ones, regardless of formatting and order. Empty for others. */
export function spelling(node: FilterNode, text: string): string {
  if (node.kind === "group" && node.object.properties.length === 1) {
    const inner = node.items.map((it) => spelling(it, text));
    return inner.includes("") ? "" : `${node.logical} [${inner.sort().join(", ")}]`;
  }
  if (node.kind !== "condition" || !isWhole(node)) return "";
  const parts = [node.key, node.operator].map((it) => (it?.value ? minify(it.value, text) : ""));
  const value = node.value?.value;
  const values = value?.kind === "array" ? value.items : value ? [value] : [];
  const written = values.map((it) => minify(it, text)).sort();
  return [...parts, value?.kind === "array" ? `[${written}]` : written].join(" ");
}
