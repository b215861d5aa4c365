import { beyondAscii } from "../../text/bytes.ts";

/** The code units that the scanner distinguishes, as numbers for fast comparison. */
export const code = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  quote: 34,
  hash: 35,
  asterisk: 42,
  comma: 44,
  minus: 45,
  zero: 48,
  slash: 47,
  colon: 58,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
  delete: 127,
  byteOrderMark: 0xfeff,
} as const;

export interface ForeignQuotes {
  readonly opens: ReadonlySet<number>;
  readonly closes: ReadonlySet<number>;
  /** The expected quotes, as the end of a message. */
  readonly instead: string;
}

/** Quotes of other languages, and typographic quotes that word processors and chat programs insert. */
export const foreignQuotes: readonly ForeignQuotes[] = [
  quotes("'", "'", "double quotes, not single quotes"),
  quotes("`", "`", "double quotes, not backticks"),
  quotes("“”„‟", '“”„‟"', "straight double quotes, not curly quotes"),
  quotes("‘’‚‛", "‘’‚‛'", "straight double quotes, not curly quotes"),
];

const foreignOpeners = new Set(foreignQuotes.flatMap((it) => [...it.opens]));
const delimiters = new Set([...codesOf('",:[]{}#;='), ...foreignOpeners]);

/** Unicode whitespace that is not whitespace in JSON, and characters without width. */
const blankLookalikes = new Set(
  codesOf(
    "\v\f\u0085\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff",
  ),
);

export function isBlankLookalike(here: number): boolean {
  return mayDelimit(here) && blankLookalikes.has(here);
}

/** Fast path before the table lookups: most scripts have no whitespace or quotes of their own. */
function mayDelimit(here: number): boolean {
  return here <= 0xa0 || (here >= 0x1680 && here <= 0x3000) || here === code.byteOrderMark;
}

export function isDigit(here: number): boolean {
  return here >= 48 && here <= 57;
}

/** A letter, a digit, `_` or any other word character, in any script. */
export function isWordCharacter(here: number): boolean {
  return (
    (here >= 97 && here <= 122) ||
    isDigit(here) ||
    (here >= 65 && here <= 90) ||
    here === 95 ||
    (here > 127 && !endsWord(here))
  );
}

/** For each byte: 1 for a word character, 2 for a non-ASCII character, which may be one. */
const inWord = Uint8Array.from({ length: beyondAscii + 1 }, (_, byte) =>
  byte === beyondAscii ? 2 : isWordCharacter(byte) ? 1 : 0,
);

/** Whether a byte is an ASCII word character. */
export function isPlainInWord(byte: number | undefined): boolean {
  return inWord[byte ?? 0] === 1;
}

export function mayBeInWord(byte: number | undefined): boolean {
  return inWord[byte ?? 0] !== 0;
}

/** Also true at the end of the text, where the code is NaN. */
export function endsWord(here: number): boolean {
  if (!(here > code.space)) return true;
  return mayDelimit(here) && (delimiters.has(here) || blankLookalikes.has(here));
}

export function startsComment(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== code.slash) return false;
  const second = text.charCodeAt(at + 1);
  return second === code.slash || second === code.asterisk;
}

/** The end of the line that contains the offset, before its line break. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const here = text.charCodeAt(at);
    if (here === code.lineFeed || here === code.carriageReturn) break;
  }
  return at;
}

/** The name of a character that cannot be displayed. */
export function codePoint(here: number): string {
  return `U+${here.toString(16).toUpperCase().padStart(4, "0")}`;
}

function quotes(opens: string, closes: string, instead: string): ForeignQuotes {
  return { opens: new Set(codesOf(opens)), closes: new Set(codesOf(closes)), instead };
}

function codesOf(characters: string): number[] {
  return Array.from(characters, (it) => it.charCodeAt(0));
}

/** Whether a quote ends the word in front of it, as in `a"}`: its opening quote is missing. */
export function closesWord(text: string, at: number): boolean {
  closingQuote.lastIndex = at;
  return text.charCodeAt(at) === code.quote && closingQuote.test(text);
}

const closingQuote = /"\s*(?:[,:}\]]|$)/y;
