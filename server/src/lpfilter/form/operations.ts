import type { FormOperation as AnyOperation, FormPath, NewRow } from "../../core/form.ts";
import { changeCondition, Impossible, writeCondition } from "./condition.ts";
import { isEditable } from "./editable.ts";
import { type CommentedItem, type Items, leaveComments, newItems, newPart } from "./parts.ts";
import { type Branch, frameComments, type GroupBranch, type Tree } from "./tree.ts";

/** The operations that change rows. */
export type FormOperation = Exclude<AnyOperation, { readonly kind: "example" | "dataset" }>;

/** Applies an operation of the form to the tree of the filter. Throws `Impossible` if it cannot be applied. */
export function carryOut(tree: Tree, operation: FormOperation): void {
  const run = operations[operation.kind] as
    | ((tree: Tree, asked: FormOperation) => void)
    | undefined;
  if (!run) throw new Impossible("Unknown operation.");
  run(tree, operation);
}

const operations: {
  readonly [Kind in FormOperation["kind"]]: (tree: Tree, asked: Operation<Kind>) => void;
} = {
  add,
  change,
  join: (tree, { path, logical }) => {
    groupAt(tree, path).logical = logical;
  },
  delete: (tree, { path }) => removeAt(tree, path),
  move,
  wrap,
  unwrap: (tree, { path }) => unwrap(tree, path),
};

type Operation<Kind extends FormOperation["kind"]> = Extract<
  FormOperation,
  { readonly kind: Kind }
>;

function branchAt({ root }: Tree, path: FormPath): Branch {
  let branch = root;
  for (const index of path) {
    branch = branch?.kind === "group" ? branch.items.parts[index]?.item : undefined;
  }
  if (!branch) throw new Impossible("This row no longer exists.");
  return branch;
}

function groupAt(tree: Tree, path: FormPath): GroupBranch {
  const branch = branchAt(tree, path);
  if (branch.kind !== "group") throw new Impossible("This row is not a group.");
  return branch;
}

/** The array that contains the row, and its index. */
function listOf(
  tree: Tree,
  path: FormPath,
): { readonly items: Items<Branch>; readonly index: number } {
  const index = path[path.length - 1] ?? 0;
  const { items } = groupAt(tree, path.slice(0, -1));
  if (!items.parts[index]) throw new Impossible("This row no longer exists.");
  return { items, index };
}

function branchFor(tree: Tree, row: NewRow): Branch {
  if (row.kind === "condition") {
    return { kind: "leaf", source: undefined, text: writeCondition(tree.doc, row) };
  }
  if (row.items.length === 0) throw new Impossible("A group needs a condition.");
  const parts = row.items.map((it) => newPart(branchFor(tree, it)));
  return { kind: "group", source: undefined, logical: row.logical, items: newItems(parts) };
}

function add(tree: Tree, { to, row, logical = "and" }: Operation<"add">): void {
  const branch = branchFor(tree, row);
  if (!tree.root) {
    tree.root = branch;
    return;
  }
  if (to.group.length === 0 && tree.root.kind === "leaf") {
    tree.root = groupOf(logical, [newPart(tree.root)]);
  }
  const { parts } = groupAt(tree, to.group).items;
  parts.splice(Math.min(to.index, parts.length), 0, newPart(branch));
}

function groupOf(logical: "and" | "or", parts: CommentedItem<Branch>[]): GroupBranch {
  return { kind: "group", source: undefined, logical, items: newItems(parts) };
}

function change(tree: Tree, { path, ...wanted }: Operation<"change">): void {
  const branch = branchAt(tree, path);
  const source = branch.source;
  if (branch.kind !== "leaf" || source?.kind !== "condition" || !isEditable(source)) {
    throw new Impossible("This row can only be edited in the text.");
  }
  branch.text = changeCondition(tree.doc, source, wanted);
}

/** Deletes a row, and every group around it that is left without rows. */
function removeAt(tree: Tree, path: FormPath): void {
  if (path.length === 0) {
    branchAt(tree, path);
    tree.root = undefined;
    return;
  }
  const { items, index } = listOf(tree, path);
  const [part] = items.parts.splice(index, 1);
  const comments = part ? [...part.before, ...part.after] : [];
  removeEmpty(tree, path.slice(0, -1), comments, index);
}

function removeEmpty(tree: Tree, path: FormPath, comments: readonly string[], index: number): void {
  const group = groupAt(tree, path);
  const { items } = group;
  if (items.parts.length > 0) {
    leaveComments(items, index, comments);
    return;
  }
  const frame = frameComments(group, tree.doc);
  const all = [...frame.before, ...items.opening, ...comments, ...items.closing, ...frame.after];
  if (path.length === 0) {
    tree.root = undefined;
    tree.orphans = all;
    return;
  }
  const outer = listOf(tree, path);
  const [part] = outer.items.parts.splice(outer.index, 1);
  const kept = [...(part?.before ?? []), ...all, ...(part?.after ?? [])];
  removeEmpty(tree, path.slice(0, -1), kept, outer.index);
}

function move(tree: Tree, { path, to }: Operation<"move">): void {
  if (path.every((it, depth) => to.group[depth] === it)) {
    throw new Impossible("A group cannot be moved into itself.");
  }
  const { items, index } = listOf(tree, path);
  const target = groupAt(tree, to.group).items;
  const [part] = items.parts.splice(index, 1);
  if (!part) return;
  const at = target === items && index < to.index ? to.index - 1 : to.index;
  target.parts.splice(Math.min(at, target.parts.length), 0, part);
  if (items.parts.length === 0) dropEmptied(tree, items);
}

/** The paths may have changed, so the group is searched. */
function dropEmptied(tree: Tree, items: Items<Branch>): void {
  const path = tree.root && pathTo(tree.root, items);
  if (path) removeEmpty(tree, path, [], 0);
}

function pathTo(branch: Branch, items: Items<Branch>): FormPath | undefined {
  if (branch.kind !== "group") return undefined;
  if (branch.items === items) return [];
  for (const [index, part] of branch.items.parts.entries()) {
    const rest = pathTo(part.item, items);
    if (rest) return [index, ...rest];
  }
  return undefined;
}

function wrap(tree: Tree, { path, more = 0, logical }: Operation<"wrap">): void {
  if (path.length === 0) {
    tree.root = groupOf(logical, [newPart(branchAt(tree, path))]);
    return;
  }
  const { items, index } = listOf(tree, path);
  const parts = items.parts.splice(index, 1 + more);
  items.parts.splice(index, 0, newPart(groupOf(logical, parts)));
}

function unwrap(tree: Tree, path: FormPath): void {
  const group = groupAt(tree, path);
  const { parts, opening, closing } = group.items;
  const frame = frameComments(group, tree.doc);
  const before = [...frame.before, ...opening];
  const after = [...closing, ...frame.after];
  if (path.length === 0) {
    unwrapRoot(tree, parts, [...before, ...after]);
    return;
  }
  const { items, index } = listOf(tree, path);
  if (parts.length === 0) {
    removeAt(tree, path);
    return;
  }
  const own = items.parts[index];
  const kept = [...parts];
  const first = kept[0];
  if (first) {
    kept[0] = { ...first, before: [...(own?.before ?? []), ...before, ...first.before] };
  }
  const last = kept[kept.length - 1];
  if (last) {
    kept[kept.length - 1] = { ...last, after: [...last.after, ...after, ...(own?.after ?? [])] };
  }
  items.parts.splice(index, 1, ...kept);
}

/** The root of a filter is a single node, so only a group of one member can be removed. */
function unwrapRoot(
  tree: Tree,
  parts: readonly CommentedItem<Branch>[],
  comments: readonly string[],
): void {
  const [only, ...others] = parts;
  if (!only || others.length > 0) {
    throw new Impossible("A filter has one outermost group. Delete its other rows first.");
  }
  tree.root = only.item;
  tree.orphans = [...comments, ...only.before, ...only.after];
}
