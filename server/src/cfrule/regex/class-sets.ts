import {
  complement,
  difference,
  foldAscii,
  intersection,
  lastByte,
  lastCodePoint,
  type Ranges,
  ranges,
  symmetricDifference,
  union,
} from "./ranges.ts";
import { propertySource } from "./syntax/properties.ts";
import type {
  BracketClass,
  ClassItem,
  ClassOperator,
  ClassSet,
  Dot,
  Flags,
  Literal,
  PerlClass,
  PosixName,
  PropertyClass,
} from "./syntax/tree.ts";
import { codePointsOf, foldUnicode } from "./unicode-sets.ts";

export type CharacterNode = Literal | Dot | PerlClass | PropertyClass | BracketClass;

/**
 * The bytes that a class matches, or code points with `u`. Undefined if it has a Unicode property that JavaScript does not
 * support.
 */
export function setOf(node: CharacterNode): Ranges | undefined {
  switch (node.kind) {
    case "dot":
      return complement(lineBreaks(node.flags), lastOf(node.flags));
    case "class":
      return bracketSet(node);
    case "literal":
      return folded(itemSet(node, node.flags), node.flags);
    default:
      return itemSet(node, node.flags);
  }
}

function lastOf(flags: Flags): number {
  return flags.unicode ? lastCodePoint : lastByte;
}

function lineBreaks({ dotAll, crlf }: Flags): Ranges {
  if (dotAll) return [];
  return crlf ? [10, 10, 13, 13] : [10, 10];
}

function bracketSet({ set, negated, flags }: BracketClass): Ranges | undefined {
  return negate(folded(classSet(set, flags), flags), { negated, flags });
}

function negate(
  set: Ranges | undefined,
  { negated, flags }: { negated: boolean; flags: Flags },
): Ranges | undefined {
  return set && negated ? complement(set, lastOf(flags)) : set;
}

function folded(set: Ranges | undefined, flags: Flags): Ranges | undefined {
  if (!set || !flags.ignoreCase) return set;
  return flags.unicode ? foldUnicode(set) : foldAscii(set);
}

const operations: Record<ClassOperator, (a: Ranges, b: Ranges) => Ranges> = {
  "&&": intersection,
  "--": difference,
  "~~": symmetricDifference,
};

function classSet(set: ClassSet, flags: Flags): Ranges | undefined {
  if (set.kind === "union") {
    const parts = set.items.map((item) => itemSet(item, flags));
    return parts.every((it) => it !== undefined) ? union(parts) : undefined;
  }
  const left = folded(classSet(set.left, flags), flags);
  const right = folded(classSet(set.right, flags), flags);
  return left && right && operations[set.operator](left, right);
}

function itemSet(item: ClassItem, flags: Flags): Ranges | undefined {
  switch (item.kind) {
    case "literal":
      return [item.code, item.code];
    case "range":
      return [item.from.code, item.to.code];
    case "posix":
      return negate(folded(posixSets[item.name], flags), { negated: item.negated, flags });
    case "perl":
      return negate(perlSet(item.letter, flags), item);
    case "property": {
      const source = propertySource(item);
      const set = source === undefined ? undefined : codePointsOf(`\\p{${source}}`);
      return negate(folded(set, flags), item);
    }
    case "class":
      return bracketSet(item);
  }
}

function perlSet(letter: PerlClass["letter"], { unicode }: Flags): Ranges {
  if (unicode) return codePointsOf(unicodePerl[letter]);
  return posixSets[asciiPerl[letter]];
}

const asciiPerl = { d: "digit", s: "space", w: "word" } as const;

const unicodePerl = {
  d: "\\p{Nd}",
  s: "\\p{White_Space}",
  w: "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]",
} as const;

const digits = [48, 57] as const;
const uppers = [65, 90] as const;
const lowers = [97, 122] as const;

const posixSets: Record<PosixName, Ranges> = {
  alnum: ranges([digits, uppers, lowers]),
  alpha: ranges([uppers, lowers]),
  ascii: [0, 0x7f],
  blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127],
  digit: digits,
  graph: [33, 126],
  lower: lowers,
  print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126],
  space: [9, 13, 32, 32],
  upper: uppers,
  word: ranges([digits, uppers, [95, 95], lowers]),
  xdigit: ranges([digits, [65, 70], [97, 102]]),
};
