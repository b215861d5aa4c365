/** Ranges of units: first, last, first, last, …, sorted and disjoint. */
export type Units = readonly number[];

/** An assertion on a position, by the units around it. */
export type Condition = (before: AdjacentUnit, after: AdjacentUnit) => boolean;

/** The unit beside a position, or the start or end of the text. */
export type AdjacentUnit = number | "edge";

/** A node of a pattern. A path consumes the units of its nodes. */
export interface PatternNode {
  /** Undefined if it consumes nothing. */
  readonly units: Units | undefined;
  readonly condition: Condition | undefined;
  readonly next: number[];
}

export function isIn(units: Units, unit: number): boolean {
  for (let i = 0; i < units.length; i += 2) {
    if (unit < (units[i] ?? 0)) return false;
    if (unit <= (units[i + 1] ?? 0)) return true;
  }
  return false;
}

/** The nodes of a pattern, and where a match begins and ends. */
export interface Pattern {
  readonly nodes: readonly PatternNode[];
  readonly from: number;
  readonly end: number;
}

/** A loop of it is any text. */
export const anyUnit: Units = [0, 0xffff];
