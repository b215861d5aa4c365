import type { Bounds } from "./syntax/repetition.ts";
import type { RegexNode, Repetition } from "./syntax/tree.ts";

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
