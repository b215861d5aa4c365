/** The code of the character at a place in a text, and one that no character has where there is none. */
export function codeAt(text: string, at: number): number {
  // Once asked beyond the end of a text, the built-in look-up is slow everywhere from then on.
  return at >= 0 && at < text.length ? text.charCodeAt(at) : beyond;
}

/** What `codeAt` gives outside of a text. */
export const beyond = 0x10000;

/** The characters of the language, by their codes. */
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
/** Letters, digits and the underscore: what names are made of, besides dots. */
const word = 4;
/** What the engine takes as part of an address before it looks whether it is one. */
const addressPart = 8;
/** What ends a value that somebody forgot to quote. */
const stop = 16;
/** What ends something around a value: nothing stands before it. */
const closer = 32;
/** What operators are made of that are no words. */
const symbol = 64;
/** What stands in a string for nothing but itself, and is one byte. */
const plain = 128;
/** What people put between the values of a set, or the first character of that. */
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

/** Names are read with their dots; where those may stand is judged when the name is looked up. */
export function isNamePart(char: number): boolean {
  return is(char, word) || char === code.dot;
}

export function isAddressPart(char: number): boolean {
  return is(char, addressPart);
}

/** White space between tokens is free in a file, every kind of it, for one space is pushed in its place. */
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

export function isSymbol(char: number): boolean {
  return is(char, symbol);
}

export function beginsSeparator(char: number): boolean {
  return is(char, separator);
}

export function isPlain(char: number): boolean {
  return is(char, plain);
}

/** What Unicode calls white space outside ASCII, and the mark that some editors put before a text. */
const wideSpaces: ReadonlySet<number> = new Set([
  0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Only ASCII has classes. */
function is(char: number, of: number): boolean {
  return char < 128 && ((classes[char] ?? 0) & of) !== 0;
}
