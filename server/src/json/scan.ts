import { ByteReader } from "../text/bytes.ts";
import type { Span } from "../text/span.ts";
import {
  code,
  endsWord,
  type ForeignQuotes,
  foreignQuotes,
  isBlankLookalike,
  isDigit,
  isPlainInWord,
  isWordCharacter,
  mayBeInWord,
  startsComment,
} from "./characters.ts";
import { closeString, decode } from "./escapes.ts";
import * as mistakes from "./mistakes.ts";
import { Problems } from "./problems.ts";

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

/** Reads one token after another. The fields say what the last one was; no object is made for a token. */
export class Scanner {
  kind: TokenKind = "end";
  start = 0;
  end = 0;
  /** The characters meant by a string token. */
  value = "";
  /** Whether the text holds nothing but ASCII. */
  isAscii = true;
  readonly comments: Comment[] = [];
  private bytes: Uint8Array = noBytes;
  private turn = 0;

  constructor(
    readonly text: string,
    private readonly problems = new Problems(),
  ) {
    this.takeTurn();
    if (text.charCodeAt(0) === code.byteOrderMark) this.end = 1;
  }

  /** Scanners share their bytes, so that one which goes on after another has to fetch its own again. */
  private takeTurn(): void {
    this.bytes = byteReader.read(this.text);
    this.isAscii = byteReader.isAscii;
    this.turn = ++scanning;
  }

  next(): void {
    if (scanning !== this.turn) this.takeTurn();
    const { bytes } = this;
    let at = this.end;
    for (;;) {
      let here = bytes[at];
      while (
        here === code.space ||
        here === code.lineFeed ||
        here === code.carriageReturn ||
        here === code.tab
      ) {
        here = bytes[++at];
      }
      this.start = at;
      if (this.token(here)) return;
      at = this.end;
    }
  }

  /** Makes a sign that follows the token at once a part of it. */
  skip(sign: number): boolean {
    const follows = this.text.charCodeAt(this.end) === sign;
    if (follows) this.end++;
    return follows;
  }

  /** False when there was no token but a comment, or something that only looks blank. */
  private token(first: number | undefined): boolean {
    switch (first) {
      case code.quote:
        return this.string();
      case code.comma:
        return this.punctuation(",");
      case code.colon:
        return this.punctuation(":");
      case code.openBrace:
        return this.punctuation("{");
      case code.closeBrace:
        return this.punctuation("}");
      case code.openBracket:
        return this.punctuation("[");
      case code.closeBracket:
        return this.punctuation("]");
      case code.slash:
        return !this.comment() && this.word();
      case code.hash:
        return this.hashComment();
      default:
        if (isPlainInWord(first)) return this.word();
        return this.start < this.text.length ? this.other() : this.finished();
    }
  }

  private punctuation(kind: TokenKind): true {
    this.kind = kind;
    this.end = this.start + 1;
    return true;
  }

  private finished(): true {
    this.kind = "end";
    this.end = this.text.length;
    return true;
  }

  private other(): boolean {
    const first = this.text.charCodeAt(this.start);
    if (isWordCharacter(first)) return this.word();
    const quotes = foreignQuotes.find((it) => it.opens.has(first));
    if (quotes) return this.foreignString(quotes);
    if (isBlankLookalike(first)) return this.blankLookalike(first);
    return first < code.space ? this.controlCharacters() : this.word();
  }

  private comment(): boolean {
    const { text, start } = this;
    const second = text.charCodeAt(start + 1);
    if (second === code.slash) {
      this.end = this.lineEnd();
      this.comments.push({ start, end: this.end, block: false });
      return true;
    }
    if (second !== code.asterisk) return false;
    const close = text.indexOf("*/", start + 2);
    this.end = close === -1 ? text.length : close + 2;
    this.comments.push({ start, end: this.end, block: true });
    if (close === -1) {
      this.problems.add({ start, end: start + 2 }, () => mistakes.unclosedComment(text.length));
    }
    return true;
  }

  private hashComment(): false {
    const { start } = this;
    this.end = this.lineEnd();
    this.comments.push({ start, end: this.end, block: false });
    this.problems.add({ start, end: start + 1 }, mistakes.hashComment);
    return false;
  }

  private lineEnd(): number {
    const { text, bytes } = this;
    let at = this.start;
    let here = bytes[at];
    while (here !== code.lineFeed && here !== code.carriageReturn && at < text.length) {
      here = bytes[++at];
    }
    return at;
  }

  /** Most strings are plain and end here. What is odd about the others is found on a second, slower way. */
  private string(): true {
    const { text, bytes } = this;
    let at = this.start + 1;
    let here = bytes[at] ?? 0;
    while (here !== code.quote && here !== code.backslash && here >= code.space) {
      here = bytes[++at] ?? 0;
    }
    if (here !== code.quote || mayBeInWord(bytes[at + 1])) return this.oddString(at);
    this.kind = "string";
    this.value = text.slice(this.start + 1, at);
    this.end = at + 1;
    return true;
  }

  private oddString(from: number): true {
    const { text, start, problems } = this;
    const first = this.closingQuote(from, ownQuote);
    if (first === -1) return this.unclosedString(this.lineEnd());
    if (this.opensNext(first)) return this.unclosedString(first);
    const close = this.lastQuote(first);
    for (let at = from; at < close; at++) {
      const here = text.charCodeAt(at);
      const place = { start: at, end: at + 1 };
      if (here === code.backslash) at++;
      else if (here === code.quote) problems.add(place, mistakes.quoteInside);
      else if (here < code.space)
        problems.add(place, () => mistakes.controlCharacter(place, text.charAt(place.start)));
    }
    this.kind = "string";
    this.end = close + 1;
    this.value = decode(text.slice(start + 1, close), (inside) => {
      const place = { start: start + 1 + inside.start, end: start + 1 + inside.end };
      problems.add(place, () => mistakes.badEscape(place, text.slice(place.start, place.end)));
    });
    return true;
  }

  /** In `"key": "a, "operator"` the third quote closes nothing: it opens the next string. */
  private opensNext(quote: number): boolean {
    const { text } = this;
    return (
      isWordCharacter(text.charCodeAt(quote + 1)) && closesLine.has(text.charCodeAt(quote - 1))
    );
  }

  /** The quote that closes the string. One right before a word hardly does, as long as there is a better one. */
  private lastQuote(first: number): number {
    let close = first;
    // Further ones are not tried, as a line of nothing but these would take the square of its length.
    for (let tries = 0; close !== -1 && tries < 4; tries++) {
      if (!isWordCharacter(this.text.charCodeAt(close + 1))) return close;
      close = this.closingQuote(close + 1, ownQuote);
    }
    return first;
  }

  /** A string in the quotes of another language. Its one fix writes all of it anew, so nothing inside it is reported. */
  private foreignString(quotes: ForeignQuotes): true {
    const { text, start } = this;
    const close = this.closingQuote(start + 1, quotes.closes);
    if (close === -1) return this.unclosedString(this.lineEnd());
    this.kind = "string";
    this.end = close + 1;
    this.value = decode(text.slice(start + 1, close));
    this.problems.add({ start, end: close + 1 }, (place) =>
      mistakes.foreignQuotes(place, quotes.instead, JSON.stringify(this.value)),
    );
    return true;
  }

  /** The first quote on this line that is not escaped, or -1. */
  private closingQuote(from: number, quotes: ReadonlySet<number>): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const here = text.charCodeAt(at);
      if (quotes.has(here)) return at;
      if (at >= text.length || here === code.lineFeed || here === code.carriageReturn) return -1;
      // A backslash at the end of a line does not carry the string over to the next.
      at += here === code.backslash && text.charCodeAt(at + 1) >= code.space ? 2 : 1;
    }
  }

  /** A string without its closing quote goes no further than that, and leaves the punctuation there to its bracket. */
  private unclosedString(limit: number): true {
    const { text, start } = this;
    let end = limit;
    while (end > start + 1 && closesLine.has(text.charCodeAt(end - 1))) end--;
    const written = text.slice(start, end);
    this.kind = "string";
    this.end = end;
    this.value = decode(written.slice(1));
    const own = text.charCodeAt(start) === code.quote;
    this.problems.add({ start, end }, (place) => {
      const closed = own ? closeString(written) : JSON.stringify(this.value);
      return mistakes.unclosedString(place, written, closed);
    });
    return true;
  }

  /** Up to the next white space, quote or punctuation. Without a letter or digit it is no word of anyone's. */
  private word(): true {
    const { text, bytes, start } = this;
    let at = start;
    while (isPlainInWord(bytes[at])) at++;
    let speaks = at > start;
    for (;;) {
      const here = text.charCodeAt(at);
      if (isWordCharacter(here)) speaks = true;
      else if (at > start && (endsWord(here) || startsComment(text, at))) break;
      at++;
    }
    this.end = at;
    const sign = text.charCodeAt(start) === code.minus ? 1 : 0;
    if (isDigit(text.charCodeAt(start + sign))) this.kind = "number";
    else this.kind = speaks ? "word" : "unknown";
    return true;
  }

  private controlCharacters(): true {
    let at = this.start + 1;
    while (this.text.charCodeAt(at) < code.space) at++;
    this.kind = "unknown";
    this.end = at;
    return true;
  }

  private blankLookalike(first: number): false {
    const { start } = this;
    let end = start + 1;
    while (this.text.charCodeAt(end) === first) end++;
    this.end = end;
    this.problems.add({ start, end }, (place) => mistakes.blankLookalike(place, first));
    return false;
  }
}

const noBytes = new Uint8Array(0);

const byteReader = new ByteReader();

/** Whose turn it is. */
let scanning = 0;

const ownQuote: ReadonlySet<number> = new Set([code.quote]);

/** What hardly belongs to a string that nobody closed. */
const closesLine: ReadonlySet<number> = new Set([
  code.comma,
  code.colon,
  code.closeBrace,
  code.closeBracket,
  code.space,
  code.tab,
]);
