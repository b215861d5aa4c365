import type { LogRow } from "../core/trial.ts";
import { filterTrial } from "../languages.ts";
import type { Atom } from "./atoms.ts";

/** The lines on which the same atoms hold. Index 0 of a pair is the half that is learned from, index 1 the half that measures. */
export interface Signature {
  /** The first 24 atoms as bits, and the rest. */
  readonly low: number;
  readonly high: number;
  readonly isKept: boolean;
  readonly lines: [number, number];
  readonly bytes: [number, number];
}

export const mostAtoms = 48;
const half = 24;
const highFactor = 2 ** half;

/** More groups are merged by forgetting atoms, so memory does not grow with the logs. */
const mostGroups = 40_000;

/** Counts lines by the atoms that hold on them. Any combination of the atoms can be counted afterwards. */
export class SignatureTable {
  private groups = new Map<number, Signature>();
  private readonly byField: FieldAtoms[];
  /** The number of atoms that still count. */
  used: number;

  constructor(
    readonly atoms: readonly Atom[],
    private readonly groupsAtMost = mostGroups,
  ) {
    this.used = Math.min(atoms.length, mostAtoms);
    const fields = new Set(atoms.slice(0, this.used).map((it) => it.field));
    this.byField = [...fields].map((field) => new FieldAtoms(field, atoms));
  }

  add(row: Pick<LogRow, "get">, bytes: number, isKept: boolean, isMeasured: boolean): void {
    let low = 0;
    let high = 0;
    for (const it of this.byField) {
      const mask = it.maskOf(row);
      low |= mask.low;
      high |= mask.high;
    }
    this.count(low & this.lowMask, high & this.highMask, isKept, isMeasured ? 1 : 0, 1, bytes);
    if (this.groups.size > this.groupsAtMost) this.forget();
  }

  get signatures(): readonly Signature[] {
    return [...this.groups.values()];
  }

  private get lowMask(): number {
    return 2 ** Math.min(half, this.used) - 1;
  }

  private get highMask(): number {
    return 2 ** Math.max(0, this.used - half) - 1;
  }

  private count(
    low: number,
    high: number,
    isKept: boolean,
    side: 0 | 1,
    lines: number,
    bytes: number,
  ): void {
    const key = (high * highFactor + low) * 2 + (isKept ? 1 : 0);
    let group = this.groups.get(key);
    if (!group) {
      group = { low, high, isKept, lines: [0, 0], bytes: [0, 0] };
      this.groups.set(key, group);
    }
    group.lines[side] += lines;
    group.bytes[side] += bytes;
  }

  /** Forgets the atoms that explain least, and merges the groups that only they told apart. */
  private forget(): void {
    const before = this.groups;
    this.used = Math.floor((this.used * 3) / 4);
    this.groups = new Map();
    for (const { low, high, isKept, lines, bytes } of before.values())
      for (const side of [0, 1] as const)
        this.count(
          low & this.lowMask,
          high & this.highMask,
          isKept,
          side,
          lines[side],
          bytes[side],
        );
  }
}

interface Mask {
  readonly low: number;
  readonly high: number;
}

const longestCached = 200;
const mostCached = 20_000;

/** The atoms of one field, which are evaluated once for each of its values. */
class FieldAtoms {
  private readonly atoms: readonly { readonly bit: number; readonly holds: Holds }[];
  private masks = new Map<unknown, Mask>();

  constructor(
    private readonly field: string,
    atoms: readonly Atom[],
  ) {
    this.atoms = atoms.slice(0, mostAtoms).flatMap((it, bit) => {
      if (it.field !== field) return [];
      const { outcome } = filterTrial({
        ...{ kind: "condition", start: 0, end: 0, field, type: it.type },
        ...{ operator: it.operator, values: [it.value] },
      });
      return { bit, holds: (row: LogRow) => outcome(row) === true };
    });
  }

  maskOf(row: Pick<LogRow, "get">): Mask {
    const value = row.get(this.field);
    const known = this.masks.get(value);
    if (known) return known;
    const mask = this.computed(value);
    const isCached = typeof value !== "string" || value.length <= longestCached;
    if (isCached && typeof value !== "object") {
      if (this.masks.size >= mostCached) this.masks = new Map();
      this.masks.set(value, mask);
    }
    return mask;
  }

  private computed(value: unknown): Mask {
    const row: LogRow = { get: () => value, raw: () => undefined, names: () => [] };
    let low = 0;
    let high = 0;
    for (const { bit, holds } of this.atoms)
      if (holds(row)) {
        if (bit < half) low |= 1 << bit;
        else high |= 1 << (bit - half);
      }
    return { low, high };
  }
}

type Holds = (row: LogRow) => boolean;
