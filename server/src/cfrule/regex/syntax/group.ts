import type { Cursor } from "./cursor.ts";
import { type FlagChange, type FlagLetter, type Flags, flagLetters } from "./tree.ts";

/** The text between a "(" and the content of its group. */
export type GroupHead =
  | {
      readonly kind: "group";
      readonly captures: boolean;
      readonly name: string | undefined;
      readonly changes: readonly FlagChange[];
    }
  /** `(?i)`, closed already. */
  | { readonly kind: "flags"; readonly changes: readonly FlagChange[] }
  /** Syntax of another dialect, reported and skipped with its ")". */
  | { readonly kind: "skipped" };

const lookArounds: readonly (readonly [prefix: string, message: string])[] = [
  ["?=", "Lookahead '(?=' is not supported. Add a second comparison with 'and'."],
  ["?!", "Lookahead '(?!' is not supported. Add a second comparison with 'and not'."],
  ["?<=", "Lookbehind '(?<=' is not supported. Include what comes before in the match."],
  ["?<!", "Lookbehind '(?<!' is not supported. Add a second comparison with 'and not'."],
];

/** Groups of other dialects, by the text after "(?". */
const foreign: readonly (readonly [start: RegExp, message: string])[] = [
  [/^>/, "Atomic groups '(?>' are not supported. Use '(?:'; the engine never backtracks."],
  [/^\|/, "Branch reset '(?|' is not supported. Use '(?:'."],
  [/^\(/, "Conditionals '(?(' are not supported. Use '|' for both cases."],
  [/^'/, "Unsupported group name syntax. Use '(?<name>'."],
];

/** Other constructs of other dialects, whose content is not parsed. */
const foreignWords: readonly (readonly [start: RegExp, message: string])[] = [
  [/^#/, "Comments '(?#' are not supported. Remove it, or use '#' after '(?x)'."],
  [/^P=/, "Backreference '(?P=' is not supported. Repeat what the group matches."],
  [/^(P>|&|[+-]?\d)/, "Calling a group is not supported. Repeat the group."],
];

/** The cursor is past the "(" and blanks. Adds the name of the group to `names`. */
export function groupHead(cursor: Cursor, open: number, names: Set<string>): GroupHead {
  const lookAround = lookArounds.find(([prefix]) => cursor.take(prefix));
  if (lookAround) {
    cursor.problem(cursor.since(open), lookAround[1]);
    return plainGroup;
  }
  if (cursor.take("?P<") || cursor.take("?<")) {
    const name = captureName(cursor, open, names);
    return { kind: "group", captures: true, name, changes: [] };
  }
  if (!cursor.take("?")) return { ...plainGroup, captures: true };
  return foreignGroup(cursor, open) ?? flagsOrGroup(cursor, open);
}

const plainGroup: GroupHead & { kind: "group" } = {
  kind: "group",
  captures: false,
  name: undefined,
  changes: [],
};

function foreignGroup(cursor: Cursor, open: number): GroupHead | undefined {
  const ahead = cursor.text.slice(cursor.at, cursor.at + 3);
  const word = foreignWords.find(([start]) => start.test(ahead));
  if (word) {
    while (!cursor.ended && cursor.here !== ")") cursor.step();
    cursor.take(")");
    cursor.problem(cursor.since(open), word[1]);
    return { kind: "skipped" };
  }
  const group = foreign.find(([start]) => start.test(ahead));
  if (!group) return undefined;
  cursor.step();
  cursor.problem(cursor.since(open), group[1]);
  return plainGroup;
}

function captureName(cursor: Cursor, open: number, names: Set<string>): string | undefined {
  const start = cursor.at;
  while (isNameCharacter(cursor, start)) cursor.step();
  const name = cursor.textSince(start);
  const span = cursor.since(start);
  if (cursor.take(">")) {
    if (name === "") {
      cursor.problem(cursor.since(open), "Missing group name between '<' and '>'. Add one.");
    } else if (names.has(name)) {
      cursor.problem(span, `Duplicate group name '${name}'. Use another name.`);
    }
    names.add(name);
    return name;
  }
  noteName(cursor, open, start);
  while (!cursor.ended && !">()|\\".includes(cursor.here)) cursor.step();
  cursor.take(">");
  return undefined;
}

function noteName(cursor: Cursor, open: number, start: number): void {
  if (cursor.ended) {
    cursor.problem(cursor.since(open), "Expected '>' after the group name.");
    return;
  }
  const wrong = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  const rule =
    cursor.at === start
      ? "starts with a letter or '_'"
      : "contains only letters, digits, '_', '.', '[' and ']'";
  cursor.problem(
    { start: cursor.at, end: cursor.at + wrong.length },
    `Unexpected '${wrong}': a group name ${rule}, and ends with '>'.`,
  );
}

function isNameCharacter(cursor: Cursor, start: number): boolean {
  const character = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  return (cursor.at === start ? /[_\p{Alphabetic}]/u : /[_.[\]\p{Alphabetic}\p{N}]/u).test(
    character,
  );
}

/** `i-m)` or `i-m:`, after the "(?". */
function flagsOrGroup(cursor: Cursor, open: number): GroupHead {
  const start = cursor.at;
  const changes = flagChanges(cursor, open);
  if (!changes) return plainGroup;
  if (cursor.take(":")) return { ...plainGroup, changes };
  cursor.take(")");
  if (cursor.at === start + 1) {
    cursor.problem(
      cursor.since(open),
      "'(?)' sets no flag. Use '(?:' for a group, or '\\(\\?\\)' for these characters.",
    );
    return { kind: "skipped" };
  }
  return { kind: "flags", changes };
}

/** Up to the ":" or ")". Undefined if it is missing, which is reported. */
function flagChanges(cursor: Cursor, open: number): FlagChange[] | undefined {
  const changes: FlagChange[] = [];
  let minus: number | undefined;
  for (; cursor.here !== ":" && cursor.here !== ")"; cursor.step()) {
    const span = { start: cursor.at, end: cursor.at + 1 };
    const letter = cursor.here;
    if (letter === "-") {
      if (minus !== undefined)
        cursor.problem(span, "One '-' turns off all flags after it. Remove this one.");
      minus = cursor.at;
    } else if (isFlag(letter)) {
      if (changes.some((it) => it.letter === letter)) {
        cursor.problem(span, `Duplicate flag '${letter}'. Remove one.`);
      }
      changes.push({ letter, on: minus === undefined, ...span });
    } else {
      noteFlag(cursor, open);
      return undefined;
    }
  }
  if (minus === cursor.at - 1) {
    cursor.problem(
      { start: minus, end: minus + 1 },
      "This '-' turns off no flag. Add one after it, or remove it.",
    );
  }
  return changes;
}

function isFlag(letter: string): letter is FlagLetter {
  return Object.hasOwn(flagLetters, letter);
}

function noteFlag(cursor: Cursor, open: number): void {
  if (cursor.ended) {
    cursor.problem(cursor.since(open), "Expected flags and ')' or ':' after this '(?'.");
    return;
  }
  const wrong = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  const span = { start: cursor.at, end: cursor.at + wrong.length };
  cursor.problem(span, `Unknown flag '${wrong}'. Use i, m, s, R, U, u or x.`);
}

export function changeFlags(flags: Flags, changes: readonly FlagChange[]): Flags {
  if (changes.length === 0) return flags;
  const changed: { -readonly [name in keyof Flags]: boolean } = { ...flags };
  for (const { letter, on } of changes) changed[flagLetters[letter]] = on;
  return changed;
}
