/** Bounds the work, depth and size of an evaluation. Values beyond the bounds are unknown. */
export class Budget {
  private depth = 0;

  /** By path, the files whose texts cannot be decoded, and why. */
  readonly undecoded = new Map<string, string>();

  constructor(private left = 300_000) {}

  /** Whether another expression may be evaluated. Call `leave` afterwards. */
  enter(): boolean {
    this.depth++;
    return this.depth <= mostDepth && this.take(1);
  }

  leave(): void {
    this.depth--;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  take(work: number): boolean {
    this.left -= work;
    return this.left > 0;
  }

  /** Whether a collection or text of that size may be made. */
  allows(size: number): boolean {
    return size <= mostSize && this.take(size / 50);
  }
}

/** Each level takes a few calls. */
const mostDepth = 250;

/** Elements of a collection, or characters of a text. Expressions are far shorter. */
const mostSize = 200_000;
