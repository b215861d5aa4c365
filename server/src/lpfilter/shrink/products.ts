import { kept } from "../../core/solver/kept.ts";
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
  readonly field: string;
  readonly branches: Group[];
  readonly different: Condition[];
}

/** A member that gets the values of other conditions, and the members that are not needed then. */
interface Wider {
  readonly branch: Group;
  readonly condition: Condition;
  readonly values: readonly Condition[];
  readonly gone: readonly Group[];
}

const listed = { or: ["eq", "in"], and: ["!eq", "!in"] } as const;
const lists = { or: "in", and: "!in" } as const;

/**
 * Ways to join members that differ only in the values of one field. All joins of one field come first, because joins of
 * several fields are in each other's way; then the largest ones.
 */
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
      const alike = found.get(key) ?? {
        field: item.field?.name ?? "",
        branches: [],
        different: [],
      };
      found.set(key, alike);
      if (alike.branches.includes(branch)) return;
      alike.branches.push(branch);
      alike.different.push(item);
    });
  }
  const several = [...found.values()].filter((it) => it.branches.length > 1);
  several.sort((a, b) => b.branches.length - a.branches.length);
  const byField = new Map<string, Alike[]>();
  for (const it of several) kept(byField, it.field, () => []).push(it);
  const whole = [...byField.values()].filter((it) => it.length > 1);
  whole.sort((a, b) => saved(b) - saved(a));
  const alike = [...whole, ...several.map((it) => [it])].map((all) => all.flatMap(asOne));
  return [...alike, ...spreadings(place, node)].map((it) => () => widen(place, node, it));
}

function asOne({ branches: [branch, ...gone], different }: Alike): readonly Wider[] {
  const [condition] = different;
  return branch && condition ? [{ branch, condition, values: different, gone }] : [];
}

/** A member with lists for two fields. */
interface Rectangle {
  readonly branch: Group;
  readonly across: Condition;
  readonly down: Condition;
  readonly values: ReadonlySet<string>;
}

/** More members are not compared with each other. */
const mostSpread = 30;

/** Ways to replace a member by others that get its values: of `x in [2] and y in [1, 2]` beside `x eq 1 and y eq 1`, `x eq 3 and y eq 2`. */
function spreadings(
  { filter: { json } }: RewriteTarget,
  node: Group,
): readonly (readonly Wider[])[] {
  const byRest = new Map<string, Rectangle[]>();
  for (const branch of branchesOf(node).slice(0, mostSpread)) {
    const items = branch.items.filter((it) => isListed(it, node.logical));
    for (const across of items)
      for (const down of items) {
        const rest = branch.items.filter((it) => it !== across && it !== down);
        const names = [across.field?.name, down.field?.name];
        if (names[0] === names[1]) continue;
        const key = JSON.stringify([...names, ...rest.map((it) => spelling(it, json.text)).sort()]);
        const values = new Set(writtenValues([down], json.text).keys());
        kept(byRest, key, () => []).push({ branch, across, down, values });
      }
  }
  return [...byRest.values()].flatMap((all) =>
    all.flatMap(({ branch, across, values }) => {
      const within = all.filter((it) => it.branch !== branch && isSubset(it.values, values));
      const covered = new Set(within.flatMap((it) => [...it.values]));
      if (covered.size < values.size) return [];
      return [
        within.map((it) => ({
          branch: it.branch,
          condition: it.across,
          values: [it.across, across],
          gone: [branch],
        })),
      ];
    }),
  );
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((it) => all.has(it));
}

function saved(all: readonly Alike[]): number {
  return all.reduce((sum, it) => sum + it.branches.length - 1, 0);
}

function isListed(node: FilterNode, logical: Group["logical"]): node is Condition {
  if (node.kind !== "condition" || !isWhole(node)) return false;
  const { comparison, field } = node;
  const isOfList = listed[logical].some((it) => it === comparison?.name);
  return isOfList && (field?.type === "string" || field?.type === "int");
}

function widen(place: RewriteTarget, node: Group, all: readonly Wider[]): readonly Edit[] {
  const logical = otherLogical(node.logical);
  const joined = new Map<FilterNode, readonly Piece[]>();
  const gone = new Set<FilterNode>();
  for (const it of all) {
    // A branch may have two conditions on the field.
    if (gone.has(it.branch) || [it.branch, ...it.gone].some((one) => joined.has(one))) continue;
    joined.set(it.branch, joinedPieces(place, it));
    for (const one of it.gone) gone.add(one);
  }
  const left = node.items.filter((it) => !gone.has(it));
  const [only, ...more] = left.map((it) => joined.get(it));
  if (only && more.length === 0) return putPieces(place, logical, only);
  const pieces = left.map((it): Piece => {
    const own = joined.get(it);
    return own ? { logical, pieces: own } : keep(place, it);
  });
  return putPieces(place, node.logical, pieces);
}

function joinedPieces(
  place: RewriteTarget,
  { branch, condition, values }: Wider,
): readonly Piece[] {
  const { text } = place.filter.json;
  const { logical } = place.node as Group;
  const all = [...writtenValues(values, text).keys()].join(", ");
  const joined = withOperand(condition, text, lists[logical], `[${all}]`);
  return branch.items.map((it): Piece => {
    const piece = keep(place, it);
    return it === condition ? { ...piece, text: joined } : piece;
  });
}
