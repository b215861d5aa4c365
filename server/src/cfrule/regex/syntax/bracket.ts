import { cover } from "../../../text/span.ts";
import type { Cursor } from "./cursor.ts";
import { maxNested, type Nested, noteHeight } from "./cursor.ts";
import { type Escape, readEscape } from "./escape.ts";
import {
  type BracketClass,
  type ClassItem,
  type ClassOperator,
  type ClassRange,
  type ClassSet,
  type ClassUnion,
  type Literal,
  type PosixClass,
  type PosixName,
  posixNames,
} from "./tree.ts";

/** An open class. */
interface OpenClass {
  readonly start: number;
  readonly negated: boolean;
  left: Nested<ClassSet> | undefined;
  operator: ClassOperator;
  items: ClassItem[];
  itemsStart: number;
  itemsHeight: number;
}

const operators: readonly ClassOperator[] = ["&&", "--", "~~"];

/** class = "[" … "]", with the cursor on the "[". Nested classes are on an explicit stack, so depth is unlimited. */
export function bracketClass(cursor: Cursor): Nested<BracketClass> {
  const open: OpenClass[] = [];
  let innermost = openClass(cursor);
  for (;;) {
    cursor.skipBlank();
    if (cursor.ended) {
      noteUnclosed(cursor, innermost);
      return closeAll(cursor, open, innermost);
    }
    if (cursor.here === "]") {
      cursor.step();
      const closed = closeClass(cursor, innermost);
      const outer = open.pop();
      if (!outer) return closed;
      innermost = outer;
      add(innermost, closed.node, closed.height);
    } else if (cursor.here === "[") {
      const posix = posixClass(cursor);
      if (posix) {
        add(innermost, posix, 0);
      } else {
        open.push(innermost);
        innermost = openClass(cursor);
      }
    } else {
      const operator = operators.find((it) => cursor.take(it));
      if (operator) operate(cursor, innermost, operator);
      else add(innermost, rangeOrItem(cursor), 0);
    }
  }
}

function openClass(cursor: Cursor): OpenClass {
  const start = cursor.at;
  cursor.stepOver();
  const negated = cursor.here === "^";
  if (negated) cursor.stepOver();
  const opened: OpenClass = {
    start,
    negated,
    left: undefined,
    operator: "&&",
    items: [],
    itemsStart: cursor.at,
    itemsHeight: 0,
  };
  // Only here '-' and ']' are literals.
  while (cursor.here === "-") add(opened, plainLiteral(cursor), 0);
  if (opened.items.length === 0 && cursor.here === "]") add(opened, plainLiteral(cursor), 0);
  return opened;
}

function add(opened: OpenClass, item: ClassItem, height: number): void {
  if (height <= maxNested) opened.items.push(item);
  opened.itemsHeight = Math.max(opened.itemsHeight, height);
}

function closeClass(cursor: Cursor, opened: OpenClass): Nested<BracketClass> {
  const set = finishOperation(opened, cursor.at - 1);
  const span = cursor.since(opened.start);
  noteHeight(cursor, span, set.height + 1);
  const { negated } = opened;
  return {
    node: { kind: "class", negated, set: set.node, flags: cursor.flags, ...span },
    height: set.height + 1,
  };
}

function noteUnclosed(cursor: Cursor, innermost: OpenClass): void {
  const [first] = innermost.items;
  const startsWithBracket = first?.kind === "literal" && !first.escaped && first.code === 93;
  cursor.problem(
    { start: innermost.start, end: innermost.start + 1 },
    startsWithBracket
      ? "Expected ']' to close this '['. A ']' right after it is a literal."
      : "Expected ']' to close this '['. Use '\\[' for a bracket.",
  );
}

function closeAll(cursor: Cursor, open: OpenClass[], innermost: OpenClass): Nested<BracketClass> {
  let closed = closeClass(cursor, innermost);
  for (let outer = open.pop(); outer; outer = open.pop()) {
    add(outer, closed.node, closed.height);
    closed = closeClass(cursor, outer);
  }
  return closed;
}

function operate(cursor: Cursor, opened: OpenClass, operator: ClassOperator): void {
  opened.left = finishOperation(opened, cursor.at - operator.length);
  opened.operator = operator;
  opened.items = [];
  opened.itemsStart = cursor.at;
  opened.itemsHeight = 0;
}

/** The set so far: the last items, with the pending operation. */
function finishOperation(opened: OpenClass, end: number): Nested<ClassSet> {
  const { left, operator, items, itemsStart, itemsHeight } = opened;
  const union: ClassUnion = { kind: "union", items, start: itemsStart, end };
  const height = items.length > 1 ? itemsHeight + 1 : itemsHeight;
  if (!left) return { node: union, height };
  const operation: ClassSet = {
    kind: "operation",
    operator,
    left: left.node,
    right: union,
    ...cover(left.node, union),
  };
  return {
    node: left.height < maxNested ? operation : union,
    height: Math.max(left.height, height) + 1,
  };
}

/** `[:alpha:]`. Anything else that starts with `[:` is an ordinary class. */
function posixClass(cursor: Cursor): PosixClass | undefined {
  const match = posixPattern.exec(cursor.text.slice(cursor.at, cursor.at + 12));
  if (!match) return undefined;
  const [written, caret, name] = match;
  const start = cursor.at;
  cursor.at += written.length;
  return {
    kind: "posix",
    name: name as PosixName,
    negated: caret === "^",
    ...cursor.since(start),
  };
}

const posixPattern = new RegExp(`^\\[:(\\^?)(${posixNames.join("|")}):\\]`);

function rangeOrItem(cursor: Cursor): ClassItem {
  const from = classAtom(cursor);
  cursor.skipBlank();
  const after = cursor.nextOverBlank;
  if (cursor.here !== "-" || after === "]" || after === "-") return asItem(cursor, from);
  cursor.stepOver();
  if (cursor.ended) return asItem(cursor, from);
  const to = classAtom(cursor);
  const start = rangeEnd(cursor, from);
  const end = rangeEnd(cursor, to);
  if (!start || !end) return start ?? end ?? standIn(cursor, from);
  const range: ClassRange = { kind: "range", from: start, to: end, ...cover(start, end) };
  if (start.code > end.code) {
    const [low, high] = [textOf(cursor, end), textOf(cursor, start)];
    cursor.problem(
      range,
      `The range '${textOf(cursor, range)}' is reversed. Use '${low}-${high}'.`,
    );
  }
  return range;
}

/** An escape, or one literal character. */
function classAtom(cursor: Cursor): Escape {
  if (cursor.here === "\\") return readEscape(cursor);
  return plainLiteral(cursor);
}

function plainLiteral(cursor: Cursor): Literal {
  const start = cursor.at;
  const code = cursor.text.codePointAt(start) ?? 0;
  const { flags } = cursor;
  const end = start + (code > 0xffff ? 2 : 1);
  cursor.at = end;
  cursor.skipBlank();
  return { kind: "literal", code, isByte: false, escaped: false, flags, start, end };
}

function asItem(cursor: Cursor, atom: Escape): ClassItem {
  if (atom.kind === "assertion") {
    const written = textOf(cursor, atom);
    const advice = atom.place === "word-boundary" ? " Use '\\x08' for a backspace." : "";
    cursor.problem(
      atom,
      `'${written}' matches a position, but a class contains only characters.${advice}`,
    );
    return standIn(cursor, atom);
  }
  if (atom.kind === "literal") noteWide(cursor, atom);
  return atom;
}

/** The literal at one end of a range; anything else is reported. */
function rangeEnd(cursor: Cursor, atom: Escape): Literal | undefined {
  if (atom.kind === "literal") {
    noteWide(cursor, atom);
    return atom;
  }
  cursor.problem(
    atom,
    `A range cannot end with '${textOf(cursor, atom)}'. Escape the '-' as '\\-', or put it last.`,
  );
  return undefined;
}

/** Without Unicode a class matches one byte, and a character above 7F is two bytes or more. */
function noteWide(cursor: Cursor, literal: Literal): void {
  if (literal.code < 0x80 || literal.isByte || cursor.flags.unicode) return;
  cursor.problem(
    literal,
    `'${textOf(cursor, literal)}' is more than one byte, but a class matches one byte. Add '(?u)' before it, or use '|'.`,
  );
}

function standIn(cursor: Cursor, span: Escape): Literal {
  const { start, end } = span;
  return {
    kind: "literal",
    code: 0,
    isByte: false,
    escaped: true,
    flags: cursor.flags,
    start,
    end,
  };
}

function textOf(cursor: Cursor, { start, end }: { start: number; end: number }): string {
  return cursor.text.slice(start, end);
}
