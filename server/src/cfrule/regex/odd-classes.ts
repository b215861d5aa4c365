import type { Span } from "../../text/span.ts";
import { cachedByTree } from "./cache.ts";
import type { ClassItem } from "./syntax/tree.ts";
import { walk } from "./syntax/walk.ts";

/** A range from uppercase to lowercase letters, or a class with `|` between its other characters. */
export interface OddClass extends Span {
  readonly kind: "range" | "bar";
  /** Whether the class has the lowercase letters by themselves. */
  readonly hasLower: boolean;
}

export const oddClasses = cachedByTree((root): readonly OddClass[] =>
  [...walk(root)].flatMap((node): OddClass[] => {
    if (node.kind !== "class" || node.set.kind !== "union") return [];
    const { items } = node.set;
    const hasLower = items.some((it) => it.kind === "range" && isBetween(it.from.code, "a", "z"));
    const ranges = items
      .filter(isOddRange)
      .map(({ start, end }) => ({ kind: "range", hasLower, start, end }) as const);
    if (ranges.length > 0) return ranges;
    const { start, end } = node;
    return areSeparated(items) ? [{ kind: "bar", hasLower, start, end }] : [];
  }),
);

function isOddRange(item: ClassItem): boolean {
  return (
    item.kind === "range" &&
    isBetween(item.from.code, "A", "Z") &&
    isBetween(item.to.code, "a", "z")
  );
}

function isBetween(code: number, first: string, last: string): boolean {
  return code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
}

/** `a|b`: a bar between each two others. */
function areSeparated(items: readonly ClassItem[]): boolean {
  if (items.length < 3 || items.length % 2 === 0) return false;
  return items.every((it, at) => isBar(it) === (at % 2 === 1));
}

function isBar(item: ClassItem): boolean {
  return item.kind === "literal" && !item.escaped && item.code === "|".charCodeAt(0);
}
