import { ByteReader } from "../../text/bytes.ts";
import { isMark } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import {
  closesWord,
  code,
  endsWord,
  foreignQuotes,
  isBlankLookalike,
  isDigit,
  isPlainInWord,
  isWordCharacter,
  lineEnd,
  mayBeInWord,
  startsComment,
} from "./characters.ts";
import * as messages from "./messages.ts";
import { type ReadString, readForeignString, readOddString } from "./odd-strings.ts";
import { Problems } from "./problems.ts";

/** The token kinds of JSON text. */
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

/**
 * The maximum number of values and properties, or of comments, that are kept. A text of one megabyte has fewer; with more, the
 * tree would take gigabytes.
 */
export const mostParts = 600_000;

/** A tokenizer. Its fields describe the current token, so no object is allocated per token. */
export class Scanner {
  kind: TokenKind = "end";
  start = 0;
  end = 0;
  /** The decoded value of a string token. */
  value = "";
  /** Whether the text is pure ASCII. */
  isAscii = true;
  readonly comments: Comment[] = [];
  /** Whether the scanner stopped before the end of the text. */
  isStopped = false;
  private bytes: Uint8Array = noBytes;
  private turn = 0;

  constructor(
    readonly text: string,
    private readonly problems = new Problems(),
    readonly most = mostParts,
    private readonly hasHoles = false,
  ) {
    this.takeTurn();
    if (text.charCodeAt(0) === code.byteOrderMark) this.end = 1;
  }

  /** Scanners share a byte buffer, so a scanner that continues after another has to fill it again. */
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

  /** Extends the token by a character that directly follows it. */
  skip(sign: number): boolean {
    const follows = this.text.charCodeAt(this.end) === sign;
    if (follows) this.end++;
    return follows;
  }

  /**
   * Extends a number by digit groups after commas where they cannot be separate values: in an object, or if a group starts with
   * a zero. Returns the end of the number.
   */
  takeGroups(inObject: boolean): number {
    const { text, start, end } = this;
    if (text.charCodeAt(end) !== code.comma || end - start > 4) return end;
    const digit = text.charCodeAt(end + 1);
    if (inObject ? !isDigit(digit) : digit !== code.zero) return end;
    groups.lastIndex = start;
    if (groups.test(text)) this.end = groups.lastIndex;
    return this.end;
  }

  /** Without a search. */
  get mayPrecedeColon(): boolean {
    const next = this.text.charCodeAt(this.end);
    return next === code.colon || next === code.space;
  }

  /** Whether a colon follows the token, after optional whitespace. */
  get isBeforeColon(): boolean {
    colonNext.lastIndex = this.end;
    return colonNext.test(this.text);
  }

  /** False for a comment or a whitespace lookalike, which are not tokens. */
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
    if (quotes) return this.took(readForeignString(this.text, this.start, quotes, this.problems));
    if (isBlankLookalike(first)) return this.blankLookalike(first);
    return first < code.space ? this.controlCharacters() : this.word();
  }

  private comment(): boolean {
    const { text, start } = this;
    const second = text.charCodeAt(start + 1);
    if (second === code.slash) {
      this.end = lineEnd(text, start);
      this.addComment({ start, end: this.end, block: false });
      return true;
    }
    if (second !== code.asterisk) return false;
    const close = text.indexOf("*/", start + 2);
    this.end = close === -1 ? text.length : close + 2;
    this.addComment({ start, end: this.end, block: true });
    if (close === -1) {
      this.problems.add({ start, end: start + 2 }, () => messages.unclosedComment(text.length));
    }
    return true;
  }

  private addComment(comment: Comment): void {
    this.comments.push(comment);
    if (this.comments.length > this.most) this.stop();
  }

  /** Stops because the text has too many parts. */
  stop(): void {
    this.problems.addLast(this, messages.tooManyParts(this.most));
    this.end = this.text.length;
    this.isStopped = true;
  }

  private hashComment(): false {
    const { text, start } = this;
    this.end = lineEnd(text, start);
    this.addComment({ start, end: this.end, block: false });
    this.problems.add({ start, end: start + 1 }, messages.hashComment);
    return false;
  }

  /** Fast path for plain strings. Strings with escapes or errors are read by `readOddString`. */
  private string(): true {
    const { text, bytes } = this;
    let at = this.start + 1;
    let here = bytes[at] ?? 0;
    while (here !== code.quote && here !== code.backslash && here >= code.space) {
      here = bytes[++at] ?? 0;
    }
    if (here !== code.quote || mayBeInWord(bytes[at + 1])) {
      return this.took(readOddString(text, this.start, at, this.problems));
    }
    this.kind = "string";
    this.value = text.slice(this.start + 1, at);
    this.end = at + 1;
    return true;
  }

  private took({ end, value }: ReadString): true {
    this.kind = "string";
    this.end = end;
    this.value = value;
    return true;
  }

  /** Scans up to the next whitespace, quote or punctuation. Without a letter or digit it is not a word. */
  private word(): true {
    const { text, bytes, start } = this;
    if (this.hasHoles && isMark(text.charCodeAt(start))) return this.marks();
    let at = start;
    while (isPlainInWord(bytes[at])) at++;
    let speaks = at > start;
    for (;;) {
      const here = text.charCodeAt(at);
      if (this.hasHoles && isMark(here)) {
        const end = marksEnd(text, at);
        if (endsWord(text.charCodeAt(end))) break;
        at = end;
        continue;
      }
      if (isWordCharacter(here)) speaks = true;
      else if (at > start && (endsWord(here) || startsComment(text, at))) break;
      at++;
    }
    this.end = closesWord(text, at) ? at + 1 : at;
    const sign = text.charCodeAt(start) === code.minus ? 1 : 0;
    if (this.end === at && isDigit(text.charCodeAt(start + sign))) this.kind = "number";
    else this.kind = speaks ? "word" : "unknown";
    return true;
  }

  /** Scans directives of the host as a separate word. */
  private marks(): true {
    this.kind = "word";
    this.end = marksEnd(this.text, this.start);
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
    this.problems.add({ start, end }, (place) => messages.blankLookalike(place, first));
    return false;
  }
}

const noBytes = new Uint8Array(0);

const byteReader = new ByteReader();

function marksEnd(text: string, start: number): number {
  let end = start;
  while (isMark(text.charCodeAt(end))) end++;
  return end;
}

/** Identifies the scanner whose text is in the shared buffer. */
let scanning = 0;

const groups = /-?[1-9]\d{0,2}(?:,\d{3})+(?![\w.:"])/y;

const colonNext = /\s*:/y;
