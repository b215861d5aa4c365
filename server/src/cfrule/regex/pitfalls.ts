/** Places where a regex may differ from its author's intention. */
import type { Span } from "../../text/span.ts";
import { cachedByTree } from "./cache.ts";
import type { Dot, RegexNode, Repetition } from "./syntax/tree.ts";
import { walk } from "./syntax/walk.ts";

/** Unescaped dots between labels of a hostname: `www.example.com`. */
export const unescapedDots = cachedByTree((root): readonly Dot[] =>
  neighbors(root).flatMap(([before, node, after]) =>
    node.kind === "dot" && endsInName(before) && startsName(after) ? [node] : [],
  ),
);

/** Unescaped dots at the start of an extension or name: `.php$`, `.(png|gif)$`, `/.env`. */
export const leadingDots = cachedByTree((root): readonly Dot[] => {
  const dots: Dot[] = [];
  for (const node of walk(root)) {
    if (node.kind !== "concatenation") continue;
    const items = node.items.filter((it) => it.kind !== "flags");
    items.forEach((item, i) => {
      if (item.kind === "dot" && beginsEnding(items, i)) dots.push(item);
    });
  }
  return dots;
});

function beginsEnding(items: readonly RegexNode[], dot: number): boolean {
  const before = items[dot - 1];
  const isAfterSlash = isCharacter(before, "/");
  const isAfterAnything = before?.kind === "repetition" && before.child.kind === "dot";
  if (before && !isAfterSlash && !isAfterAnything) return false;
  let at = dot + 1;
  if (items[at]?.kind === "group") return startsName(items[at]) && isOver(items[at + 1]);
  if (isDigit(items[at])) return false;
  while (isWord(items[at])) at++;
  const length = at - dot - 1;
  const next = items[at];
  if (next && isEnd(next)) return length > 0;
  if (isAfterSlash || next?.kind === "dot" || isCharacter(next, ".")) return length > 1;
  const goesOn = next !== undefined && !isCharacter(next, "/") && !isCharacter(next, "?");
  return length > 1 && length <= longestExtension && !goesOn;
}

/** The longest extension that is recognized without a `$` after it. */
const longestExtension = 5;

function isOver(node: RegexNode | undefined): boolean {
  return node === undefined || isEnd(node) || isCharacter(node, "?");
}

/** `e++` and `e*{2}`: a quantifier on a quantifier, not possessive as in other dialects. The span is both quantifiers. */
export const doubledQuantifiers = cachedByTree((root): readonly Span[] => {
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

// `/api/*` and `/*/edit`: any number of slashes instead of any path. The span is the star.
export const globStars = cachedByTree((root): readonly Span[] =>
  neighbors(root).flatMap(([, node, after]) => {
    const isStar = node.kind === "repetition" && node.min === 0 && node.max > 1 && !node.lazy;
    if (!isStar || !isCharacter(node.child, "/")) return [];
    const goesOn = after === undefined || isCharacter(after, "/") || isEnd(after);
    return goesOn ? [node.operator] : [];
  }),
);

/** `/search?q=`: an optional letter instead of the start of a query. The span is the question mark. */
export const queryMarks = cachedByTree((root): readonly Span[] => {
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

/** Every item of every sequence, with its neighbors. */
function neighbors(
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

function isDigit(node: RegexNode | undefined): boolean {
  return node?.kind === "literal" && node.code >= 48 && node.code <= 57;
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
