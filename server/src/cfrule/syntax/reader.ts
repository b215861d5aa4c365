import { ByteReader, beyondAscii } from "../../text/bytes.ts";
import { hasHole } from "../../text/hole.ts";
import { nearest } from "../../text/nearest.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import { mostCharacters } from "../catalogue/limits.ts";
import type { Scheme } from "../catalogue/scheme.ts";
import { code, codeAt, isNamePart, isSpace, isStop } from "./characters.ts";
import { type Description, type ProblemCode, Problems } from "./problems.ts";
import type { Stray } from "./tree.ts";

/**
 * A place in a text, and what has been learned on the way there. It only ever moves forward. The engine has no tokens,
 * as each literal is read by the type on its left; so there are none here either.
 */
export class Reader {
  at = 0;
  readonly problems = new Problems();
  readonly comments: Span[] = [];
  /** Start and end of each stretch of white space and comments between tokens, one after the other. */
  readonly gaps: number[] = [];
  /** How many parentheses, negations, calls and quantifiers are open here. */
  depth = 0;
  /** How many of them were when the innermost call was opened, with itself; 0 outside of calls. */
  callDepth = 0;
  /** What the comparisons here are part of, which decides whether they may be about each element. */
  context: "filter" | "value" | "quantifier" | "argument" = "filter";
  /** Where the left side of the last comparison begins and ends, and where its operator does; -1 before the first. */
  comparedStart = -1;
  comparedLeftEnd = -1;
  comparedEnd = -1;
  /** Where the innermost group that was opened last has its first token. */
  groupStart = -1;
  /** What the regular expressions so far have cost. */
  regexCost = 0;
  /** How many problems have been met that no node of the tree shows yet. */
  faults = 0;
  /** What stands here follows from a mistake that has been told, so nothing more is said about it. */
  quiet = false;
  /** A class of a regular expression hid a closing quote. Further ones are not followed, or each would be searched for its end anew. */
  hidQuote = false;
  /** What closes something and does not come any more. It is searched for no second time. */
  private absent: Set<string> | undefined;
  /** A string ran to the end of the text. Further ones are cut at the end of their line, or each would be searched for its end anew. */
  ranOut = false;

  /** The rest is not read, and what is missing there is nobody's mistake. */
  private isOver = false;
  private guesses = 50;
  private rest: Span = { start: 0, end: 0 };
  /** How many more stretches are read: far more than can be pushed, and few enough that nobody has to wait. */
  private left = 60_000;

  /** Those of the text, until another one is read. */
  readonly bytes: Uint8Array;
  /** Whether a host filled in parts of the text that cannot be seen here. */
  private readonly hasHoles: boolean;

  constructor(
    readonly text: string,
    readonly scheme: Scheme,
  ) {
    this.bytes = byteReader.read(text);
    this.hasHoles = !byteReader.isAscii && hasHole(text);
  }

  get char(): number {
    const byte = this.bytes[this.at] ?? 0;
    return byte > 0 && byte < beyondAscii ? byte : codeAt(this.text, this.at);
  }

  /** Whether this character of ASCII stands here. */
  is(char: number): boolean {
    return this.bytes[this.at] === char;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Passes over white space and comments; over everything, once more is there than anyone would read. */
  skip(): void {
    const { text, bytes } = this;
    if (this.problems.full || --this.left < 0) this.stop();
    const start = this.at;
    let at = start;
    // Mostly it is one space, or nothing at all.
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
        message: `Expression is far over the limit of ${thousands(mostCharacters)} characters; the rest is not checked. Move long sets to lists.`,
      }));
    this.at = text.length;
    this.isOver = true;
  }

  takeChar(char: number): boolean {
    if (this.char !== char) return false;
    this.at++;
    return true;
  }

  /** Where the last token ended: before the gap, if one has just been passed over. */
  get lastEnd(): number {
    const { gaps } = this;
    return gaps[gaps.length - 1] === this.at ? (gaps[gaps.length - 2] ?? this.at) : this.at;
  }

  /** Whether what stands here is on the same line as the token before it. */
  get onSameLine(): boolean {
    for (let at = this.lastEnd; at < this.at; at++) {
      if (isLineEnd(codeAt(this.text, at))) return false;
    }
    return true;
  }

  /** Whether white space or a comment stands just before this place. */
  get afterGap(): boolean {
    return this.gaps[this.gaps.length - 1] === this.at;
  }

  /** Where the name that begins here ends. */
  nameEnd(): number {
    const { bytes } = this;
    let end = this.at;
    while (isNamePart(bytes[end] ?? 0)) end++;
    return end;
  }

  /** Where the text that goes on here ends: at white space, a bracket, a comma or a quote. */
  restEnd(): number {
    const { text, at, rest } = this;
    // From anywhere in a stretch that was looked at before its end is the same.
    if (rest.start <= at && at < rest.end) return rest.end;
    let end = at;
    while (!isStop(codeAt(text, end))) end++;
    this.rest = { start: at, end };
    return end;
  }

  /** The same, for a text that is no token of the language and yet has to be passed over: at least one character. */
  strayEnd(): number {
    return Math.max(this.restEnd(), Math.min(this.at + 1, this.text.length));
  }

  /** Where something that closes stands next, or -1. */
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
   * Consumes the word here if a hole is part of it. Nothing follows from the expression that it is in, and nothing is
   * reported about it.
   */
  takeHole(): Stray | undefined {
    if (!this.atHole()) return undefined;
    const start = this.at;
    this.at = this.restEnd();
    this.faults++;
    return { kind: "stray", start, end: this.at };
  }

  /** The hole that the last token ended with. It may hold more than one token. */
  holeBefore(): Span | undefined {
    if (!this.hasHoles) return undefined;
    const end = this.lastEnd;
    const last = { start: end - 1, end };
    return this.isUnseen(last) ? last : undefined;
  }

  /** Whether a hole is part of the word that begins here. */
  atHole(): boolean {
    return this.hasHoles && this.isUnseen({ start: this.at, end: this.restEnd() });
  }

  /** Whether a hole is part of the span, so that nobody knows what it says. */
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

  /** The tree now shows the problems met since then. In a call they count for what is around them too: it is one thing. */
  shown(faults: number): void {
    if (this.context === "filter") this.faults = faults;
  }

  /** About what should have come here. An editor shows nothing on no characters, so it sits on the token before. */
  problemHere(problem: ProblemCode, describe: () => Description): void {
    const end = this.lastEnd;
    const start = Math.max(0, end - 1);
    this.problem(problem, { start, end: Math.max(end, start + 1) }, describe);
  }

  /**
   * The candidate closest in spelling. Looking for it takes long enough that a text of nothing but unknown names would
   * be felt, so only the first ones get an answer.
   */
  nearest(word: string, candidates: readonly string[]): string | undefined {
    if (this.guesses === 0) return undefined;
    this.guesses--;
    return nearest(word, candidates);
  }

  private comment(start: number): number {
    const lineEnd = endOfLine(this.text, start);
    this.comments.push({ start, end: lineEnd });
    return lineEnd;
  }
}

const byteReader = new ByteReader();

/** Before the line break, or the end of the text. */
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
