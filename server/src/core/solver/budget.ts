/** The remaining work, in steps of about the same cost. Not measured as time, so that results do not depend on the machine. */
export class Budget {
  constructor(
    private left: number,
    private readonly whole?: Budget,
  ) {}

  /** Returns false once the budget is spent. */
  spend(work: number): boolean {
    this.whole?.spend(work);
    this.left -= work;
    return this.left >= 0;
  }

  /** Negative if more was spent. */
  get remaining(): number {
    return this.left;
  }

  get isSpent(): boolean {
    return this.left < 0;
  }

  /** Whether at least that much is left. */
  isLeft(work: number): boolean {
    return this.left >= work;
  }

  /** A sub-budget of at most `most` steps or a share of what is left. Its work also counts here. */
  within(most: number, share = 1): Budget {
    return new Budget(Math.min(most, this.left * share), this);
  }
}
