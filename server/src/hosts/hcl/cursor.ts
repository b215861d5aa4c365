import type { Span } from "../../text/span.ts";

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
  byteOrderMark: 0xfeff,
} as const;

const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;

/** A place in an HCL text, which moves on. */
export class Cursor {
  at = 0;
  readonly comments: Span[] = [];

  constructor(readonly text: string) {
    if (text.charCodeAt(0) === code.byteOrderMark) this.at = 1;
  }

  get char(): number {
    return this.text.charCodeAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** White space and comments, on this line or on this one and the next ones. */
  skip(overLines: boolean): void {
    const { text } = this;
    for (;;) {
      const here = text.charCodeAt(this.at);
      if (here === code.space || here === code.tab || here === code.carriageReturn) this.at++;
      else if (here === code.lineFeed && overLines) this.at++;
      else if (here === code.hash || here === code.slash) {
        const end = commentEnd(text, this.at);
        if (end === undefined) return;
        // A place may be passed twice.
        if (this.at > (this.comments.at(-1)?.start ?? -1)) {
          this.comments.push({ start: this.at, end });
        }
        this.at = end;
      } else return;
    }
  }

  /** The word here, or an empty text. */
  word(): string {
    identifier.lastIndex = this.at;
    const found = identifier.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** Whether it is the sign, which is then skipped. */
  take(sign: number): boolean {
    const isHere = this.text.charCodeAt(this.at) === sign;
    if (isHere) this.at++;
    return isHere;
  }
}

/** Undefined when no comment starts here. A line comment ends before its line break. */
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

/** Where the line's characters end, before its line feed. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

const topLevel =
  /(?:(?:resource|data|ephemeral|variable|output|module|provider|check)[ \t]+"[^"\n]*"|(?:locals|terraform|moved|import|removed)[ \t]*\{)/y;

/**
 * Whether a line begins here, without indentation, that only makes sense outside of all braces. While somebody types, a
 * bracket is often not closed yet, and what follows should not be lost.
 */
export function startsTopLevel(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== code.lineFeed) return false;
  topLevel.lastIndex = at;
  return topLevel.test(text);
}
