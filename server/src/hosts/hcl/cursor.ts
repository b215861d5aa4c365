import { endsTooEarly, type Span, type SyntaxFault } from "../../text/span.ts";

export const code = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  exclamationMark: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  openParenthesis: 40,
  closeParenthesis: 41,
  asterisk: 42,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  questionMark: 63,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
  tilde: 126,
  byteOrderMark: 0xfeff,
} as const;

const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;

/** A moving position in an HCL text. */
export class Cursor {
  at = 0;
  readonly comments: Span[] = [];
  /** The first place that had to be recovered from. */
  fault: SyntaxFault | undefined;

  constructor(readonly text: string) {
    if (text.charCodeAt(0) === code.byteOrderMark) this.at = 1;
  }

  protected fail(message: string, start = this.at): void {
    if (this.fault && this.fault.start <= start) return;
    const { length } = this.text;
    const isEnd = start >= length;
    this.fault = isEnd
      ? { start: length, end: length, message: `${endsTooEarly} ${message}` }
      : { start, end: start + 1, message };
  }

  /** Takes the character, which has to be next. */
  protected expect(sign: number): boolean {
    const isHere = this.take(sign);
    if (!isHere) this.fail(`Missing '${String.fromCharCode(sign)}'.`);
    return isHere;
  }

  get char(): number {
    return this.text.charCodeAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips whitespace and comments, on this line or across lines. */
  skip(overLines: boolean): void {
    const { text } = this;
    for (;;) {
      const here = text.charCodeAt(this.at);
      if (here === code.space || here === code.tab || here === code.carriageReturn) this.at++;
      else if (here === code.lineFeed && overLines) this.at++;
      else if (here === code.hash || here === code.slash) {
        const end = commentEnd(text, this.at);
        if (end === undefined) return;
        const isBlock = here === code.slash && text.charCodeAt(this.at + 1) === code.asterisk;
        if (isBlock && (end < this.at + 4 || !text.startsWith("*/", end - 2)))
          this.fail("Missing '*/'.", end);
        // The same position may be skipped twice.
        if (this.at > (this.comments.at(-1)?.start ?? -1)) {
          this.comments.push({ start: this.at, end });
        }
        this.at = end;
      } else return;
    }
  }

  /** Reads an identifier; empty when there is none. */
  word(): string {
    const { text, at } = this;
    if (!isWordCharacter(text.charCodeAt(at), false)) return "";
    let end = at + 1;
    while (isWordCharacter(text.charCodeAt(end), true)) end++;
    if (text.charCodeAt(end) < 128 || end === text.length) this.at = end;
    else {
      identifier.lastIndex = at;
      this.at += identifier.exec(text)?.[0].length ?? 0;
    }
    return text.slice(at, this.at);
  }

  /** Skips the character if it is next, and returns whether it was. */
  take(sign: number): boolean {
    const isHere = this.text.charCodeAt(this.at) === sign;
    if (isHere) this.at++;
    return isHere;
  }
}

/** Fast path for ASCII names, as nearly all are. The first character may also start a name in another script. */
function isWordCharacter(sign: number, isLater: boolean): boolean {
  const letter = sign | 32;
  if ((letter >= 97 && letter <= 122) || sign === underscore) return true;
  if (isLater) return (sign >= code.zero && sign <= code.nine) || sign === code.minus;
  return sign >= 128;
}

const underscore = 95;

/** Undefined if no comment starts here. A line comment ends before its line break. */
export function commentEnd(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) === code.slash) {
    const second = text.charCodeAt(at + 1);
    if (second === code.asterisk) {
      const close = text.indexOf("*/", at + 2);
      return close === -1 ? text.length : close + 2;
    }
    if (second !== code.slash) return undefined;
  }
  return lineEnd(text, at);
}

/** The end of the line, before its line feed. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

const topLevel =
  /(?:(?:resource|data|ephemeral|variable|output|module|provider|check)[ \t]+"[^"\n]*"|(?:locals|terraform|moved|import|removed)[ \t]*\{)/y;

/**
 * Whether an unindented line starts here that is only valid at the top level. While the user types, a bracket may be
 * unclosed, and the blocks after it should still be recognized.
 */
export function startsTopLevel(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== code.lineFeed) return false;
  topLevel.lastIndex = at;
  return topLevel.test(text);
}
