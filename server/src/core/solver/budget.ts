/** Work that may still be done, in steps of about the same cost. Never a time, so that answers do not depend on the machine. */
export class Budget {
  constructor(private left: number) {}

  /** False once the budget is spent. */
  spend(work: number): boolean {
    this.left -= work;
    return this.left >= 0;
  }

  get isSpent(): boolean {
    return this.left < 0;
  }

  /** A part of what is left, or of a share of it; it is spent here too. */
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
