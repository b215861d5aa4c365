/**
 * Translates a regex for engines such as RE2 that match characters, while the engine of rules matches bytes. Only regexes that
 * match the same strings in both are translated.
 */
import { setOf } from "./class-sets.ts";
import { complement, intersection, pairsOf, type Ranges } from "./ranges.ts";
import { readRegex } from "./syntax/read.ts";
import type { Assertion, RegexNode, Repetition } from "./syntax/tree.ts";

/** Undefined if the regex is invalid, or if it could match other strings elsewhere. */
export function portableRegex(pattern: string): string | undefined {
  const { root, problems } = readRegex(pattern);
  return problems.length === 0 ? write(root) : undefined;
}

function write(node: RegexNode): string | undefined {
  switch (node.kind) {
    case "empty":
    case "flags":
      return "(?:)";
    case "assertion":
      return place(node);
    case "group":
      return write(node.child);
    case "repetition":
      return repetition(node);
    case "concatenation":
      return joined(node.items, "");
    case "alternation":
      return joined(node.branches, "|");
    case "literal":
      if (node.isByte || node.flags.unicode) return undefined;
      return node.code > lastAscii
        ? `\\x{${node.code.toString(16)}}`
        : classText(asciiOf(setOf(node)));
    default:
      return node.flags.unicode ? undefined : classText(asciiOf(setOf(node)));
  }
}

const lastAscii = 0x7f;
const lastByte = 0xff;

function joined(nodes: readonly RegexNode[], between: string): string | undefined {
  const parts = nodes.map(write);
  return parts.includes(undefined) ? undefined : `(?:${parts.join(between)})`;
}

function place({ place: name, flags }: Assertion): string | undefined {
  if (flags.multiLine) return undefined;
  switch (name) {
    case "line-start":
    case "text-start":
      return "\\A";
    case "line-end":
    case "text-end":
      return "\\z";
    // Word characters are ASCII in both engines.
    case "word-boundary":
      return flags.unicode ? undefined : "\\b";
    default:
      return undefined;
  }
}

/** RE2's limit. */
const mostRepeats = 1000;

function repetition({ child, min, max }: Repetition): string | undefined {
  const isAny = max === Number.POSITIVE_INFINITY && min <= 1;
  const part = (isAny ? wide(child) : undefined) ?? write(child);
  if (part === undefined) return undefined;
  if (isAny) return `(?:${part})${min === 0 ? "*" : "+"}`;
  if (Math.max(min, Number.isFinite(max) ? max : 0) > mostRepeats) return undefined;
  return `(?:${part}){${min},${Number.isFinite(max) ? max : ""}}`;
}

/** A class with all bytes above ASCII. Repeated, it matches any number of non-ASCII characters. */
function wide(node: RegexNode): string | undefined {
  if (node.kind === "group") return wide(node.child);
  if (node.kind !== "dot" && node.kind !== "class" && node.kind !== "perl") return undefined;
  const set = node.flags.unicode ? undefined : setOf(node);
  if (
    !set ||
    intersection(set, [lastAscii + 1, lastByte]).join() !== `${lastAscii + 1},${lastByte}`
  )
    return undefined;
  const without = complement(intersection(set, [0, lastAscii]), lastAscii);
  return without.length === 0 ? "(?s:.)" : `[^${rangesText(without)}]`;
}

function asciiOf(set: Ranges | undefined): Ranges | undefined {
  const last = set?.[set.length - 1];
  return last !== undefined && last <= lastAscii ? set : undefined;
}

function classText(set: Ranges | undefined): string | undefined {
  if (!set) return undefined;
  const [first, last] = set;
  const isOne = set.length === 2 && first === last;
  return isOne && first !== undefined ? character(first) : `[${rangesText(set)}]`;
}

function rangesText(set: Ranges): string {
  return pairsOf(set)
    .map(([first, last]) =>
      first === last ? character(first) : `${character(first)}-${character(last)}`,
    )
    .join("");
}

function character(code: number): string {
  const text = String.fromCharCode(code);
  return /[\w/:;,<>=!@#%&~"' ]/.test(text) ? text : `\\x{${code.toString(16)}}`;
}
