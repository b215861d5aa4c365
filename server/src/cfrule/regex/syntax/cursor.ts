import { maxDiagnostics } from "../../../core/diagnostic.ts";
import type { Span } from "../../../text/span.ts";
import { type Flags, startFlags } from "./tree.ts";

export interface RegexProblem extends Span {
  readonly message: string;
}

const hash = 35;

/** The position in a regex, the current flags, and the problems so far. */
export class Cursor {
  at = 0;
  flags: Flags = startFlags;
  /** Whether the nesting limit was exceeded, which is reported once. */
  isTooDeep = false;
  /** The product of all counts such as the 3 in `{2,3}`: an upper bound of the expansion. */
  repeats = 1;
  readonly problems: RegexProblem[] = [];

  constructor(readonly text: string) {}

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** The current UTF-16 unit, as a string; empty at the end. All regex syntax is single units. */
  get here(): string {
    return this.text.charAt(this.at);
  }

  is(unit: string): boolean {
    return this.here === unit;
  }

  /** Skips one character, which may be two units. */
  step(): void {
    this.at += (this.text.codePointAt(this.at) ?? 0) > 0xffff ? 2 : 1;
  }

  /** Like `step`, and skips what the `x` flag ignores. */
  stepOver(): void {
    this.step();
    this.skipBlank();
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  skipBlank(): void {
    if (!this.flags.verbose) return;
    while (!this.ended) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === hash) this.skipLine();
      else if (isWhiteSpace(unit)) this.at++;
      else return;
    }
  }

  private skipLine(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end === -1 ? this.text.length : end + 1;
  }

  /**
   * The next character, past blanks. As in the engine, inside a comment it is the first non-whitespace character, which
   * determines whether a '-' is a range.
   */
  get nextOverBlank(): string {
    let at = this.at + 1;
    if (!this.flags.verbose) return this.text.charAt(at);
    let inComment = false;
    for (; at < this.text.length; at++) {
      const unit = this.text.charCodeAt(at);
      if (isWhiteSpace(unit)) continue;
      if (inComment || unit !== hash) break;
      inComment = true;
    }
    return this.text.charAt(at);
  }

  since(start: number): Span {
    return { start, end: this.at };
  }

  textSince(start: number): string {
    return this.text.slice(start, this.at);
  }

  problem(span: Span, message: string): void {
    if (this.problems.length >= maxDiagnostics) return;
    // An empty span is not visible, so it includes the character before it.
    const start = span.end > span.start ? span.start : Math.max(0, span.start - 1);
    this.problems.push({ start, end: Math.max(span.end, span.start), message });
  }
}

/** The Unicode property White_Space, which differs from `\s` of JavaScript in two characters. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 32 || (unit >= 9 && unit <= 13);
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** The engine rejects deeper regexes. Deeper nodes are dropped, so that walks can recurse. */
export const maxNested = 250;

/** A node and its height: repetitions, groups, sequences, alternations, classes and class operations add one each. */
export interface Nested<Node> {
  readonly node: Node;
  readonly height: number;
}

/** Reports the first node that exceeds the limit. */
export function noteHeight(cursor: Cursor, span: Span, height: number): void {
  if (height <= maxNested || cursor.isTooDeep) return;
  cursor.isTooDeep = true;
  cursor.problem(
    span,
    `Nesting is deeper than the limit of ${maxNested} levels. Remove some groups or repetitions.`,
  );
}
