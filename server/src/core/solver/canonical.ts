import { always, type Formula, never, not } from "./formula.ts";
import { kept } from "./kept.ts";
import { claimKey } from "./skeleton.ts";

/**
 * Makes formulas that are equal by their structure the same object, whatever their order, repetitions and double negations, so
 * that a question about something and itself needs no search.
 */
export class Canonical {
  private readonly ids = new Map<Formula, number>();
  private readonly known = new Map<string, Formula>();
  private readonly made = new WeakMap<Formula, Formula>();

  of(formula: Formula): Formula {
    return kept(this.made, formula, () => this.make(formula));
  }

  private make(formula: Formula): Formula {
    switch (formula.kind) {
      case "truth":
        return formula.value ? always : never;
      case "not":
        return this.opposite(this.of(formula.part));
      case "and":
      case "or":
        return this.group(formula.kind, formula.parts);
      default:
        return this.shared(`${formula.kind} ${formula.variable}\n${claimKey(formula)}`, formula);
    }
  }

  private opposite(part: Formula): Formula {
    if (part.kind === "not") return part.part;
    if (part.kind === "truth") return part.value ? never : always;
    return this.shared(`not ${this.idOf(part)}`, not(part));
  }

  private group(kind: "and" | "or", all: readonly Formula[]): Formula {
    const [neutral, decisive] = kind === "and" ? [always, never] : [never, always];
    const parts = new Set<Formula>();
    for (const it of all) {
      const part = this.of(it);
      for (const inner of part.kind === kind ? part.parts : [part]) parts.add(inner);
    }
    parts.delete(neutral);
    if (parts.has(decisive)) return decisive;
    for (const it of parts) if (it.kind === "not" && parts.has(it.part)) return decisive;
    const [only = neutral] = parts;
    if (parts.size < 2) return only;
    const sorted = [...parts].sort((a, b) => this.idOf(a) - this.idOf(b));
    return this.shared(`${kind} ${sorted.map((it) => this.idOf(it))}`, { kind, parts: [...parts] });
  }

  private shared(key: string, made: Formula): Formula {
    return kept(this.known, key, () => made);
  }

  private idOf(formula: Formula): number {
    return kept(this.ids, formula, () => this.ids.size);
  }
}
