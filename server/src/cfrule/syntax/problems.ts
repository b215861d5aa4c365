import { type Fix, maxDiagnostics, type RelatedPlace } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";

/** Problems that make the engine reject an expression. Each is the code of a diagnostic. */
export type ProblemCode =
  | "expression-syntax"
  | "unknown-field"
  | "unknown-function"
  | "unknown-operator"
  | "operator-type"
  | "value-type"
  | "bad-escape"
  | "bad-number"
  | "bad-address"
  | "host-bits"
  | "reversed-range"
  | "regex-syntax"
  | "wildcard-syntax"
  | "list-name"
  | "index-type"
  | "argument-count"
  | "argument-kind"
  | "argument-type"
  | "missing-parentheses"
  | "missing-quantifier"
  | "not-boolean"
  | "too-deep"
  | "value-expression";

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

/** The problems of a text, up to a limit. */
export class Problems {
  private readonly found: Problem[] = [];
  private lastStart = -1;
  private suppressed = 0;

  /**
   * One problem per position: the first one matters, the rest follow from it.
   * Messages are only built for problems that are kept, because a hostile text has millions.
   */
  add(code: ProblemCode, span: Span, describe: () => Description): void {
    if (span.start === this.lastStart || this.full) return;
    this.lastStart = span.start;
    const { message, fixes = [], related } = describe();
    const { start, end } = span;
    this.found.push({ code, start, end, message, fixes, ...(related ? { related } : undefined) });
  }

  /** An unreported problem that follows from another. */
  hush(): void {
    this.suppressed++;
  }

  /** Whether there are unreported problems. */
  get areSuppressed(): boolean {
    return this.suppressed > 0;
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Whether the limit is reached, so that parsing can stop. */
  get full(): boolean {
    return this.found.length + this.suppressed > maxDiagnostics;
  }

  /** In text order. */
  all(): readonly Problem[] {
    return this.found.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}
