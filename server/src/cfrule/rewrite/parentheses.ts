import { type Edit, insert } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import type { Group, Logical, Node } from "../syntax/tree.ts";
import { cutOut, hasComment, insertWord, type Source, startsArgument } from "./source.ts";
import { inSpelling, type Spelling, spellingOf } from "./spelling.ts";

/** Takes the parentheses away. Nothing when a comment stands between them and their content, or an argument begins with them. */
export function ungroup(source: Source, group: Group, above: readonly Node[]): Edit[] {
  const open = { start: group.start, end: group.inner.start };
  const close = { start: group.inner.end, end: group.end };
  if (!group.closed || hasComment(source, open) || hasComment(source, close)) return [];
  if (!isFree(group, above)) return [];
  return [cutOut(source, open), cutOut(source, close)];
}

/** Whether an argument can do without the parentheses: it is one comparison, or something in parentheses of its own. */
function isFree(group: Group, above: readonly Node[]): boolean {
  const { inner } = group;
  if (!startsArgument(group, above) || inner.kind === "group") return true;
  const whole = above[above.length - 1]?.kind !== "logical";
  return whole && (inner.kind === "comparison" || inner.kind === "not" || isSet(inner));
}

/** A chain that is about to become one comparison. */
function isSet(inner: Node): boolean {
  return inner.kind === "logical";
}

/** The test that something is there, to be put before it: `there and …` or `not there or …`. */
export interface Before {
  readonly test: string;
  readonly joiner: "and" | "or";
}

/**
 * Puts another test before a node, in the spelling of the rule. The two stand in parentheses of their own where something
 * else would come between them, and before those of the node where theirs would be needless then.
 */
export function testBefore(
  source: Source & { readonly root: Node },
  node: Span,
  above: readonly Node[],
  { test, joiner }: Before,
): Edit[] {
  let outer = above.length;
  while (above[outer - 1]?.kind === "group") outer--;
  const isAlike = (it: Node | undefined) => it?.kind === "logical" && it.name === joiner;
  const first = outer < above.length && isAlike(above[outer - 1]) ? above[outer] : undefined;
  const place = first ?? node;
  const path = first ? above.slice(0, outer) : above;
  const around = path[path.length - 1];
  const alike = isAlike(around) && !startsArgument(place, path);
  const bare = !around || around.kind === "group" || alike;
  const written = spelt(spellingOf(source), test, joiner);
  const before = insertWord(source, place.start, bare ? written : `(${written}`);
  return bare ? [before] : [before, insert(place.end, ")")];
}

function spelt(spelling: Spelling, test: string, joiner: Before["joiner"]): string {
  const english = spelling === "English";
  const not = joiner === "and" ? "" : english ? "not " : inSpelling(spelling, "not");
  const there = english ? test : test.replace(/ gt 0$/, ` ${inSpelling(spelling, "gt")} 0`);
  return `${not}${there} ${inSpelling(spelling, joiner)} `;
}

/** What is implied by what binds tighter, written out. */
export function parenthesize(source: Source, logical: Logical): Edit[] {
  return logical.operands.flatMap((it) =>
    it.kind === "logical" ? [insertWord(source, it.start, "("), insert(it.end, ")")] : [],
  );
}
