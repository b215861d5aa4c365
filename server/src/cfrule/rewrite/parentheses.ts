import { type Edit, insert } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import type { Group, Logical, Node } from "../syntax/tree.ts";
import { cutOut, hasComment, insertWord, type Source, startsArgument } from "./source.ts";
import { inSpelling, type Spelling, spellingOf } from "./spelling.ts";

/** Removes the parentheses. No edits if a comment is next to them, or an argument starts with them. */
export function ungroup(source: Source, group: Group, above: readonly Node[]): Edit[] {
  const open = { start: group.start, end: group.inner.start };
  const close = { start: group.inner.end, end: group.end };
  if (!group.closed || hasComment(source, open) || hasComment(source, close)) return [];
  if (!isFree(group, above)) return [];
  return [cutOut(source, open), cutOut(source, close)];
}

/** Whether the parentheses can be removed without changing precedence. */
export function isLoose({ inner }: Group, above: readonly Node[]): boolean {
  const around = above[above.length - 1];
  if (inner.kind === "logical") {
    if (!around || around.kind === "group") return true;
    return around.kind === "logical" && tightness[inner.name] <= tightness[around.name];
  }
  return inner.kind !== "indexed" || around?.kind !== "quantifier";
}

/** 1 binds tightest. */
const tightness = { and: 1, xor: 2, or: 3 } as const;

/** Whether an argument needs no parentheses: a single comparison, or a parenthesized expression. */
function isFree(group: Group, above: readonly Node[]): boolean {
  const { inner } = group;
  if (!startsArgument(group, above) || inner.kind === "group") return true;
  const whole = above[above.length - 1]?.kind !== "logical";
  return whole && (inner.kind === "comparison" || inner.kind === "not" || isSet(inner));
}

/** A chain that will become one comparison. */
function isSet(inner: Node): boolean {
  return inner.kind === "logical";
}

/** A presence test to insert: `present and …` or `not present or …`. */
export interface Before {
  readonly test: string;
  readonly logical: "and" | "or";
}

/**
 * Inserts a test before a node, in the spelling of the rule. The two get parentheses where precedence requires them,
 * and existing parentheses of the node are reused.
 */
export function testBefore(
  source: Source & { readonly root: Node },
  node: Span,
  above: readonly Node[],
  { test, logical }: Before,
): Edit[] {
  let outer = above.length;
  while (above[outer - 1]?.kind === "group") outer--;
  const isAlike = (it: Node | undefined) => it?.kind === "logical" && it.name === logical;
  const first = outer < above.length && isAlike(above[outer - 1]) ? above[outer] : undefined;
  const place = first ?? node;
  const path = first ? above.slice(0, outer) : above;
  const around = path[path.length - 1];
  const alike = isAlike(around) && !startsArgument(place, path);
  const bare = !around || around.kind === "group" || alike;
  const written = spelled(spellingOf(source), test, logical);
  const before = insertWord(source, place.start, bare ? written : `(${written}`);
  return bare ? [before] : [before, insert(place.end, ")")];
}

function spelled(spelling: Spelling, test: string, logical: Before["logical"]): string {
  const english = spelling === "English";
  const not = logical === "and" ? "" : english ? "not " : inSpelling(spelling, "not");
  const there = english ? test : test.replace(/ gt 0$/, ` ${inSpelling(spelling, "gt")} 0`);
  return `${not}${there} ${inSpelling(spelling, logical)} `;
}

/** Makes the implied grouping explicit. */
export function parenthesize(source: Source, logical: Logical): Edit[] {
  return logical.operands.flatMap((it) =>
    it.kind === "logical" ? [insertWord(source, it.start, "("), insert(it.end, ")")] : [],
  );
}
