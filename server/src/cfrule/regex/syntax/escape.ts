import type { Cursor } from "./cursor.ts";
import { hexEscape } from "./escape-hex.ts";
import { propertyEscape } from "./escape-property.ts";
import type { Assertion, AssertionKind, Literal, PerlClass, PropertyClass } from "./tree.ts";

export type Escape = Literal | Assertion | PerlClass | PropertyClass;

const controls: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 };

const places: Readonly<Record<string, AssertionKind>> = {
  A: "text-start",
  z: "text-end",
  B: "not-word-boundary",
  "<": "word-start",
  ">": "word-end",
};

const bracedPlaces: Readonly<Record<string, AssertionKind>> = {
  start: "word-start",
  end: "word-end",
  "start-half": "word-start-half",
  "end-half": "word-end-half",
};

/** Escapes of other dialects, with advice. */
const foreign: Readonly<Record<string, string>> = {
  Z: "Use '\\z' for the end of the text.",
  G: "Use '\\A' for the start of the text.",
  K: "Remove it; only whether the regex matches is used.",
  R: "Use '\\r?\\n' for a line break.",
  h: "Use '[ \\t]' for horizontal whitespace.",
  H: "Use '[^ \\t]' for anything but horizontal whitespace.",
  V: "Use '[^\\n\\r]' for anything but a line break.",
  X: "Use '(?u:.)' for one UTF-8 character.",
  N: "Use '[^\\n]' for any byte but a line feed.",
  C: "Use '(?s:.)' for any byte.",
  Q: "Put a '\\' before each special character.",
  E: "Put a '\\' before each special character.",
  e: "Use '\\x1b' for the escape byte.",
  c: "Use a control byte as '\\x' and two hex digits.",
  o: "Use a byte as '\\x' and two hex digits.",
  g: "Repeat what the group matches.",
  k: "Repeat what the group matches.",
  y: "Use '\\b' for a word boundary.",
  m: "Use '\\<' for the start of a word.",
  M: "Use '\\>' for the end of a word.",
};

/** escape = "\" …, with the cursor on the backslash. An invalid escape is reported and replaced by a literal. */
export function readEscape(cursor: Cursor): Escape {
  const start = cursor.at;
  cursor.step();
  if (cursor.ended) {
    cursor.problem(
      cursor.since(start),
      "The regex ends with a single '\\'. Use '\\\\' for a backslash.",
    );
    return literal(cursor, start, 92);
  }
  const letter = cursor.here;
  if (letter >= "0" && letter <= "9") return digits(cursor, start);
  if (letter === "x" || letter === "u" || letter === "U") return hexEscape(cursor, start);
  if (letter === "p" || letter === "P") return propertyEscape(cursor, start);
  const code = cursor.text.codePointAt(cursor.at) ?? 0;
  cursor.step();
  if ("dswDSW".includes(letter)) return perl(cursor, start, letter);
  if (letter === "b") return boundary(cursor, start);
  const place = Object.hasOwn(places, letter) ? places[letter] : undefined;
  if (place) return { kind: "assertion", place, flags: cursor.flags, ...cursor.since(start) };
  const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined;
  if (control !== undefined) return literal(cursor, start, control);
  if (code >= 0x80 || /[A-Za-z]/.test(letter)) unknown(cursor, start, letter);
  return literal(cursor, start, code);
}

function unknown(cursor: Cursor, start: number, letter: string): void {
  const written = cursor.textSince(start);
  const advice = Object.hasOwn(foreign, letter)
    ? foreign[letter]
    : `Use '${written.slice(1)}' for the character itself.`;
  cursor.problem(cursor.since(start), `'${written}' is not supported. ${advice}`);
}

function literal(cursor: Cursor, start: number, code: number): Literal {
  return {
    kind: "literal",
    code,
    isByte: false,
    escaped: true,
    flags: cursor.flags,
    ...cursor.since(start),
  };
}

function digits(cursor: Cursor, start: number): Literal {
  const leading = cursor.here;
  while (cursor.here >= "0" && cursor.here <= "9" && cursor.at - start < 4) cursor.step();
  const written = cursor.textSince(start);
  const value = Number.parseInt(written.slice(1), 8);
  const isOctal = leading === "0" && value <= 0xff && /^[0-7]+$/.test(written.slice(1));
  cursor.problem(
    cursor.since(start),
    isOctal
      ? `'${written}' is not supported. Use '\\x${value.toString(16).padStart(2, "0")}' for that byte.`
      : `Backreference '${written}' is not supported. Repeat what the group matches.`,
  );
  return literal(cursor, start, leading.charCodeAt(0));
}

function perl(cursor: Cursor, start: number, letter: string): PerlClass {
  const lower = letter.toLowerCase() as PerlClass["letter"];
  return {
    kind: "perl",
    letter: lower,
    negated: lower !== letter,
    flags: cursor.flags,
    ...cursor.since(start),
  };
}

/** `\b`, or `\b{start}` and the like. A brace before anything but a letter or '-' is a repetition. */
function boundary(cursor: Cursor, start: number): Assertion {
  let place: AssertionKind = "word-boundary";
  if (cursor.here === "{") place = bracedBoundary(cursor, start) ?? place;
  return { kind: "assertion", place, flags: cursor.flags, ...cursor.since(start) };
}

function bracedBoundary(cursor: Cursor, start: number): AssertionKind | undefined {
  const brace = cursor.at;
  cursor.stepOver();
  const isNamePart = () => /^[A-Za-z-]$/.test(cursor.here);
  if (!cursor.ended && !isNamePart()) {
    cursor.at = brace;
    return undefined;
  }
  const nameStart = cursor.at;
  let name = "";
  for (; isNamePart(); cursor.stepOver()) name += cursor.here;
  const nameSpan = { start: nameStart, end: cursor.at };
  if (!cursor.take("}")) {
    cursor.problem(
      cursor.since(start),
      "This '{' after '\\b' has no '}'. Close it, as in '\\b{start}', or use '\\{' for a brace.",
    );
    return undefined;
  }
  const place = Object.hasOwn(bracedPlaces, name) ? bracedPlaces[name] : undefined;
  if (!place) {
    cursor.problem(
      nameSpan,
      `Unknown word boundary '\\b{${name}}'. Use 'start', 'end', 'start-half' or 'end-half'.`,
    );
  }
  return place;
}
