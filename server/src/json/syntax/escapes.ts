import type { Span } from "../../text/span.ts";

const simple: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** The characters that a string represents. An unknown escape represents the escaped character. */
export function decode(raw: string, onBad?: (place: Span) => void): string {
  return (raw.length > longString ? decodeNatively(raw) : undefined) ?? decodeSteps(raw, onBad);
}

/** Concatenating the parts of a longer string would need too much memory. */
const longString = 100_000;

/** Undefined if the string is invalid. */
function decodeNatively(raw: string): string | undefined {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return undefined;
  }
}

function decodeSteps(raw: string, onBad: ((place: Span) => void) | undefined): string {
  let value = "";
  let last = 0;
  for (let at = raw.indexOf("\\"); at !== -1; at = raw.indexOf("\\", last)) {
    value += raw.slice(last, at);
    const escaped = raw.charAt(at + 1);
    const meant = simple[escaped];
    if (meant !== undefined) {
      value += meant;
      last = at + 2;
    } else if (escaped === "u" && fourDigits.test(raw.slice(at + 2, at + 6))) {
      value += String.fromCharCode(Number.parseInt(raw.slice(at + 2, at + 6), 16));
      last = at + 6;
    } else {
      // A surrogate pair is one character.
      const astral = (raw.codePointAt(at + 1) ?? 0) > 0xffff;
      last = Math.min(at + (astral ? 3 : 2), raw.length);
      value += raw.slice(at + 1, last);
      onBad?.({ start: at, end: last });
    }
  }
  return value + raw.slice(last);
}

export const fourDigits = /^[0-9a-fA-F]{4}$/;

/** Adds a closing quote, which a trailing backslash must not escape. */
export function closeString(unclosed: string): string {
  // A regex with '$' would take quadratic time.
  let backslashes = 0;
  while (unclosed.at(-1 - backslashes) === "\\") backslashes++;
  return `${unclosed}${backslashes % 2 === 1 ? "\\" : ""}"`;
}
