import type { Budget } from "./budget.ts";

/** A variable is a number starting at 1; its negation is the negative number. */
export type Literal = number;

/** At least one of the literals is true. The first two are watched. */
export type Clause = Literal[];

/**
 * Searches for values of variables that satisfy all clauses: tries decisions, propagates their consequences, and learns a
 * clause from each conflict (CDCL).
 */
export class Assignment {
  /** All true literals, in the order in which they were found. */
  readonly trail: Literal[] = [];
  private readonly values: number[] = [];
  private readonly levels: number[] = [];
  private readonly reasons: (Clause | undefined)[] = [];
  private readonly watches: Clause[][] = [];
  /** The length of the trail before each decision. */
  private readonly decisions: number[] = [];
  private followed = 0;
  private isImpossible = false;

  /** The budget of the current search. */
  constructor(public budget: Budget) {}

  /** Makes room for more variables. */
  grow(variables: number): void {
    while (this.values.length <= variables) {
      this.values.push(0);
      this.levels.push(0);
      this.watches.push([], []);
    }
  }

  /** 1 for true, -1 for false, 0 for undecided. */
  truth(literal: Literal): number {
    const value = this.values[Math.abs(literal)] ?? 0;
    return literal > 0 ? value : -value;
  }

  /** Only valid without decisions. */
  add(clause: Clause): void {
    const [first] = clause;
    // Literals that are true already have consequences in this clause, too.
    this.followed = 0;
    if (first === undefined) this.isImpossible = true;
    else if (clause.length > 1) this.watch(clause);
    else if (this.truth(first) === 0) this.set(first, undefined);
    else if (this.truth(first) < 0) this.isImpossible = true;
  }

  decide(literal: Literal): void {
    this.decisions.push(this.trail.length);
    this.set(literal, undefined);
  }

  /** Returns a clause that cannot be satisfied, if there is one. */
  propagate(): Clause | undefined {
    if (this.isImpossible) return [];
    while (this.followed < this.trail.length) {
      const denied = -(this.trail[this.followed++] ?? 0);
      const conflict = this.follow(denied);
      if (conflict) return conflict;
    }
    return undefined;
  }

  /** Learns from a clause whose literals are all false. Returns false if the search space is exhausted. */
  learn(conflict: Clause): boolean {
    const level = Math.max(0, ...conflict.map((it) => this.levelOf(it)));
    if (level === 0) return false;
    this.backTo(level);
    const learned = this.cause(conflict, level);
    this.backTo(Math.max(0, ...learned.slice(1).map((it) => this.levelOf(it))));
    this.keep(learned);
    this.set(learned[0] ?? 0, learned);
    return true;
  }

  /** Adds a clause that is true of every solution. It is not propagated immediately. */
  keep(clause: Clause): void {
    if (clause.length < 2) return;
    const rank = (it: Literal) => (this.truth(it) < 0 ? this.levelOf(it) : Number.MAX_SAFE_INTEGER);
    this.watch([...clause].sort((a, b) => rank(b) - rank(a)));
  }

  /** Follows a clause that is kept, if all but its first literal are false. */
  imply(clause: Clause): void {
    const [first = 0, ...others] = clause;
    if (this.truth(first) === 0 && others.every((it) => this.truth(it) < 0))
      this.set(first, clause);
  }

  /** The decisions that make a literal false. */
  decisionsAgainst(literal: Literal): Literal[] {
    const found: Literal[] = [];
    const seen = new Set<number>();
    const visit = (it: Literal): void => {
      const variable = Math.abs(it);
      if (seen.has(variable) || this.levelOf(it) === 0) return;
      seen.add(variable);
      const reason = this.reasons[variable];
      if (reason) reason.forEach(visit);
      else found.push(this.truth(it) > 0 ? it : -it);
    };
    visit(literal);
    return found;
  }

  private follow(denied: Literal): Clause | undefined {
    const watching = this.watches[slot(denied)] ?? [];
    this.budget.spend(1 + (watching.length >> 1));
    let kept = 0;
    for (let i = 0; i < watching.length; i++) {
      const clause = watching[i];
      if (!clause || this.watchAnother(clause, denied)) continue;
      watching[kept++] = clause;
      const first = clause[0] ?? 0;
      const truth = this.truth(first);
      if (truth > 0) continue;
      if (truth === 0) {
        this.set(first, clause);
        continue;
      }
      while (++i < watching.length) watching[kept++] = watching[i] as Clause;
      watching.length = kept;
      return clause;
    }
    watching.length = kept;
    return undefined;
  }

  /** Moves the denied literal to the second position, and watches another literal instead if one is not false. */
  private watchAnother(clause: Clause, denied: Literal): boolean {
    if (clause[0] === denied) [clause[0], clause[1]] = [clause[1] ?? 0, denied];
    if (this.truth(clause[0] ?? 0) > 0) return false;
    for (let i = 2; i < clause.length; i++) {
      const other = clause[i] ?? 0;
      if (this.truth(other) < 0) continue;
      [clause[1], clause[i]] = [other, denied];
      this.watches[slot(other)]?.push(clause);
      return true;
    }
    return false;
  }

  /** The clause for the first unique implication point of the level, whose negation is the first literal. */
  private cause(conflict: Clause, level: number): Clause {
    const seen = new Set<number>();
    const learned: Clause = [0];
    let open = 0;
    let at = this.trail.length - 1;
    for (let reason = conflict; ; reason = this.reasons[Math.abs(learned[0] ?? 0)] ?? []) {
      for (const literal of reason) {
        const variable = Math.abs(literal);
        if (seen.has(variable) || this.levelOf(literal) === 0) continue;
        seen.add(variable);
        if (this.levelOf(literal) === level) open++;
        else learned.push(literal);
      }
      while (!seen.has(Math.abs(this.trail[at] ?? 0))) at--;
      learned[0] = -(this.trail[at--] ?? 0);
      if (--open === 0) return learned;
    }
  }

  private set(literal: Literal, reason: Clause | undefined): void {
    const variable = Math.abs(literal);
    this.values[variable] = literal > 0 ? 1 : -1;
    this.levels[variable] = this.decisions.length;
    this.reasons[variable] = reason;
    this.trail.push(literal);
  }

  /** Undoes later decisions. Learned clauses are kept. */
  backTo(level: number): void {
    const length = this.decisions[level];
    if (length === undefined) return;
    while (this.trail.length > length) this.values[Math.abs(this.trail.pop() ?? 0)] = 0;
    this.decisions.length = level;
    this.followed = Math.min(this.followed, length);
  }

  private watch(clause: Clause): void {
    this.watches[slot(clause[0] ?? 0)]?.push(clause);
    this.watches[slot(clause[1] ?? 0)]?.push(clause);
  }

  private levelOf(literal: Literal): number {
    return this.levels[Math.abs(literal)] ?? 0;
  }
}

function slot(literal: Literal): number {
  return literal > 0 ? 2 * literal : -2 * literal + 1;
}
