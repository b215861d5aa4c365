import { type Fix, mostFindings, type RelatedPlace } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";

/** What can keep the engine from taking an expression. Each is the code of a diagnostic. */
export const problemCodes = [
  "expression-syntax",
  "unknown-field",
  "unknown-function",
  "unknown-operator",
  "operator-type",
  "value-type",
  "bad-escape",
  "bad-number",
  "bad-address",
  "host-bits",
  "reversed-range",
  "regex-syntax",
  "wildcard-syntax",
  "list-name",
  "index-type",
  "argument-count",
  "argument-kind",
  "argument-type",
  "missing-parentheses",
  "missing-quantifier",
  "not-boolean",
  "too-deep",
  "value-expression",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export interface Problem extends Span {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fixes: readonly Fix[];
  readonly related?: readonly RelatedPlace[];
}

export interface Description {
  readonly message: string;
  readonly fixes?: readonly Fix[];
  readonly related?: readonly RelatedPlace[];
}

/** What is wrong with one text, up to the number that anyone would read. */
export class Problems {
  private readonly found: Problem[] = [];
  private lastStart = -1;
  private hushed = 0;

  /**
   * One problem per place: the first says what matters, the rest follow from it.
   * The words are made only for a problem that is kept, as a hostile text has millions that are not.
   */
  add(code: ProblemCode, span: Span, describe: () => Description): void {
    if (span.start === this.lastStart || this.full) return;
    this.lastStart = span.start;
    const { message, fixes = [], related } = describe();
    const { start, end } = span;
    this.found.push({ code, start, end, message, fixes, ...(related ? { related } : undefined) });
  }

  /** One more that is not told, as it follows from another. */
  hush(): void {
    this.hushed++;
  }

  /** More is wrong than is told. */
  get areHushed(): boolean {
    return this.hushed > 0;
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** There are more than anyone would read, so nothing is gained by reading on. */
  get full(): boolean {
    return this.found.length + this.hushed > mostFindings;
  }

  /** In the order of the text. */
  all(): readonly Problem[] {
    return this.found.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}
