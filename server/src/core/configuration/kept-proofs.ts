import type { Budget } from "../solver/budget.ts";
import type { ClosedSet } from "./closed-set.ts";

interface Answer {
  readonly value: unknown;
  /** The work that the answer took. */
  readonly work: number;
}

/**
 * The answers to questions about rules of a document, for its next version: only questions about rules that changed are asked
 * again. The work of the others is spent as if they had been asked, so that the answers do not depend on earlier versions.
 */
export class KeptProofs {
  private readonly answers = new Map<string, Answer>();
  private previous: ReadonlyMap<string, Answer> | undefined;
  private readonly numbers: Numbers;
  private readonly sets = new Map<number, ClosedSet>();
  private previousSets: ReadonlyMap<number, ClosedSet> | undefined;

  constructor(previous?: KeptProofs) {
    this.previousSets = previous?.sets.size ? previous.sets : previous?.previousSets;
    // Nothing may have been asked about the version before.
    this.previous = previous?.answers.size ? previous.answers : previous?.previous;
    this.numbers = previous?.numbers ?? { known: new WeakMap(), next: 0 };
  }

  /** The number of a rule, in all versions. Undefined for one that is not kept. */
  numberOf(rule: object | undefined): number | undefined {
    if (!rule) return undefined;
    const number = this.numbers.known.get(rule) ?? this.numbers.next++;
    this.numbers.known.set(rule, number);
    return number;
  }

  /** `ask` may spend any work, and stop for the lack of it only if less than `most` was left. */
  answer<Value>(
    question: string | undefined,
    budget: Budget,
    most: number,
    ask: () => Value,
  ): Value {
    if (question === undefined) return ask();
    const known = this.answers.get(question) ?? this.previous?.get(question);
    if (known && budget.isLeft(known.work + most)) {
      budget.spend(known.work);
      this.answers.set(question, known);
      return known.value as Value;
    }
    const before = budget.remaining;
    const value = ask();
    const work = before - budget.remaining;
    if (budget.isLeft(most)) this.answers.set(question, { value, work });
    return value;
  }

  /** By the number of the set. Undefined if it had an open question. */
  closed(set: number): ClosedSet | undefined {
    return this.previousSets?.get(set);
  }

  close(set: number, closed: ClosedSet): void {
    this.sets.set(set, closed);
  }

  /** To be called when everything has been asked. */
  releasePrevious(): void {
    this.previous = undefined;
    this.previousSets = undefined;
  }
}

/** Shared by the versions of a document. */
interface Numbers {
  readonly known: WeakMap<object, number>;
  next: number;
}
