import { mostFindings } from "../core/diagnostic.ts";
import type { Span } from "../text/span.ts";

/** The pieces of a JSON text. The scanner knows characters; what may stand where is the parser's business. */
export type TokenKind =
  | "{"
  | "}"
  | "["
  | "]"
  | ","
  | ":"
  | "string"
  | "number"
  | "word"
  | "unknown"
  | "end";

export interface Comment extends Span {
  readonly block: boolean;
}

export interface ScanProblem extends Span {
  readonly message: string;
  readonly fix?: { readonly title: string; readonly newText: string };
}

const code = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  quote: 34,
  hash: 35,
  apostrophe: 39,
  asterisk: 42,
  comma: 44,
  minus: 45,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
  noBreakSpace: 0xa0,
  byteOrderMark: 0xfeff,
} as const;

/** Reads one token after another. The fields say what the last one was; no object is made for a token. */
export class Scanner {
  kind: TokenKind = "end";
  start = 0;
  end = 0;
  /** The characters meant by a string token. */
  value = "";
  readonly comments: Comment[] = [];
  readonly problems: ScanProblem[] = [];

  constructor(readonly text: string) {
    if (text.charCodeAt(0) === code.byteOrderMark) this.end = 1;
  }

  next(): void {
    this.skipBlank();
    const { text } = this;
    this.start = this.end;
    if (this.start >= text.length) {
      this.kind = "end";
      return;
    }
    const first = text.charCodeAt(this.start);
    switch (first) {
      case code.quote:
        this.string(code.quote);
        return;
      case code.openBrace:
        this.punctuation("{");
        return;
      case code.closeBrace:
        this.punctuation("}");
        return;
      case code.openBracket:
        this.punctuation("[");
        return;
      case code.closeBracket:
        this.punctuation("]");
        return;
      case code.comma:
        this.punctuation(",");
        return;
      case code.colon:
        this.punctuation(":");
        return;
      case code.apostrophe:
        this.string(code.apostrophe);
        return;
      default:
        if (isDigit(first) || first === code.minus) this.run("number");
        else if (isWordPart(first)) this.run("word");
        else this.unknown();
    }
  }

  private punctuation(kind: TokenKind): void {
    this.kind = kind;
    this.end = this.start + 1;
  }

  private skipBlank(): void {
    const { text } = this;
    let at = this.end;
    for (;;) {
      const here = text.charCodeAt(at);
      if (
        here === code.space ||
        here === code.lineFeed ||
        here === code.carriageReturn ||
        here === code.tab
      ) {
        at++;
      } else if (here === code.slash && this.commentAt(at)) {
        at = this.end;
      } else if (here === code.hash) {
        at = this.hashComment(at);
      } else {
        break;
      }
    }
    this.end = at;
  }

  private commentAt(start: number): boolean {
    const second = this.text.charCodeAt(start + 1);
    if (second === code.slash) {
      this.end = this.lineEnd(start);
      this.comments.push({ start, end: this.end, block: false });
      return true;
    }
    if (second !== code.asterisk) return false;
    const close = this.text.indexOf("*/", start + 2);
    this.end = close === -1 ? this.text.length : close + 2;
    this.comments.push({ start, end: this.end, block: true });
    if (close === -1) {
      this.problem(start, start + 2, "This comment has no end. Close it with '*/'.");
    }
    return true;
  }

  private hashComment(start: number): number {
    const end = this.lineEnd(start);
    this.comments.push({ start, end, block: false });
    this.problem(start, start + 1, "A comment starts with '//' here, not with '#'.", {
      title: "Write '//'",
      newText: "//",
    });
    return end;
  }

  private string(quote: number): void {
    const { text } = this;
    this.kind = "string";
    let at = this.start + 1;
    let plain = true;
    for (;;) {
      const here = text.charCodeAt(at);
      if (here === quote) break;
      if (here === code.backslash) {
        plain = false;
        at += 2;
      } else if (here < code.space || Number.isNaN(here)) {
        if (here === code.tab) {
          this.problem(at, at + 1, "A tab inside a string is written '\\t'.", {
            title: "Write '\\t'",
            newText: "\\t",
          });
        } else if (at >= text.length || here === code.lineFeed || here === code.carriageReturn) {
          this.unclosedString(Math.min(at, text.length), quote);
          return;
        } else {
          const escaped = `\\u${here.toString(16).padStart(4, "0")}`;
          this.problem(at, at + 1, `A control character inside a string is written '${escaped}'.`, {
            title: `Write '${escaped}'`,
            newText: escaped,
          });
        }
        at++;
      } else {
        at++;
      }
    }
    this.end = at + 1;
    this.value = plain ? text.slice(this.start + 1, at) : this.unescape(this.start + 1, at);
    if (quote === code.apostrophe) {
      this.problem(this.start, this.end, "A string stands in double quotes, not in single ones.", {
        title: "Use double quotes",
        newText: JSON.stringify(this.value),
      });
    }
  }

  /** A string without its closing quote stops at the end of its line, before the punctuation that closes the line. */
  private unclosedString(lineEnd: number, quote: number): void {
    const { text } = this;
    let end = lineEnd;
    while (end > this.start + 1 && closesLine(text.charCodeAt(end - 1))) end--;
    // A backslash before that punctuation would swallow part of it.
    this.end = end;
    this.value = this.unescape(this.start + 1, end);
    this.problem(
      this.start,
      this.end,
      `The string ${shorten(text.slice(this.start, this.end))} has no closing quote.`,
      {
        title: "Close the string",
        newText:
          quote === code.quote ? `${text.slice(this.start, end)}"` : JSON.stringify(this.value),
      },
    );
  }

  private unescape(start: number, end: number): string {
    const { text } = this;
    let value = "";
    let last = start;
    for (let at = text.indexOf("\\", start); at !== -1 && at < end; at = text.indexOf("\\", last)) {
      value += text.slice(last, at);
      const escaped = text[at + 1] ?? "";
      const simple = simpleEscapes[escaped];
      if (simple !== undefined) {
        value += simple;
        last = at + 2;
      } else if (escaped === "u" && isHex(text, at + 2, Math.min(at + 6, end))) {
        value += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
        last = at + 6;
      } else {
        last = Math.min(at + 2, end);
        value += text.slice(at + 1, last);
        this.badEscape(at, last);
      }
      if (last >= end) return value;
    }
    return value + text.slice(last, end);
  }

  private badEscape(start: number, end: number): void {
    const found = this.text.slice(start, end);
    const message =
      found === "\\u"
        ? "'\\u' takes four hexadecimal digits, as in '\\u00e9'."
        : `JSON has no escape '${found}'. Write '\\\\' for a backslash.`;
    this.problem(start, end, message, { title: "Double the backslash", newText: `\\${found}` });
  }

  private run(kind: "number" | "word"): void {
    const { text } = this;
    let at = this.start + 1;
    while (isRunPart(text.charCodeAt(at))) at++;
    this.kind = kind;
    this.end = at;
  }

  /** Characters that start nothing, taken together so that they give one error. */
  private unknown(): void {
    const { text } = this;
    let at = this.start + 1;
    while (at < text.length && !startsToken(text.charCodeAt(at))) at++;
    this.kind = "unknown";
    this.end = at;
  }

  private lineEnd(from: number): number {
    const { text } = this;
    let at = from;
    while (at < text.length) {
      const here = text.charCodeAt(at);
      if (here === code.lineFeed || here === code.carriageReturn) break;
      at++;
    }
    return at;
  }

  private problem(start: number, end: number, message: string, fix?: ScanProblem["fix"]): void {
    if (this.problems.length > mostFindings) return;
    this.problems.push(fix ? { start, end, message, fix } : { start, end, message });
  }
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

export function shorten(text: string): string {
  return text.length <= 40 ? `'${text}'` : `'${text.slice(0, 37)}…'`;
}

function closesLine(here: number): boolean {
  return (
    here === code.comma ||
    here === code.closeBrace ||
    here === code.closeBracket ||
    here === code.space ||
    here === code.tab
  );
}

function isDigit(here: number): boolean {
  return here >= code.zero && here <= code.nine;
}

function isWordPart(here: number): boolean {
  return (
    (here >= 97 && here <= 122) ||
    (here >= 65 && here <= 90) ||
    here === 95 ||
    here === 36 ||
    here === 33 ||
    here === 46 ||
    here === 43 ||
    (here > 127 && here !== code.noBreakSpace && here !== code.byteOrderMark)
  );
}

function isRunPart(here: number): boolean {
  return isDigit(here) || here === code.minus || isWordPart(here);
}

function startsToken(here: number): boolean {
  return (
    here <= code.space ||
    here === code.quote ||
    here === code.apostrophe ||
    here === code.comma ||
    here === code.colon ||
    here === code.hash ||
    here === code.openBracket ||
    here === code.closeBracket ||
    here === code.openBrace ||
    here === code.closeBrace ||
    isRunPart(here)
  );
}

function isHex(text: string, start: number, end: number): boolean {
  return end - start === 4 && /^[0-9a-fA-F]{4}$/.test(text.slice(start, end));
}
