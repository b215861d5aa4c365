import { type Fix, maxDiagnostics } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";

/** Something that keeps a text from being JSON. */
export interface SyntaxProblem extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** It is JSON, but nested deeper than the tree goes. */
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
  /** Limit per text. */
  full = false;

  /**
   * One problem per place: the first says what matters, the rest follow from it.
   * The words are made only for a problem that is kept, as a hostile text has millions that are not.
   */
  add(span: Span, describe: (place: Span) => Description): void {
    if (span.start === this.lastStart || this.full) return;
    this.lastStart = span.start;
    const { message, fix } = describe(span);
    this.found.push({ start: span.start, end: span.end, message, fixes: fix ? [fix] : [] });
    this.full = this.found.length > maxDiagnostics;
  }

  /** One problem in place of all that were found inside it. */
  replaceAt({ start, end }: Span, { message, fix }: Description): void {
    while ((this.found[this.found.length - 1]?.start ?? -1) >= start) this.found.pop();
    this.found.push({ start, end, message, fixes: fix ? [fix] : [] });
  }

  /** Beside whatever else is wrong at that place. */
  addDepth({ start, end }: Span, { message }: Description): void {
    this.found.push({ start, end, message, fixes: [], isDepth: true });
  }

  /** Nothing that is found after it counts. */
  addLast({ start, end }: Span, { message }: Description): void {
    if (!this.full) this.found.push({ start, end, message, fixes: [] });
    this.full = true;
  }

  get none(): boolean {
    return this.found.length === 0;
  }

  /** In the order of the text. */
  all(): readonly SyntaxProblem[] {
    return this.found.length < 2
      ? this.found
      : this.found.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}
