import { type Fix, maxDiagnostics } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";

/** A syntax error. */
export interface SyntaxProblem extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** Set for valid JSON that is nested too deep for the tree. */
  readonly isDepth?: true;
}

export interface Description {
  readonly message: string;
  readonly fix?: Fix;
}

/** The problems of one text, up to a maximum. */
export class Problems {
  private readonly found: SyntaxProblem[] = [];
  private lastStart = -1;
  /** Whether the limit is reached. */
  full = false;

  /**
   * Keeps only the first problem at an offset, because the others follow from it.
   * Messages are created lazily, because hostile texts have millions of problems that are not kept.
   */
  add(span: Span, describe: (place: Span) => Description): void {
    if (span.start === this.lastStart || this.full) return;
    this.lastStart = span.start;
    const { message, fix } = describe(span);
    this.found.push({ start: span.start, end: span.end, message, fixes: fix ? [fix] : [] });
    this.full = this.found.length > maxDiagnostics;
  }

  /** Replaces all problems inside the span by one. */
  replaceAt({ start, end }: Span, { message, fix }: Description): void {
    while ((this.found[this.found.length - 1]?.start ?? -1) >= start) this.found.pop();
    this.found.push({ start, end, message, fixes: fix ? [fix] : [] });
  }

  /** Added even if there is another problem at that offset. */
  addDepth({ start, end }: Span, { message }: Description): void {
    this.found.push({ start, end, message, fixes: [], isDepth: true });
  }

  /** Problems after this one are ignored. */
  addLast({ start, end }: Span, { message }: Description): void {
    if (!this.full) this.found.push({ start, end, message, fixes: [] });
    this.full = true;
  }

  get none(): boolean {
    return this.found.length === 0;
  }

  /** In source order. */
  all(): readonly SyntaxProblem[] {
    return this.found.length < 2
      ? this.found
      : this.found.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}
