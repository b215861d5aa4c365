import { ByteReader, beyondAscii } from "../../text/bytes.ts";
import { hasHole, isMark } from "../../text/hole.ts";
import { nearest } from "../../text/nearest.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import { maxCharacters } from "../catalog/limits.ts";
import type { Scheme } from "../catalog/scheme.ts";
import { code, codeAt, endsWord, isNamePart, isSpace, isStop } from "./characters.ts";
import { type Description, type ProblemCode, Problems } from "./problems.ts";
import type { Stray } from "./tree.ts";

interface Marks extends Span {
  readonly isApart: boolean;
}

/**
 * A position in a text with the state of the parser. It only moves forward. There is no tokenizer, as in the engine,
 * because the type on the left determines how a literal is parsed.
 */
export class Reader {
  at = 0;
  readonly problems = new Problems();
  readonly comments: Span[] = [];
  /** Start and end offsets of each run of whitespace and comments between tokens, flattened. */
  readonly gaps: number[] = [];
  /** The number of open parentheses, negations, calls and quantifiers. */
  depth = 0;
  /** The depth at the innermost call, including it; 0 outside of calls. */
  callDepth = 0;
  /** The context of the comparisons, which determines whether they can be per element. */
  context: "filter" | "value" | "quantifier" | "argument" = "filter";
  /** Start and end of the last comparison's left side, and the end of its operator; -1 before the first. */
  comparedStart = -1;
  comparedLeftEnd = -1;
  comparedEnd = -1;
  /** The first token of the innermost open group. */
  groupStart = -1;
  /** The cost of the regular expressions so far. */
  regexCost = 0;
  /** The number of comparisons with `matches` so far. */
  regexes = 0;
  /** The number of problems not yet marked in the tree. */
  faults = 0;
  /** The text here follows from a reported problem, so nothing more is reported. */
  quiet = false;
  /** A regex class contained a closing quote. Later ones are not followed, to avoid a search per class. */
  hidQuote = false;
  /** Closers that no longer occur, so that they are searched only once. */
  private absent: Set<string> | undefined;
  /** A string ran to the end of the text. Later ones end with their line, to avoid a search per string. */
  ranOut = false;

  /** The rest is not parsed, so nothing is reported as missing. */
  private isOver = false;
  private guesses = 50;
  private rest: Span = { start: 0, end: 0 };
  private marks: Marks = { start: 0, end: 0, isApart: false };
  /** The remaining number of gaps: far more than can be pushed, but few enough to be fast. */
  private left = 60_000;

  /** The text as bytes; see `ByteReader`. */
  readonly bytes: Uint8Array;
  readonly isAscii: boolean;
  /** Whether a host document fills in parts of the text that are unknown here. */
  readonly hasHoles: boolean;

  constructor(
    readonly text: string,
    readonly scheme: Scheme,
    hasHoles = false,
  ) {
    this.bytes = byteReader.read(text);
    this.isAscii = byteReader.isAscii;
    this.hasHoles = hasHoles && !this.isAscii;
  }

  get char(): number {
    const byte = this.bytes[this.at] ?? 0;
    return byte > 0 && byte < beyondAscii ? byte : codeAt(this.text, this.at);
  }

  /** Whether this ASCII character is next. */
  is(char: number): boolean {
    return this.bytes[this.at] === char;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips whitespace and comments; skips everything after the limit. */
  skip(): void {
    const { text, bytes } = this;
    if (this.problems.full || --this.left < 0) this.stop();
    const start = this.at;
    let at = start;
    // Usually one space, or nothing.
    if (bytes[at] === code.space) at++;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte > code.hash && byte < beyondAscii) break;
      const char = codeAt(text, at);
      if (char === code.space || isSpace(char)) at++;
      else if (char === code.hash) at = this.comment(at);
      else break;
    }
    if (at === start) return;
    this.gaps.push(start, at);
    this.at = at;
  }

  private stop(): void {
    const { at, text } = this;
    if (at < text.length && !this.problems.full)
      this.problem("expression-syntax", { start: at, end: text.length }, () => ({
        message: `Expression is far over the limit of ${thousands(maxCharacters)} characters; the rest is not checked. Move long sets to lists.`,
      }));
    this.at = text.length;
    this.isOver = true;
  }

  takeChar(char: number): boolean {
    if (this.char !== char) return false;
    this.at++;
    return true;
  }

  /** The end of the last token, before the gap. */
  get lastEnd(): number {
    const { gaps } = this;
    return gaps[gaps.length - 1] === this.at ? (gaps[gaps.length - 2] ?? this.at) : this.at;
  }

  /** Whether the next token is on the same line as the previous one. */
  get onSameLine(): boolean {
    for (let at = this.lastEnd; at < this.at; at++) {
      if (isLineEnd(codeAt(this.text, at))) return false;
    }
    return true;
  }

  /** Whether whitespace or a comment directly precedes this position. */
  get afterGap(): boolean {
    return this.gaps[this.gaps.length - 1] === this.at;
  }

  /** The end of the name that starts here, or there. */
  nameEnd(at = this.at): number {
    const { bytes } = this;
    let end = at;
    while (isNamePart(bytes[end] ?? 0)) end++;
    return end;
  }

  /** The end of the current text: at whitespace, a bracket, a comma or a quote. */
  restEnd(): number {
    const { text, at, rest } = this;
    // Cached: any offset within the last run has the same end.
    if (rest.start <= at && at < rest.end) return rest.end;
    let end = this.marksAt(at)?.isApart ? this.marks.end : at;
    if (end === at) while (!isStop(codeAt(text, end)) && !this.marksAt(end)?.isApart) end++;
    this.rest = { start: at, end };
    return end;
  }

  /** The marks around an offset, such as `%{ endif }%{ if … }`. They are apart if they certainly do not join two words. */
  private marksAt(at: number): Marks | undefined {
    const { text } = this;
    if (!this.hasHoles || !isMark(codeAt(text, at))) return undefined;
    if (this.marks.start <= at && at < this.marks.end) return this.marks;
    let start = at;
    while (isMark(codeAt(text, start - 1))) start--;
    let end = at + 1;
    while (isMark(codeAt(text, end))) end++;
    const isApart = isStop(codeAt(text, start - 1)) || endsWord(codeAt(text, end));
    this.marks = { start, end, isApart };
    return this.marks;
  }

  /** Like `restEnd`, but includes at least one character, for invalid text. */
  strayEnd(): number {
    return Math.max(this.restEnd(), Math.min(this.at + 1, this.text.length));
  }

  /** The offset of the next closer, or -1. */
  find(closer: string, from: number): number {
    if (this.absent?.has(closer)) return -1;
    const found = this.text.indexOf(closer, from);
    if (found === -1) {
      this.absent ??= new Set();
      this.absent.add(closer);
    }
    return found;
  }

  /**
   * Consumes the word here if a hole is part of it. Nothing is concluded from the expression that contains it, and nothing is
   * reported about it.
   */
  takeHole(): Stray | undefined {
    if (!this.atHole()) return undefined;
    const start = this.at;
    while (this.atHole()) this.at = this.restEnd();
    this.faults++;
    return { kind: "stray", start, end: this.at };
  }

  /** The hole that the last token ended with. It may contain several tokens. */
  holeBefore(): Span | undefined {
    if (!this.hasHoles) return undefined;
    const end = this.lastEnd;
    const last = { start: end - 1, end };
    return this.isUnseen(last) ? last : undefined;
  }

  /** Whether a hole is part of the word that starts here. */
  atHole(): boolean {
    return this.hasHoles && this.isUnseen({ start: this.at, end: this.restEnd() });
  }

  /** Whether a hole is part of the span, so its content is unknown. */
  isUnseen(span: Span): boolean {
    return this.hasHoles && hasHole(this.slice(span));
  }

  slice(span: Span): string {
    return this.text.slice(span.start, span.end);
  }

  problem(problem: ProblemCode, span: Span, describe: () => Description): void {
    this.faults++;
    if (this.isUnseen(span)) return;
    if (this.quiet || this.isOver) this.problems.hush();
    else this.problems.add(problem, span, describe);
  }

  /** The tree now marks the problems since then. In a call they also count for the parent. */
  markedInTree(faults: number): void {
    if (this.context === "filter") this.faults = faults;
  }

  /** Reports missing text. Editors do not show empty ranges, so it is placed on the previous token. */
  problemHere(problem: ProblemCode, describe: () => Description): void {
    const end = this.lastEnd;
    const start = Math.max(0, end - 1);
    this.problem(problem, { start, end: Math.max(end, start + 1) }, describe);
  }

  /**
   * The candidate with the closest spelling. The search is slow, so only the first unknown names of a text get a
   * suggestion.
   */
  nearest(word: string, candidates: readonly string[]): string | undefined {
    if (this.guesses === 0) return undefined;
    this.guesses--;
    return nearest(word, candidates);
  }

  get maySuggest(): boolean {
    return this.guesses > 0;
  }

  private comment(start: number): number {
    const lineEnd = endOfLine(this.text, start);
    this.comments.push({ start, end: lineEnd });
    return lineEnd;
  }
}

const byteReader = new ByteReader();

/** The end of the line, before its line break. */
export function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length) {
    if (isLineEnd(text.charCodeAt(end))) break;
    end++;
  }
  return end;
}

export function isLineEnd(char: number): boolean {
  return char === code.lineFeed || char === code.carriageReturn;
}
