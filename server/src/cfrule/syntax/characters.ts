/** The character code at an offset, or an invalid code outside of the text. */
export function codeAt(text: string, at: number): number {
  // An out-of-range call of charCodeAt deoptimizes it for good.
  return at >= 0 && at < text.length ? text.charCodeAt(at) : beyond;
}

/** The result of `codeAt` outside of a text. */
export const beyond = 0x10000;

/** Character codes of the language. */
export const code = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  bang: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  ampersand: 38,
  apostrophe: 39,
  openParenthesis: 40,
  closeParenthesis: 41,
  asterisk: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  seven: 55,
  nine: 57,
  colon: 58,
  equals: 61,
  less: 60,
  capitalN: 78,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  grave: 96,
  smallN: 110,
  smallR: 114,
  smallX: 120,
  openBrace: 123,
  closeBrace: 125,
} as const;

const digit = 1;
const hexDigit = 2;
/** Letters, digits and underscore; names also have dots. */
const word = 4;
/** Characters that the engine collects as part of an address before parsing it. */
const addressPart = 8;
/** Characters that end an unquoted value. */
const stop = 16;
/** Closers of the parent, before which a value is missing. */
const closer = 32;
/** Characters of symbolic operators. */
const symbol = 64;
/** Unescaped one-byte characters of a string. */
const plain = 128;
/** Separators that people put between set values, or their first character. */
const separator = 256;

const classes = Uint16Array.from({ length: 128 }, (_, at) => {
  const char = String.fromCharCode(at);
  return (
    (/\d/.test(char) ? digit : 0) |
    (/[0-9A-Fa-f]/.test(char) ? hexDigit : 0) |
    (/\w/.test(char) ? word : 0) |
    (/[0-9A-Fa-f:./]/.test(char) ? addressPart : 0) |
    (/["'#(){}[\],]/.test(char) ? stop : 0) |
    (/[)\]},]/.test(char) ? closer : 0) |
    (/[=<>!~&|^*]/.test(char) ? symbol : 0) |
    (/[ -~]/.test(char) && !/["\\]/.test(char) ? plain : 0) |
    (/[,;|&ao]/.test(char) ? separator : 0)
  );
});

export function isDigit(char: number): boolean {
  return is(char, digit);
}

export function isHexDigit(char: number): boolean {
  return is(char, hexDigit);
}

export function isWord(char: number): boolean {
  return is(char, word);
}

/** Names include their dots; the catalog lookup validates them. */
export function isNamePart(char: number): boolean {
  return is(char, word) || char === code.dot;
}

export function isAddressPart(char: number): boolean {
  return is(char, addressPart);
}

/** Any whitespace is allowed between tokens, because one space is pushed instead. */
export function isSpace(char: number): boolean {
  if (char <= code.space) return char === code.space || (char >= code.tab && char <= 13);
  return char >= 0x85 && wideSpaces.has(char);
}

export function isStop(char: number): boolean {
  return is(char, stop) || isSpace(char) || char === beyond;
}

export function isCloser(char: number): boolean {
  return is(char, closer);
}

/** Whether a word before this character is complete. Before a bracket it may be a function, and before a quote an `r`. */
export function endsWord(char: number): boolean {
  return is(char, closer) || isSpace(char) || char === beyond;
}

export function isSymbol(char: number): boolean {
  return is(char, symbol);
}

export function beginsSeparator(char: number): boolean {
  return is(char, separator);
}

export function isPlain(char: number): boolean {
  return is(char, plain);
}

/** Unicode whitespace outside ASCII, and the byte order mark. */
const wideSpaces: ReadonlySet<number> = new Set([
  0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Classes exist only for ASCII. */
function is(char: number, of: number): boolean {
  return char < 128 && ((classes[char] ?? 0) & of) !== 0;
}
