import type { JsonObject } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { commentsIn, indentAt, type Layout, layoutOf, reindent } from "../rewrite/layout.ts";
import type { FilterNode, Group, LogicalOperator } from "../syntax/filter.ts";
import { isRegular, membersOf } from "./editable.ts";
import type { FormDocument } from "./form-document.ts";
import { type Items, isInPlace, readItems, writeItems, writtenComment } from "./parts.ts";

/** The filter as a mutable tree. Writing it back keeps everything that no operation has changed. */

export type Branch = GroupBranch | Leaf;

export interface GroupBranch {
  readonly kind: "group";
  readonly source: Group | undefined;
  logical: LogicalOperator;
  readonly items: Items<Branch>;
}

export interface Leaf {
  readonly kind: "leaf";
  /** Undefined for a new condition. */
  readonly source: FilterNode | undefined;
  text: string;
}

export interface Tree {
  readonly doc: FormDocument;
  readonly layout: Layout;
  root: Branch | undefined;
  /** Comments of the outermost group that remain after its removal. */
  orphans: readonly string[];
}

export function treeOf(doc: FormDocument): Tree {
  const layout = layoutOf(doc.json);
  const node = rootOf(doc);
  return { doc, layout, root: node && branchOf(node, doc, layout), orphans: [] };
}

/** Undefined if there are no conditions, as in `{}` and `{ "where": {} }`. */
export function rootOf({ filter }: Document): FilterNode | undefined {
  const { node } = filter;
  return node?.kind === "stray" && isEmptyObject(node.value) ? undefined : node;
}

function isEmptyObject(value: { readonly kind: string }): boolean {
  return value.kind === "object" && (value as JsonObject).properties.length === 0;
}

function branchOf(node: FilterNode, doc: Document, layout: Layout): Branch {
  if (node.kind === "group" && node.list && isRegular(node)) {
    const items = membersOf(node).map((it) => branchOf(it, doc, layout));
    const { logical, list } = node;
    return {
      kind: "group",
      source: node,
      logical,
      items: readItems(doc.json, list, items, layout),
    };
  }
  return { kind: "leaf", source: node, text: doc.text.slice(node.start, node.end) };
}

/** The comments of a group outside its array. */
export function frameComments(
  { source }: GroupBranch,
  { json }: Document,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const list = source?.list;
  if (!source || !list) return { before: [], after: [] };
  const within = (span: Span) =>
    commentsIn(json.comments, span).map((it) => writtenComment(json.text, it));
  return {
    before: within({ start: source.start, end: list.start }),
    after: within({ start: list.end, end: source.end }),
  };
}

/** The source with the filter replaced by the tree. */
export function writeTree(tree: Tree): string {
  const { doc, root } = tree;
  const { text, filter } = doc;
  const place = filter.where?.value;
  if (place) {
    const written = root ? writeRoot(tree, root, place) : writeNothing(tree, place);
    return text.slice(0, place.start) + written + text.slice(place.end);
  }
  return root ? writeFilter(tree, root) : text;
}

/** Keeps the comments of an empty object that is replaced. */
function writeRoot(tree: Tree, root: Branch, place: Span): string {
  const { doc } = tree;
  const indent = indentAt(doc.text, place.start);
  const isNew = rootOf(doc) === undefined;
  const comments = [...(isNew ? commentsAt(tree, place) : []), ...tree.orphans];
  return above(comments, indent, tree.layout) + write(tree, root, indent);
}

function writeNothing({ doc, layout, orphans }: Tree, place: Span): string {
  if (orphans.length === 0) return "{}";
  const indent = indentAt(doc.text, place.start);
  const newLine = layout.lineBreak + indent;
  return `{${orphans.map((it) => newLine + layout.step + it).join("")}${newLine}}`;
}

/** Writes the filter into a file that has none yet. */
function writeFilter(tree: Tree, root: Branch): string {
  const { doc } = tree;
  const { text, json } = doc;
  const object = json.root;
  const layout = { ...tree.layout, inline: false };
  const indent = object ? indentAt(text, object.start) : "";
  const inner = indent + layout.step;
  const newLine = layout.lineBreak;
  const comments = object ? commentsAt(tree, object) : [];
  const kept = comments.map((it) => `${newLine}${inner}${it}`).join("");
  const written = `{${kept}${newLine}${inner}"where": ${write({ ...tree, layout }, root, inner)}${newLine}${indent}}`;
  if (object) return text.slice(0, object.start) + written + text.slice(object.end);
  const start = text.trimEnd();
  return `${start}${start === "" || start === "\ufeff" ? "" : newLine}${written}${newLine}`;
}

function commentsAt({ doc }: Tree, place: Span): string[] {
  const { text, comments } = doc.json;
  return commentsIn(comments, place).map((it) => writtenComment(text, it));
}

function above(comments: readonly string[], indent: string, { lineBreak }: Layout): string {
  const end = (it: string) => (it.startsWith("//") ? lineBreak + indent : " ");
  return comments.map((it) => it + end(it)).join("");
}

/** The source of a branch with that indentation. */
function write(tree: Tree, branch: Branch, indent: string): string {
  if (branch.kind === "group" && !branch.source) return writeNewGroup(tree, branch, indent);
  const { doc } = tree;
  const { source } = branch;
  const text = branch.kind === "leaf" ? branch.text : writeGroup(tree, branch);
  return source ? reindent(text, indentAt(doc.text, source.start), indent) : text;
}

function writeGroup(tree: Tree, { source, logical, items }: GroupBranch): string {
  const { text } = tree.doc;
  const list = source?.list;
  if (!source || !list) return "";
  const { name } = source.property;
  const word = logical === source.logical ? text.slice(name.start, name.end) : `"${logical}"`;
  const head = text.slice(source.start, name.start) + word + text.slice(name.end, list.start);
  return head + writeMembers(tree, items, "") + text.slice(list.end, source.end);
}

function writeNewGroup(tree: Tree, { logical, items }: GroupBranch, indent: string): string {
  const { layout } = tree;
  const [gap, inner, end] = layout.inline
    ? [" ", indent, " "]
    : [layout.lineBreak + indent + layout.step, indent + layout.step, layout.lineBreak + indent];
  return `{${gap}"${logical}": ${writeMembers(tree, items, inner)}${end}}`;
}

function writeMembers(tree: Tree, items: Items<Branch>, indent: string): string {
  const { text } = tree.doc;
  return writeItems(items, indent, tree.layout, (part, place) => {
    const { source } = part.item;
    const own = source && isInPlace(items, part) ? indentAt(text, source.start) : place;
    return write(tree, part.item, own);
  });
}
