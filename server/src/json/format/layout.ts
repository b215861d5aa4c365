import type { FormatOptions } from "../../core/analysis.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Comment } from "../syntax/scan.ts";
import { childrenOf, type JsonArray, type JsonObject, type JsonValue } from "../syntax/tree.ts";

/** Print width. */
export const mostColumns = 100;

/** Maximum indentation: in very deep texts the whitespace alone could exhaust memory. */
export const deepestIndent = 50;

/** Upper bound for the tab size that an editor requests. */
const widestTab = 16;

export function tabWidth({ tabSize }: FormatOptions): number {
  return Math.min(Math.max(tabSize, 0), widestTab);
}

/** One level of indentation. */
export function indentStep(options: FormatOptions): string {
  return options.insertSpaces ? " ".repeat(tabWidth(options)) : "\t";
}

/** How brackets and their contents are formatted. */
export type Layout = "line" | "filled" | "broken";

/**
 * Scalars, arrays of scalars and objects of both are printed on one line if they fit. Other nodes have one line per child;
 * a long array of scalars fills each line.
 */
export function layoutOf(node: JsonObject | JsonArray, room: number): Layout {
  const isEmpty = childrenOf(node).length === 0;
  if (isEmpty || flatWidth(node, room) <= room) return "line";
  return node.kind === "array" && node.items.every(isScalar) ? "filled" : "broken";
}

/** The width of a node on one line, or any number above `room` if it does not fit. */
function flatWidth(node: JsonValue, room: number): number {
  if (node.kind === "object") return objectWidth(node, room);
  return node.kind === "array" ? arrayWidth(node, room) : node.end - node.start;
}

function objectWidth({ properties }: JsonObject, room: number): number {
  let width = "{  }".length - ", ".length;
  for (const { name, value } of properties) {
    if (!value || value.kind === "object") return Number.POSITIVE_INFINITY;
    width += name.end - name.start + ": ".length + flatWidth(value, room) + ", ".length;
    if (width > room) return width;
  }
  return width;
}

function arrayWidth({ items }: JsonArray, room: number): number {
  let width = "[]".length - ", ".length;
  for (const item of items) {
    if (!isScalar(item)) return Number.POSITIVE_INFINITY;
    width += item.end - item.start + ", ".length;
    if (width > room) return width;
  }
  return Math.max(width, "[]".length);
}

function isScalar(node: JsonValue): boolean {
  return node.kind !== "object" && node.kind !== "array";
}

/** 0 if the two offsets are on one line, 1 if they are not, 2 if a blank line is between them. */
export function linesBetween(text: string, start: number, end: number): 0 | 1 | 2 {
  let most = 0;
  let breaks = 0;
  for (let at = start; at < end; at++) {
    const here = text.charCodeAt(at);
    const ends =
      here === lineFeed || (here === carriageReturn && text.charCodeAt(at + 1) !== lineFeed);
    if (ends) most = Math.max(most, ++breaks);
    // A line with only a comma is not blank.
    else if (here === comma || here === colon) breaks = 0;
  }
  return most === 0 ? 0 : most === 1 ? 1 : 2;
}

const lineFeed = 10;
const carriageReturn = 13;
const comma = 44;
const colon = 58;

/** The first line break outside comments, whose line breaks are kept; otherwise the first one inside a comment. */
export function lineBreakOf(text: string, comments: readonly Comment[]): string {
  let at = 0;
  for (const comment of comments) {
    const gap = text.slice(at, comment.start);
    if (gap.includes("\n")) return firstLineBreak(gap);
    at = comment.end;
  }
  const rest = text.slice(at);
  return firstLineBreak(rest.includes("\n") ? rest : text);
}
