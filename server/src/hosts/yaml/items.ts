import { isSeq, type ParsedNode, parseDocument } from "yaml";
import { lastUpTo } from "../../text/decoding.ts";
import { KeptParts } from "../kept/parts.ts";
import { quiet } from "./scalar.ts";

/** The item of a list, read on its own: its offsets start at its line. Undefined if it cannot be. */
export type YamlItem = ParsedNode | undefined;

/** A document with lists of which each run of items that were read on their own is a single item. */
export interface ReducedYaml {
  readonly text: string;
  /** By the place of the item that represents each, in order. */
  readonly runs: ReadonlyMap<number, ItemRun>;
}

/** Items that follow each other. */
export interface ItemRun {
  readonly items: readonly { readonly start: number; readonly node: ParsedNode }[];
  /** Where the item that represents them ends, and the last of them, with its comments. */
  readonly end: { readonly reduced: number; readonly text: number };
  /** To be added to offsets after them. */
  readonly shift: number;
}

/** Represents a run of items. */
const placeholder = "''";

/**
 * The library takes most of the time, so that the items of block lists are read on their own and kept for the next version.
 * Undefined where items may depend on each other, or where it is not obvious which lines belong to them.
 */
export function reduced(
  text: string,
  kept: KeptParts<YamlItem> = new KeptParts(),
): ReducedYaml | undefined {
  if (unusual.test(text)) return undefined;
  const runs = new Map<number, ItemRun>();
  let [written, copied, at] = ["", 0, 0];
  while (at < text.length) {
    const indent = indentAt(text, at);
    const run = isItem(text, at + indent) ? runAt(text, at, indent, kept) : undefined;
    if (!run) {
      at = nextLine(text, at);
      continue;
    }
    const before = `${written}${text.slice(copied, at)}${" ".repeat(indent)}- `;
    const line = `${before}${placeholder}\n`;
    // Blank lines are not part of the last item.
    written = run.nodeEnd < run.end ? `${line}\n` : line;
    const end = { reduced: line.length, text: run.nodeEnd };
    runs.set(before.length, { items: run.items, end, shift: run.end - written.length });
    [copied, at] = [run.end, run.end];
  }
  return runs.size === 0 ? undefined : { text: written + text.slice(copied), runs };
}

/** Aliases, tabs as indentation, and line breaks that only some programs recognize. */
const unusual = /[-:,[{][ \t]+\*[\w-]+[ \t]*(?:[,\]}#]|\r?$)|^ *\t|\r(?!\n)/m;

function indentAt(text: string, lineStart: number): number {
  let at = lineStart;
  while (text.charCodeAt(at) === space) at++;
  return at - lineStart;
}

const space = 0x20;

function isItem(text: string, at: number): boolean {
  return text.startsWith("- ", at);
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

function runAt(text: string, first: number, indent: number, kept: KeptParts<YamlItem>) {
  const items: ItemRun["items"][number][] = [];
  let start = first;
  let nodeEnd = first;
  while (start < text.length && indentAt(text, start) === indent && isItem(text, start + indent)) {
    const end = endOfItem(text, start, indent);
    const node = kept.of(text.slice(start, end), readItem);
    if (!node) break;
    items.push({ start, node });
    nodeEnd = start + node.range[2];
    start = end;
  }
  return items.length === 0 ? undefined : { items, end: start, nodeEnd };
}

/** The next line that is not indented further. */
function endOfItem(text: string, start: number, indent: number): number {
  let at = nextLine(text, start);
  while (at < text.length) {
    const own = indentAt(text, at);
    if (own <= indent && !lineBreak.test(text.slice(at + own, at + own + 2))) break;
    at = nextLine(text, at);
  }
  return at;
}

const lineBreak = /^\r?\n/;

function readItem(text: string): YamlItem {
  const { contents, errors } = parseDocument(text, quiet);
  if (errors.length > 0 || !isSeq(contents) || contents.flow || contents.items.length !== 1)
    return undefined;
  const item = contents.items[0] as ParsedNode;
  // Comments after it may belong to what is around the list.
  return text.slice(item.range[2]).trim() === "" ? item : undefined;
}

/** Maps offsets of the reduced text. */
export function offsetsOf({ runs }: ReducedYaml): (offset: number) => number {
  const starts = [...runs.keys()];
  return (offset) => {
    const run = runs.get(starts[lastUpTo(starts, offset)] ?? -1);
    if (!run) return offset;
    return offset <= run.end.reduced ? run.end.text : offset + run.shift;
  };
}
