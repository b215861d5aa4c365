/** The remaining work, in steps of about the same cost. Not measured as time, so that results do not depend on the machine. */
export class Budget {
  constructor(private left: number) {}

  /** Returns false once the budget is spent. */
  spend(work: number): boolean {
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
    return new PartialBudget(this, Math.min(most, this.left * share));
  }
}

class PartialBudget extends Budget {
  constructor(
    private readonly whole: Budget,
    most: number,
  ) {
    super(most);
  }

  override spend(work: number): boolean {
    this.whole.spend(work);
    return super.spend(work);
  }
}
