import type { ValueClasses } from "../../core/trial.ts";
import { Needles } from "./needles.ts";

/** Numbers classes of values on which several conditions have the same outcomes. */
export class ClassNumbers {
  private readonly kind: ValueClasses["kind"];
  private readonly sorted: readonly (number | string)[];
  private readonly needles: Needles | undefined;

  constructor(first: ValueClasses, ...others: readonly ValueClasses[]) {
    const all = [first, ...others];
    const at = new Set(all.flatMap((it) => (it.kind === "needle" ? [] : it.at)));
    this.sorted = [...at].sort((a, b) => (a < b ? -1 : 1));
    this.kind = first.kind;
    this.needles = Needles.of(all.flatMap((it) => (it.kind === "needle" ? [it] : [])));
  }

  /** Values of other types are their own classes. They are never equal to a number of a class. */
  key(value: unknown): unknown {
    const { needles } = this;
    switch (this.kind) {
      case "needle":
        if (!needles) return value;
        if (typeof value === "number") return String(value);
        return typeof value === "string" ? needles.key(value) : value;
      case "text":
        if (typeof value === "number") return String(value);
        return typeof value === "string" ? this.place(value) : value;
      case "integer":
        return Number.isSafeInteger(value) ? this.place(value as number) : value;
      case "number":
        return typeof value === "number" ? this.place(value) : value;
      case "time":
        return isTime(value) ? -1 - this.place(value) : value;
    }
  }

  /** Odd if it is equal to one of the sorted values, even between two. */
  private place(value: number | string): number {
    const { sorted } = this;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number | string) < value) low = middle + 1;
      else high = middle;
    }
    return sorted[low] === value ? 2 * low + 1 : 2 * low;
  }
}

/** Whether it is a text such as 2025-11-12T08:00:00Z, rather than digits. */
function isTime(value: unknown): value is string {
  return typeof value === "string" && value.charCodeAt(10) === 84;
}
