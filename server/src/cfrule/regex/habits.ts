/** Places where a regex does something else than its author, used to other notations, may have meant. */
import type { Span } from "../../text/span.ts";
import { kept } from "./kept.ts";
import type { Dot, RegexNode, Repetition } from "./tree.ts";
import { walk } from "./walk.ts";

/** Dots that match any character between what looks like the labels of a name: `www.example.com`. */
export const unescapedDots = kept((root): readonly Dot[] =>
  neighbours(root).flatMap(([before, node, after]) =>
    node.kind === "dot" && endsInName(before) && startsName(after) ? [node] : [],
  ),
);

/** `e++` and `e*{2}`: a repetition of a repetition, and not the possessive one of other dialects. The span is both operators. */
export const doubledQuantifiers = kept((root): readonly Span[] => {
  const inner = new Set<RegexNode>();
  const spans: Span[] = [];
  for (const node of walk(root)) {
    if (node.kind !== "repetition" || node.child.kind !== "repetition") continue;
    inner.add(node.child);
    if (inner.has(node)) continue;
    spans.push({ start: innermost(node).operator.start, end: node.operator.end });
  }
  return spans;
});

function innermost(node: Repetition): Repetition {
  let found = node;
  while (found.child.kind === "repetition") found = found.child;
  return found;
}

// `/api/*` and `/*/edit`: as many slashes as you like, where a path of any kind was meant. The span is the star.
export const globStars = kept((root): readonly Span[] =>
  neighbours(root).flatMap(([, node, after]) => {
    const isStar = node.kind === "repetition" && node.min === 0 && node.max > 1 && !node.lazy;
    if (!isStar || !isCharacter(node.child, "/")) return [];
    const goesOn = after === undefined || isCharacter(after, "/") || isEnd(after);
    return goesOn ? [node.operator] : [];
  }),
);

/** `/search?q=`: the last letter of the path is optional, where the mark before a query was meant. The span is the mark. */
export const queryMarks = kept((root): readonly Span[] => {
  const spans: Span[] = [];
  for (const node of walk(root)) {
    if (node.kind !== "concatenation") continue;
    node.items.forEach((item, i) => {
      const isMark = item.kind === "repetition" && item.min === 0 && item.max === 1 && !item.lazy;
      if (isMark && isWord(item.child) && startsQuery(node.items, i + 1)) spans.push(item.operator);
    });
  }
  return spans;
});

/** A name and "=". */
function startsQuery(items: readonly RegexNode[], from: number): boolean {
  let at = from;
  while (isWord(items[at])) at++;
  return at > from && isCharacter(items[at], "=");
}

/** Every item of every row, with what stands on both sides of it. */
function neighbours(
  root: RegexNode,
): (readonly [RegexNode | undefined, RegexNode, RegexNode | undefined])[] {
  return [...walk(root)].flatMap((node) => {
    if (node.kind === "concatenation") {
      const { items } = node;
      return items.map((item, i) => [items[i - 1], item, items[i + 1]] as const);
    }
    return [];
  });
}

function isCharacter(node: RegexNode | undefined, character: string): boolean {
  return node?.kind === "literal" && node.code === character.charCodeAt(0);
}

function isEnd(node: RegexNode): boolean {
  return node.kind === "assertion" && (node.place === "line-end" || node.place === "text-end");
}

function isWord(node: RegexNode | undefined): boolean {
  return node?.kind === "literal" && /[A-Za-z0-9_-]/.test(String.fromCodePoint(node.code));
}

function startsName(node: RegexNode | undefined): boolean {
  switch (node?.kind) {
    case "group":
      return startsName(node.child);
    case "concatenation":
      return startsName(node.items[0]);
    case "alternation":
      return node.branches.every(startsName);
    default:
      return isWord(node);
  }
}

function endsInName(node: RegexNode | undefined): boolean {
  switch (node?.kind) {
    case "group":
    case "repetition":
      return endsInName(node.child);
    case "concatenation":
      return endsInName(node.items[node.items.length - 1]);
    case "alternation":
      return node.branches.every(endsInName);
    case "class":
      return true;
    default:
      return isWord(node);
  }
}
