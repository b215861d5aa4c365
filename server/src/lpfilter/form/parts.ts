import type { Json } from "../../json/syntax/parse.ts";
import type { Comment } from "../../json/syntax/scan.ts";
import type { JsonArray } from "../../json/syntax/tree.ts";
import { commentsIn, indentAt, type Layout } from "../rewrite/layout.ts";

/** An array whose items can be moved together with the comments about them. */

export interface CommentedItem<Item> {
  item: Item;
  /** Comments above the item, or in front of it. */
  readonly before: readonly string[];
  /** Comments after it on the same line. */
  readonly after: readonly string[];
}

export interface Items<Item> {
  /** In source order. */
  parts: CommentedItem<Item>[];
  /** Comments after the opening bracket and before the closing one. */
  opening: readonly string[];
  closing: readonly string[];
  readonly source: ItemsSource<Item> | undefined;
}

/** The array as it appears in the source. */
interface ItemsSource<Item> {
  readonly order: ReadonlyMap<CommentedItem<Item>, number>;
  /** The source before, between and after the items. */
  readonly gaps: readonly string[];
  readonly opening: readonly string[];
  readonly closing: readonly string[];
  /** Indentation of the items and of the closing bracket. */
  readonly indent: string;
  readonly outer: string;
  readonly hasLines: boolean;
}

export function newItems<Item>(parts: CommentedItem<Item>[]): Items<Item> {
  return { parts, opening: [], closing: [], source: undefined };
}

export function newPart<Item>(item: Item): CommentedItem<Item> {
  return { item, before: [], after: [] };
}

export function isInPlace<Item>({ source }: Items<Item>, part: CommentedItem<Item>): boolean {
  return source?.order.has(part) === true;
}

/** Keeps the comments of a removed item at its position. */
export function leaveComments<Item>(
  items: Items<Item>,
  index: number,
  comments: readonly string[],
): void {
  if (comments.length === 0) return;
  const next = items.parts[index];
  if (next) items.parts[index] = { ...next, before: [...comments, ...next.before] };
  else items.closing = [...comments, ...items.closing];
}

export function readItems<Item>(
  json: Json,
  list: JsonArray,
  items: readonly Item[],
  layout: Layout,
): Items<Item> {
  const { text } = json;
  const gaps = gapsOf(json, list);
  const parts = items.map((item, index) => ({
    item,
    before: gaps[index]?.next ?? [],
    after: gaps[index + 1]?.previous ?? [],
  }));
  const opening = gaps[0]?.previous ?? [];
  const closing = gaps[gaps.length - 1]?.next ?? [];
  const outer = indentAt(text, list.start);
  const [first] = list.items;
  const hasLines = gaps.some(({ raw }) => /[\r\n]/.test(raw));
  return {
    parts,
    opening,
    closing,
    source: {
      order: new Map(parts.map((it, index) => [it, index])),
      gaps: gaps.map((it) => it.raw),
      opening,
      closing,
      indent:
        first && startsLine(text, first.start) ? indentAt(text, first.start) : outer + layout.step,
      outer,
      hasLines,
    },
  };
}

interface Gap {
  readonly raw: string;
  /** Comments about the item before the gap, and about the one after it. */
  readonly previous: readonly string[];
  readonly next: readonly string[];
}

function gapsOf(json: Json, list: JsonArray): Gap[] {
  const { items } = list;
  const gaps: Gap[] = [];
  for (let index = 0; index <= items.length; index++) {
    const start = items[index - 1]?.end ?? list.start + 1;
    const end = items[index]?.start ?? list.end - 1;
    gaps.push(gapOf(json, start, end, index === items.length && index > 0));
  }
  return gaps;
}

function gapOf({ text, comments }: Json, start: number, end: number, isLast: boolean): Gap {
  const previous: string[] = [];
  const next: string[] = [];
  for (const comment of commentsIn(comments, { start, end })) {
    const isBehind = !/[\r\n]/.test(text.slice(start, comment.start));
    const isAlone = isLast || !comment.block || /[\r\n]/.test(text.slice(comment.end, end));
    const isBeforeComma = text.slice(comment.end, end).trimStart().startsWith(",");
    const own = isBehind && (isAlone || isBeforeComma);
    (own ? previous : next).push(writtenComment(text, comment));
  }
  return { raw: text.slice(start, end), previous, next };
}

export function writtenComment(text: string, { start, end }: Comment): string {
  return text.slice(start, end).trimEnd();
}

function startsLine(text: string, offset: number): boolean {
  let at = offset;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
}

/** How the items of an array are formatted. */
interface Place {
  readonly hasLines: boolean;
  readonly indent: string;
  readonly outer: string;
  readonly lineBreak: string;
}

/** Writes an array with that indentation. Items that are still adjacent keep the gap between them. */
export function writeItems<Item>(
  items: Items<Item>,
  indent: string,
  layout: Layout,
  write: (part: CommentedItem<Item>, indent: string) => string,
): string {
  const { source, parts } = items;
  const place: Place = {
    hasLines: source ? source.hasLines : !layout.inline,
    indent: source?.indent ?? indent + layout.step,
    outer: source?.outer ?? indent,
    lineBreak: layout.lineBreak,
  };
  let written = "[";
  let last: CommentedItem<Item> | undefined;
  for (const part of parts) {
    written += keptGap(items, last, part) ?? newGap(items, last, part, place);
    written += write(part, place.indent);
    last = part;
  }
  return `${written}${keptGap(items, last, undefined) ?? newGap(items, last, undefined, place)}]`;
}

function keptGap<Item>(
  { source, opening, closing }: Items<Item>,
  before: CommentedItem<Item> | undefined,
  after: CommentedItem<Item> | undefined,
): string | undefined {
  if (!source) return undefined;
  const end = source.order.size;
  const from = before ? source.order.get(before) : -1;
  const to = after ? source.order.get(after) : end;
  if (from === undefined || to === undefined || to !== from + 1) return undefined;
  if (!before && opening !== source.opening) return undefined;
  return !after && closing !== source.closing ? undefined : source.gaps[to];
}

function newGap<Item>(
  { opening, closing }: Items<Item>,
  before: CommentedItem<Item> | undefined,
  after: CommentedItem<Item> | undefined,
  place: Place,
): string {
  const behind = before ? before.after : opening;
  const above = after ? after.before : closing;
  const hasLines = place.hasLines || [...behind, ...above].some(isLineComment);
  const comma = before && after ? "," : "";
  if (!hasLines) return lineGap(behind, above, comma, after !== undefined);
  const isEmpty = !before && !after;
  if (isEmpty && behind.length + above.length === 0) return "";
  const newLine = place.lineBreak + place.indent;
  const own = behind.map((it, index) => (index === 0 ? ` ${it}` : newLine + it));
  const next = above.map((it) => newLine + it);
  const end = after ? newLine : place.lineBreak + place.outer;
  return comma + own.join("") + next.join("") + end;
}

/** For arrays on one line: the comma follows the comments of the item before it. */
function lineGap(
  behind: readonly string[],
  above: readonly string[],
  comma: string,
  isFollowed: boolean,
): string {
  const own = behind.map((it) => ` ${it}`).join("");
  const next = above.map((it) => (isFollowed ? `${it} ` : ` ${it}`)).join("");
  return own + comma + (comma === "" && !(own !== "" && isFollowed) ? "" : " ") + next;
}

function isLineComment(comment: string): boolean {
  return comment.startsWith("//");
}
