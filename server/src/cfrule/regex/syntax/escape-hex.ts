import type { Cursor } from "./cursor.ts";
import type { Literal } from "./tree.ts";

const lengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const replacement = 0xfffd;

/** `\xHH`, `\uHHHH`, `\UHHHHHHHH`, or any of the three with digits in braces. The cursor is on the letter. */
export function hexEscape(cursor: Cursor, start: number): Literal {
  const letter = cursor.here;
  const length = lengths[letter] ?? 2;
  cursor.stepOver();
  const braced = cursor.here === "{";
  const digits = braced ? bracedDigits(cursor, start) : fixedDigits(cursor, start, length);
  const code = digits === undefined ? replacement : scalar(cursor, start, digits);
  // Only the two-digit form can be a byte.
  const isByte = letter === "x" && !braced && digits !== undefined && code >= 0x80;
  return {
    kind: "literal",
    code,
    isByte: isByte && !cursor.flags.unicode,
    escaped: true,
    flags: cursor.flags,
    ...cursor.since(start),
  };
}

function scalar(cursor: Cursor, start: number, digits: string): number {
  const code = Number.parseInt(digits, 16);
  if (code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) return code;
  cursor.problem(
    cursor.since(start),
    `'${cursor.textSince(start)}' is not a Unicode character. Use a number up to 10FFFF, outside D800 to DFFF.`,
  );
  return replacement;
}

/** Undefined if there are too few, which is reported. */
function fixedDigits(cursor: Cursor, start: number, length: number): string | undefined {
  let digits = "";
  for (;;) {
    if (!isHexDigit(cursor.here)) {
      const written = cursor.text.slice(start, start + 2);
      cursor.problem(
        cursor.since(start),
        `'${written}' needs ${length} hex digits. Add them, or use braces as in '${written}{41}'.`,
      );
      return undefined;
    }
    digits += cursor.here;
    cursor.step();
    if (digits.length === length) return digits;
    cursor.skipBlank();
  }
}

/** Undefined for invalid digits or an unclosed brace, which is reported. */
function bracedDigits(cursor: Cursor, start: number): string | undefined {
  const brace = cursor.at;
  cursor.stepOver();
  let digits = "";
  for (; isHexDigit(cursor.here); cursor.stepOver()) {
    // More than nine significant digits are always out of range.
    if (digits.length < 9) digits = digits === "0" ? cursor.here : digits + cursor.here;
  }
  if (cursor.take("}")) {
    if (digits !== "") return digits;
    cursor.problem(cursor.since(start), "Expected hex digits between these braces, as in '{41}'.");
  } else if (cursor.ended) {
    cursor.problem({ start: brace, end: brace + 1 }, "Expected '}' to close this '{'.");
  } else {
    const wrong = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
    cursor.problem(
      { start: cursor.at, end: cursor.at + wrong.length },
      `'${wrong}' is not a hex digit. Use 0 to 9 and A to F, and '}' after them.`,
    );
  }
  return undefined;
}

function isHexDigit(text: string): boolean {
  return /^[0-9A-Fa-f]$/.test(text);
}
