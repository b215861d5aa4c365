import { opposite, type TextSetClaim, type ValueSet } from "../../core/logic/claim.ts";
import { keyOf } from "../../core/solver/number-set.ts";
import type { Expression, Logical } from "../syntax/tree.ts";
import { type Condition, conditionOf } from "./condition.ts";
import { isTested, stripGroups } from "./walk-state.ts";

/**
 * Assigns numbers to expressions: equivalent ones get the same number, regardless of spelling, order and grouping. The
 * negative number is the opposite. Each node is visited once.
 */
export class Meanings {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<Expression, number>();

  constructor(private readonly text: string) {}

  of(node: Expression): number {
    const { bare, flipped } = stripGroups(node);
    let number = this.known.get(bare);
    if (number === undefined) {
      number = this.read(bare);
      this.known.set(bare, number);
    }
    return flipped ? -number : number;
  }

  private read(bare: Expression): number {
    if (bare.kind === "logical") return this.joined(bare);
    if (bare.kind === "quantifier" && isTested(bare.argument)) {
      return this.numberOf(`${bare.name}(${this.of(bare.argument)})`);
    }
    const condition = conditionOf(bare, this.text);
    return condition ? this.numberOfCondition(condition) : this.numberOf(this.written(bare));
  }

  private joined({ name, operands }: Logical): number {
    const parts = operands.map((it) => this.of(it));
    if (name === "xor") return this.numberOf(`xor ${parts.sort(ascending).join(" ")}`);
    // An `or` is the negation of an `and` of opposites.
    return name === "and" ? this.all(parts) : -this.all(parts.map((it) => -it));
  }

  private all(parts: readonly number[]): number {
    const [only, ...others] = [...new Set(parts)].sort(ascending);
    return others.length === 0 ? (only ?? 0) : this.numberOf(`and ${only} ${others.join(" ")}`);
  }

  private numberOfCondition({ key, claim, optional }: Condition): number {
    const { set } = claim;
    const outside = set.kind !== "numbers" && !set.inside;
    const { set: inside, missing } = outside ? opposite(claim) : claim;
    const number = this.numberOf(`${key} ${setWords(inside)}${optional ? ` ${missing}` : ""}`);
    return outside ? -number : number;
  }

  private written({ start, end }: Expression): string {
    return this.text.slice(start, end);
  }

  private numberOf(words: string): number {
    let number = this.numbers.get(words);
    if (number === undefined) {
      number = this.numbers.size + 1;
      this.numbers.set(words, number);
    }
    return number;
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

function setWords(set: ValueSet): string {
  switch (set.kind) {
    case "numbers":
      return keyOf(set.numbers);
    case "same":
      return set.words;
    case "text":
      return textWords(set.text);
  }
}

function textWords(text: TextSetClaim): string {
  switch (text.kind) {
    case "oneOf":
      return JSON.stringify([...text.values].sort());
    case "upTo":
      return `${text.itself ? "<=" : "<"} ${text.bound}`;
    case "fits":
      return `${text.strict ? "strict " : ""}${JSON.stringify(text.parts)}`;
    default:
      return `${text.kind} ${text.part}`;
  }
}
