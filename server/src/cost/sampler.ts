import type { LogTest } from "../core/log-test.ts";
import type { LogRow, Trial } from "../core/trial.ts";
import { filterTrial } from "../languages.ts";
import { atomsIn, type ExplainingField, type SampledLine } from "./atoms.ts";
import { mostAtoms, SignatureTable } from "./signatures.ts";

interface Sampled extends SampledLine {
  readonly row: Pick<LogRow, "get">;
  readonly isMeasured: boolean;
}

/** The lines whose values are looked at before any is counted. */
export const mostSampled = 20_000;

/**
 * Learns conditions from the first lines that a job sends, and counts all lines by them. A random half of the lines is only
 * measured, never learned from.
 */
export class Sampler {
  private table: SignatureTable | undefined;
  private sample: Sampled[] = [];
  private readonly keeps: readonly Trial[];
  private random = 0x9e3779b9;

  constructor(
    private readonly fields: readonly ExplainingField[],
    private readonly kept: readonly LogTest[],
    /** Without filters of lines that must stay: the lines that are not suggested either. */
    private readonly isPrecious: (row: LogRow) => boolean,
    private readonly mostLines = mostSampled,
  ) {
    this.keeps = kept.map((it) => filterTrial(it));
  }

  add(row: LogRow, bytes: number): void {
    const isKept =
      this.keeps.length > 0
        ? this.keeps.some((it) => it.outcome(row) !== false)
        : this.isPrecious(row);
    const isMeasured = this.next();
    if (this.table) {
      this.table.add(row, bytes, isKept, isMeasured);
      return;
    }
    const values = new Map(this.fields.map(({ name }) => [name, row.get(name)]));
    const value = (field: string) => values.get(field);
    this.sample.push({ row: { get: value }, value, bytes, isKept, isMeasured });
    if (this.sample.length >= this.mostLines) this.learn();
  }

  finished(): SignatureTable {
    return this.table ?? this.learn();
  }

  private learn(): SignatureTable {
    const learned = this.sample.filter((it) => !it.isMeasured);
    const atoms = atomsIn(learned, this.fields, this.kept, mostAtoms);
    const table = new SignatureTable(atoms);
    for (const it of this.sample) table.add(it.row, it.bytes, it.isKept, it.isMeasured);
    this.sample = [];
    this.table = table;
    return table;
  }

  /** Pseudo-random, so that the result is the same each time, and a rhythm in the lines does not matter. */
  private next(): boolean {
    let it = this.random;
    it ^= it << 13;
    it ^= it >>> 17;
    it ^= it << 5;
    this.random = it;
    return ((it >>> 9) & 1) === 1;
  }
}
