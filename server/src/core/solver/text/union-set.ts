import { kept } from "../kept.ts";
import type { Units } from "./pattern.ts";
import type { TextSet } from "./text-set.ts";

/** The states of the parts that may still match, each with the index of its part. */
type Row = readonly (readonly [part: number, state: number])[];

/** The strings that are in any of several sets. It uses the states of the sets, because many unions have the same ones. */
export class UnionSet implements TextSet {
  readonly key: string;
  private readonly rows: Row[] = [];
  private readonly known = new Map<string, number>();

  constructor(readonly parts: readonly TextSet[]) {
    this.key = `any of ${JSON.stringify(parts.map((it) => it.key).sort())}`;
    this.intern(parts.map((_, part) => [part, 0] as const));
  }

  get cost(): number {
    return this.parts.reduce((sum, { cost = 1 }) => sum + cost, 1);
  }

  step(state: number, unit: number): number {
    if (this.isFull(state)) return state;
    const row = this.rows[state] ?? [];
    return this.intern(row.map(([part, it]) => [part, this.part(part).step(it, unit)] as const));
  }

  distance(state: number): number {
    const row = this.rows[state] ?? [];
    return Math.min(...row.map(([part, it]) => this.part(part).distance(it)));
  }

  isFull(state: number): boolean {
    return this.rows[state]?.some(([part, it]) => this.part(part).isFull(it)) ?? false;
  }

  units(): readonly Units[] {
    return this.parts.flatMap((it) => it.units());
  }

  private part(index: number): TextSet {
    return this.parts[index] as TextSet;
  }

  private intern(all: Row): number {
    const isAlive = ([part, state]: Row[number]) =>
      this.part(part).distance(state) !== Number.POSITIVE_INFINITY;
    const row = all.filter(isAlive);
    return kept(this.known, row.join(" "), () => this.rows.push(row) - 1);
  }
}
