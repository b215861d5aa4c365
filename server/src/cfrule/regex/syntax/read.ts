import { cover, type Span } from "../../../text/span.ts";
import { longestText } from "../../catalog/limits.ts";
import { bracketClass } from "./bracket.ts";
import { Cursor, maxNested, type Nested, noteHeight, type RegexProblem } from "./cursor.ts";
import { readEscape } from "./escape.ts";
import { changeFlags, groupHead } from "./group.ts";
import { countedBounds, shortBounds } from "./repetition.ts";
import { compiledSize, largestPart, sizeLimit } from "./size.ts";
import type { Flags, Group, RegexNode } from "./tree.ts";

export interface Regex {
  readonly pattern: string;
  readonly root: RegexNode;
  /** Problems for which the engine rejects the regex, with offsets in the pattern. */
  readonly problems: readonly RegexProblem[];
}

/** An open group; the outermost one is the regex itself. */
interface Frame {
  readonly start: number;
  readonly head: Pick<Group, "captures" | "name" | "changes">;
  readonly flagsBefore: Flags;
  readonly branches: RegexNode[];
  branchStart: number;
  branchesHeight: number;
  items: RegexNode[];
  /** The heights of the last item, which a repetition may still apply to, and of those before it. */
  lastHeight: number;
  restHeight: number;
}

interface Reading {
  readonly cursor: Cursor;
  readonly outer: Frame[];
  readonly names: Set<string>;
  frame: Frame;
}

/** Never throws: any text has a tree, with its problems listed separately. */
export function readRegex(pattern: string): Regex {
  const cursor = new Cursor(pattern);
  if (pattern.length > longestText) return unread(pattern);
  const frame = newFrame(cursor, 0, { captures: false, name: undefined, changes: [] });
  const reading: Reading = { cursor, outer: [], names: new Set(), frame };
  for (cursor.skipBlank(); !cursor.ended; cursor.skipBlank()) readItem(reading);
  for (; reading.outer.length > 0; closeFrame(reading, cursor.at)) {
    const open = reading.frame.start;
    cursor.problem(
      { start: open, end: open + 1 },
      "Expected ')' to close this '('. Use '\\(' for a parenthesis.",
    );
  }
  const root = finishBranches(cursor, reading.frame, cursor.at).node;
  if (cursor.problems.length === 0) noteSize(cursor, root);
  return { pattern, root, problems: cursor.problems.sort((a, b) => a.start - b.start) };
}

function unread(pattern: string): Regex {
  const span = { start: 0, end: pattern.length };
  const message = "This regex exceeds the length limit of an expression. Shorten it.";
  return { pattern, root: { kind: "empty", ...span }, problems: [{ ...span, message }] };
}

function noteSize(cursor: Cursor, root: RegexNode): void {
  const { text } = cursor;
  // Cheap test first: only counts and Unicode classes can make a short regex large.
  const usesUnicode = /\(\?[a-zA-Z]*u/.test(text);
  if (text.length * cursor.repeats * maxPerCharacter < sizeLimit && !usesUnicode) return;
  if (compiledSize(text, root) <= sizeLimit * sizeMargin) return;
  cursor.problem(
    largestPart(text, root),
    "This compiles to more than the engine's limit of 10 MB. Lower the repetition counts.",
  );
}

/** A margin, because the estimate is slightly high for some regexes, and false alarms are worse than misses. */
const sizeMargin = 1.25;

/** The maximum compiled size per character, without repetitions and Unicode. */
const maxPerCharacter = 256;

function newFrame(cursor: Cursor, start: number, head: Frame["head"]): Frame {
  return {
    start,
    head,
    flagsBefore: cursor.flags,
    branches: [],
    branchStart: cursor.at,
    branchesHeight: 0,
    items: [],
    lastHeight: 0,
    restHeight: 0,
  };
}

function readItem(reading: Reading): void {
  const { cursor } = reading;
  const start = cursor.at;
  switch (cursor.here) {
    case "(":
      openGroup(reading);
      return;
    case ")":
      closeGroup(reading);
      return;
    case "|":
      endBranch(cursor, reading.frame, start);
      cursor.step();
      reading.frame.branchStart = cursor.at;
      return;
    case "[":
      add(reading.frame, bracketClass(cursor));
      return;
    case "?":
    case "*":
    case "+":
    case "{":
      repeat(reading);
      return;
    case "\\":
      add(reading.frame, { node: readEscape(cursor), height: 0 });
      return;
    default:
      add(reading.frame, { node: single(cursor, start), height: 0 });
  }
}

/** A character: `.`, `^` and `$` are special, others are literals. Hot path: no object spread. */
function single(cursor: Cursor, start: number): RegexNode {
  const code = cursor.text.codePointAt(start) ?? 0;
  const { flags } = cursor;
  const end = start + (code > 0xffff ? 2 : 1);
  cursor.at = end;
  if (code === 0x2e) return { kind: "dot", flags, start, end };
  if (code === 0x5e) return { kind: "assertion", place: "line-start", flags, start, end };
  if (code === 0x24) return { kind: "assertion", place: "line-end", flags, start, end };
  return { kind: "literal", code, isByte: false, escaped: false, flags, start, end };
}

function add(frame: Frame, { node, height }: Nested<RegexNode>): void {
  frame.items.push(node);
  frame.restHeight = Math.max(frame.restHeight, frame.lastHeight);
  frame.lastHeight = height;
}

function openGroup(reading: Reading): void {
  const { cursor } = reading;
  const start = cursor.at;
  cursor.stepOver();
  const head = groupHead(cursor, start, reading.names);
  if (head.kind === "skipped") return;
  if (head.kind === "flags") {
    cursor.flags = changeFlags(cursor.flags, head.changes);
    const node: RegexNode = { kind: "flags", changes: head.changes, ...cursor.since(start) };
    add(reading.frame, { node, height: 0 });
    return;
  }
  reading.outer.push(reading.frame);
  reading.frame = newFrame(cursor, start, head);
  cursor.flags = changeFlags(cursor.flags, head.changes);
}

function closeGroup(reading: Reading): void {
  const { cursor } = reading;
  const { at } = cursor;
  cursor.step();
  if (reading.outer.length > 0) closeFrame(reading, at);
  else {
    cursor.problem({ start: at, end: at + 1 }, "Unmatched ')'. Use '\\)' for a parenthesis.");
  }
}

/** Closes the innermost group here, with its content ending at `end`. */
function closeFrame(reading: Reading, end: number): void {
  const { cursor, frame } = reading;
  const outer = reading.outer.pop();
  if (!outer) return;
  const span = cursor.since(frame.start);
  const child = finishBranches(cursor, frame, end);
  const height = child.height + 1;
  noteHeight(cursor, span, height);
  const node: Group = {
    kind: "group",
    captures: frame.head.captures,
    name: frame.head.name,
    changes: frame.head.changes,
    child: shallow(child),
    ...span,
  };
  add(outer, { node, height });
  cursor.flags = frame.flagsBefore;
  reading.frame = outer;
}

function repeat({ cursor, frame }: Reading): void {
  const start = cursor.at;
  const sign = cursor.here;
  const counted = sign === "{";
  const bounds = counted ? countedBounds(cursor) : shortBounds(cursor);
  if (!bounds) {
    add(frame, { node: single(cursor, start), height: 0 });
    return;
  }
  const marked = cursor.take("?");
  const child = frame.items.pop();
  if (!child || child.kind === "flags") {
    if (child) frame.items.push(child);
    noteNothingToRepeat(cursor, { start, end: counted ? cursor.at : start + 1 });
    return;
  }
  const height = frame.lastHeight + 1;
  const span = { start: child.start, end: cursor.at };
  noteHeight(cursor, span, height);
  frame.items.push({
    kind: "repetition",
    child: shallow({ node: child, height: frame.lastHeight }),
    ...bounds,
    lazy: marked !== cursor.flags.swapGreed,
    operator: cursor.since(start),
    ...span,
  });
  frame.lastHeight = height;
}

function noteNothingToRepeat(cursor: Cursor, span: Span): void {
  const written = cursor.text.slice(span.start, span.end);
  const sign = written.charAt(0);
  cursor.problem(
    span,
    `'${written}' has nothing to repeat. Put it after something, or use '\\${sign}' for the character.`,
  );
}

function endBranch(cursor: Cursor, frame: Frame, end: number): void {
  const { items, branchStart } = frame;
  const [only] = items;
  const span = { start: branchStart, end };
  let height = Math.max(frame.lastHeight, frame.restHeight);
  let node: RegexNode = only ?? { kind: "empty", ...span };
  if (items.length > 1) {
    node = shallow({ node: { kind: "concatenation", items, ...span }, height });
    height++;
    noteHeight(cursor, span, height);
  }
  frame.branches.push(node);
  frame.branchesHeight = Math.max(frame.branchesHeight, height);
  frame.items = [];
  frame.lastHeight = 0;
  frame.restHeight = 0;
}

function finishBranches(cursor: Cursor, frame: Frame, end: number): Nested<RegexNode> {
  endBranch(cursor, frame, end);
  const { branches, branchesHeight } = frame;
  const [first, last] = [branches[0], branches[branches.length - 1]];
  if (!first || !last || branches.length === 1) {
    return { node: first ?? { kind: "empty", start: end, end }, height: branchesHeight };
  }
  const span = cover(first, last);
  noteHeight(cursor, span, branchesHeight + 1);
  const node: RegexNode = { kind: "alternation", branches, ...span };
  return { node: shallow({ node, height: branchesHeight }), height: branchesHeight + 1 };
}

/** The node, or an empty node if its parent would be nested too deeply. */
function shallow({ node, height }: Nested<RegexNode>): RegexNode {
  return height > maxNested ? { kind: "empty", start: node.start, end: node.end } : node;
}
