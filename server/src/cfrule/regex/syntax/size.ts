/**
 * Estimates the compiled size of a regex. The engine builds one state per byte or class and copies repetitions, so
 * `(a{1000}){1000}` has a million states. Where the engine may share states, this is a lower bound.
 */
import { type CharacterNode, setOf } from "../class-sets.ts";
import { union } from "../ranges.ts";
import { utf8Bytes } from "../utf8.ts";
import { boundsOf, canBeEmpty } from "../widths.ts";
import type { Alternation, Literal, PerlClass, RegexNode, Repetition } from "./tree.ts";

/** The engine's limit, 10485760 bytes. */
export const sizeLimit = 10 * 1024 * 1024;

/** Bytes per state on 64-bit machines, such as the service's, and on 32-bit ones, such as WebAssembly. */
export const stateSizes = { native: 32, wasm: 16 } as const;

const transitionSize = 8;
const pointerSize = 4;

/** The minimum size of a Unicode class, which compiles to several states. */
const unicodeSizes: Record<PerlClass["letter"] | "other", number> = {
  w: 27_000,
  d: 2_700,
  s: 350,
  other: 32,
};

interface Measure {
  readonly pattern: string;
  readonly stateSize: number;
}

export function compiledSize(
  pattern: string,
  root: RegexNode,
  stateSize: number = stateSizes.native,
): number {
  return sizeOf(root, { pattern, stateSize });
}

/** The first repetition that is too large, or the whole regex. */
export function largestPart(pattern: string, root: RegexNode): RegexNode {
  const isLarge = (node: RegexNode) => compiledSize(pattern, node) > sizeLimit;
  for (let node = root; ; ) {
    const inner: RegexNode | undefined = partsOf(node).find(isLarge);
    if (node.kind === "repetition" || !inner) return node;
    node = inner;
  }
}

function partsOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "concatenation") return node.items;
  if (node.kind === "alternation") return node.branches;
  return node.kind === "group" ? [node.child] : [];
}

function sizeOf(node: RegexNode, measure: Measure): number {
  const { stateSize } = measure;
  switch (node.kind) {
    case "empty":
    case "flags":
      return 0;
    case "assertion":
      return stateSize;
    case "literal":
      return literalSize(node, stateSize);
    case "group":
      return sizeOf(node.child, measure) + (node.captures ? 2 * stateSize : 0);
    case "repetition":
      return repetitionSize(node, measure);
    case "concatenation":
      return sum(node.items, (it) => sizeOf(it, measure));
    case "alternation":
      return alternationSize(node, measure);
    default:
      return classSize(node, stateSize);
  }
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}

function literalSize(node: Literal, stateSize: number): number {
  if (foldsToClass(node)) return classSize(node, stateSize);
  return (node.isByte ? 1 : utf8Bytes(node.code).length) * stateSize;
}

function foldsToClass({ flags, code }: Literal): boolean {
  return flags.ignoreCase && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122));
}

function classSize(node: CharacterNode, stateSize: number): number {
  if (node.flags.unicode) return unicodeSizes[node.kind === "perl" ? node.letter : "other"];
  return rangesSize(setOf(node)?.length ?? 0, stateSize);
}

/** A state for the split and one for the join. `bounds` has the start and end of each range. */
function rangesSize(bounds: number, stateSize: number): number {
  return 2 * stateSize + (bounds / 2) * transitionSize;
}

function unionSize(branches: number, stateSize: number): number {
  return stateSize + branches * pointerSize;
}

function repetitionSize(node: Repetition, measure: Measure): number {
  const { stateSize } = measure;
  const { min, max } = boundsOf(node);
  if (max === 0) return 0;
  const child = sizeOf(node.child, measure);
  const fork = unionSize(2, stateSize);
  if (max !== Number.POSITIVE_INFINITY) {
    return min * child + (max - min) * (child + fork) + (max > min ? stateSize : 0);
  }
  const loops = min === 0 && canBeEmpty(node.child) ? 2 * fork + stateSize : fork;
  return Math.max(1, min) * child + loops;
}

function alternationSize(node: Alternation, measure: Measure): number {
  const { branches } = node;
  const { stateSize } = measure;
  const characters = branches.filter(isByteClass);
  if (characters.length === branches.length) {
    return rangesSize(union(characters.map((it) => setOf(it) ?? [])).length, stateSize);
  }
  const words = branches.map(wordOf);
  if (words.every((it) => it !== undefined)) return trieSize(words, stateSize);
  const sizes = branches.map((it) => sizeOf(it, measure) || stateSize);
  // A common prefix of all branches is compiled once, so little more than the largest branch may remain.
  if (sharesBeginning(branches, measure.pattern)) return sizes.reduce((a, b) => Math.max(a, b));
  return sum(sizes, (it) => it) + unionSize(branches.length, stateSize) + stateSize;
}

function isByteClass(node: RegexNode): node is CharacterNode {
  switch (node.kind) {
    case "literal":
      return !node.flags.unicode && (node.isByte || node.code < 0x80);
    case "dot":
    case "perl":
    case "class":
      return !node.flags.unicode;
    default:
      return false;
  }
}

function sharesBeginning(branches: readonly RegexNode[], pattern: string): boolean {
  const beginnings = branches.map((branch) => {
    const { start, end } = branch.kind === "concatenation" ? (branch.items[0] ?? branch) : branch;
    return pattern.slice(start, end);
  });
  return beginnings.every((it) => it === beginnings[0]);
}

/** The bytes of a branch that has only literals. */
function wordOf(branch: RegexNode): string | undefined {
  const items = branch.kind === "concatenation" ? branch.items : [branch];
  const bytes: number[] = [];
  for (const item of items) {
    if (item.kind !== "literal" || foldsToClass(item)) return undefined;
    bytes.push(...(item.isByte ? [item.code] : utf8Bytes(item.code)));
  }
  return bytes.map((it) => String.fromCharCode(it)).join("");
}

/** Words are compiled as a trie: two states per letter that is not the last of a word. */
function trieSize(words: readonly string[], stateSize: number): number {
  const sorted = [...words].sort();
  const letters = sum(sorted, (it) => it.length);
  const shared = sorted.reduce(
    (total, word, i) => total + sharedLength(word, sorted[i - 1] ?? ""),
    0,
  );
  const inner = Math.max(0, letters - shared - words.length);
  return stateSize + inner * (stateSize + unionSize(1, stateSize));
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
