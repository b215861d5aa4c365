import { cachedByTree } from "./cache.ts";
import { setOf } from "./class-sets.ts";
import type { Bounds } from "./syntax/repetition.ts";
import type { RegexNode, Repetition } from "./syntax/tree.ts";
import { childrenOf } from "./syntax/walk.ts";

/** Whether the node can match the empty string. */
export function canBeEmpty(node: RegexNode): boolean {
  switch (node.kind) {
    case "empty":
    case "flags":
    case "assertion":
      return true;
    case "group":
      return canBeEmpty(node.child);
    case "repetition":
      return node.min === 0 || canBeEmpty(node.child);
    case "concatenation":
      return node.items.every(canBeEmpty);
    case "alternation":
      return node.branches.some(canBeEmpty);
    default:
      return false;
  }
}

/** Whether it matches only the empty string. */
export function isAlwaysEmpty(node: RegexNode): boolean {
  switch (node.kind) {
    case "empty":
    case "flags":
    case "assertion":
      return true;
    case "group":
      return isAlwaysEmpty(node.child);
    case "repetition":
      return node.max === 0 || isAlwaysEmpty(node.child);
    case "concatenation":
      return node.items.every(isAlwaysEmpty);
    case "alternation":
      return node.branches.every(isAlwaysEmpty);
    default:
      return false;
  }
}

/** The effective repetition count: repeating an empty match has no effect. */
export function boundsOf({ child, min, max }: Repetition): Bounds {
  return isAlwaysEmpty(child) ? { min: Math.min(min, 1), max: Math.min(max, 1) } : { min, max };
}

/** Whether it is obvious that a regex matches some texts, but not the empty one. */
export const isObviouslyOpen: (root: RegexNode) => boolean = cachedByTree((root) => {
  if (root.kind === "group") return isObviouslyOpen(root.child);
  const branches = root.kind === "alternation" ? root.branches : [root];
  return branches.some(canMatchAlone) && !branches.some(canBeEmpty);
});

/** Whether it obviously matches a text that is nothing else, so that anchors at its ends do not matter. */
function canMatchAlone(branch: RegexNode): boolean {
  const items = branch.kind === "concatenation" ? branch.items : [branch];
  return items.every((it, index) => {
    const place = it.kind === "assertion" ? it.place : undefined;
    const isStart = index === 0 && place === "line-start";
    return isStart || (index === items.length - 1 && place === "line-end") || canMatch(it);
  });
}

/** Whether each part of it obviously matches something, anywhere. */
function canMatch(node: RegexNode): boolean {
  switch (node.kind) {
    case "assertion":
    case "property":
      return false;
    case "perl":
    case "class":
      return (setOf(node)?.[0] ?? lastAscii) < lastAscii;
    default:
      return childrenOf(node).every(canMatch);
  }
}

const lastAscii = 0x7f;
