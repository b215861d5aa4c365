import type { TriedText } from "../subject.ts";
import type { Column } from "./column.ts";

/** Beyond this many groups, results are hardly shared, and keeping them costs memory. */
const mostGroups = 50_000;

/** Lines with equal values in all of these columns: a text that reads only these has the same result on them. */
export class Groups {
  /** By line; 0 until it is looked up, and for lines without a group. */
  private readonly ids: Uint32Array;
  private readonly known = new Map<number, number>();
  /** The factor of each column in the key of a line; undefined if a key would not be exact. */
  private factors: readonly number[] | undefined;
  private lookups = 0;

  constructor(
    private readonly columns: readonly Column[],
    count: number,
  ) {
    this.ids = new Uint32Array(count);
    let factor = 1;
    const factors = columns.map((it) => {
      const own = factor;
      factor *= it.idCount;
      return own;
    });
    this.factors = factor <= Number.MAX_SAFE_INTEGER ? factors : undefined;
  }

  isFor(columns: readonly Column[]): boolean {
    return (
      columns.length === this.columns.length && columns.every((it, at) => it === this.columns[at])
    );
  }

  /** From 1; 0 for a line that shares its values with too few others. */
  at(line: number): number {
    const known = this.ids[line] as number;
    if (known !== 0 || !this.factors) return known;
    this.lookups++;
    let key = 0;
    for (let at = 0; at < this.factors.length; at++)
      key += (this.columns[at] as Column).idAt(line) * (this.factors[at] as number);
    const found = this.known.get(key) ?? this.created(key);
    this.ids[line] = found;
    return found;
  }

  private created(key: number): number {
    if (this.known.size >= mostGroups) {
      // Most lines are in no group, so that looking for one is not worth it.
      if (this.lookups < 2 * mostGroups) this.factors = undefined;
      return 0;
    }
    this.known.set(key, this.known.size + 1);
    return this.known.size;
  }
}

interface Columns {
  readonly columns: ReadonlyMap<string, Column>;
  readonly count: number;
}

export function groupsOf(sample: Columns, tried: TriedText): Groups {
  return new Groups(columnsOf(sample, tried), sample.count);
}

/** The columns that a text reads. */
export function columnsOf({ columns }: Columns, { trial }: TriedText): readonly Column[] {
  return (trial?.fields ?? []).flatMap((it) => columns.get(it) ?? []);
}
