import type { Edit } from "../../text/edit.ts";
import { withOperand } from "../rewrite/condition.ts";
import { branchesOf, isWhole, spelling } from "../rewrite/factor.ts";
import { commentsIn } from "../rewrite/layout.ts";
import { writtenValues } from "../rewrite/merge.ts";
import type { Piece } from "../rewrite/print.ts";
import { keep, putPieces, type RewriteTarget } from "../rewrite/rewrite-target.ts";
import { type Condition, type FilterNode, type Group, otherLogical } from "../syntax/filter.ts";

/** Members of a group that differ only in the values of one field: `A and x eq 1`, `A and x eq 2`. */
interface Alike {
  readonly branches: Group[];
  readonly different: Condition[];
}

const listed = { or: ["eq", "in"], and: ["!eq", "!in"] } as const;
const lists = { or: "in", and: "!in" } as const;

/** Ways to join members that differ only in the values of one field, the largest ones first. */
export function joinedProducts(place: RewriteTarget): readonly (() => readonly Edit[])[] {
  const { node, filter } = place;
  if (node.kind !== "group" || commentsIn(filter.json.comments, node).length > 0) return [];
  const found = new Map<string, Alike>();
  for (const branch of branchesOf(node)) {
    const names = branch.items.map((it) => spelling(it, filter.json.text));
    if (names.includes("")) continue;
    branch.items.forEach((item, at) => {
      if (!isListed(item, node.logical)) return;
      const others = names.filter((_, index) => index !== at).sort();
      const key = JSON.stringify([item.field?.name, others]);
      const alike = found.get(key) ?? { branches: [], different: [] };
      found.set(key, alike);
      if (alike.branches.includes(branch)) return;
      alike.branches.push(branch);
      alike.different.push(item);
    });
  }
  const several = [...found.values()].filter((it) => it.branches.length > 1);
  several.sort((a, b) => b.branches.length - a.branches.length);
  return several.map((it) => () => join(place, node, it));
}

function isListed(node: FilterNode, logical: Group["logical"]): node is Condition {
  if (node.kind !== "condition" || !isWhole(node)) return false;
  const { comparison, field } = node;
  const isOfList = listed[logical].some((it) => it === comparison?.name);
  return isOfList && (field?.type === "string" || field?.type === "int");
}

function join(place: RewriteTarget, node: Group, { branches, different }: Alike): readonly Edit[] {
  const { text } = place.filter.json;
  const [first] = branches;
  const [condition] = different;
  if (!first || !condition) return [];
  const values = [...writtenValues(different, text).keys()].join(", ");
  const joined = withOperand(condition, text, lists[node.logical], `[${values}]`);
  const pieces = first.items.map((it): Piece => {
    const kept = keep(place, it);
    return it === condition ? { ...kept, text: joined } : kept;
  });
  const logical = otherLogical(node.logical);
  const gone = new Set<FilterNode>(branches);
  if (gone.size === node.items.length) return putPieces(place, logical, pieces);
  const all = node.items.flatMap((it): Piece[] => {
    if (it === first) return [{ logical, pieces }];
    return gone.has(it) ? [] : [keep(place, it)];
  });
  return putPieces(place, node.logical, all);
}
