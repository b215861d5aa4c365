import type { LogRow } from "../../core/trial.ts";

/** Beyond this many distinct values, duplicates are no longer detected: most values are unique, and the lookup costs memory. */
const mostCompared = 100_000;
/** The memory of a string besides its characters, in bytes. */
const overhead = 64;

/** The values of one field, by line. Equal values are stored once, as long as there are few. */
export class Column {
  private ids = new Uint32Array(1024);
  /** By ID; the first is for lines without the field. */
  private readonly raws: (string | undefined)[] = [undefined];
  private readonly values: unknown[] = [undefined];
  private readonly known = new Map<string, number>();
  count = 0;
  /** The approximate size in bytes. */
  size = 0;

  /** Whether the lines of each file have the field; null is no value. A file has its columns even if all values are null. */
  readonly files: { readonly start: number; isKnown: boolean }[] = [{ start: 0, isKnown: false }];
  file = this.files[0] as Column["files"][number];

  constructor(readonly field: string) {}

  beginFile(): void {
    if (this.file.start === this.count) this.files.pop();
    this.file = { start: this.count, isKnown: false };
    this.files.push(this.file);
  }

  add(row: LogRow): void {
    if (this.count === this.ids.length) this.ids = grown(this.ids);
    const id = this.idOf(row);
    this.ids[this.count++] = id;
    this.file.isKnown ||= this.values[id] !== undefined;
    this.size += 4;
  }

  private idOf(row: LogRow): number {
    const raw = row.raw(this.field);
    if (raw === undefined) return 0;
    const known = this.known.get(raw);
    if (known !== undefined) return known;
    const id = this.raws.push(raw) - 1;
    this.values.push(row.get(this.field));
    this.size += 2 * (raw.length + overhead);
    if (this.known.size < mostCompared) this.known.set(raw, id);
    return id;
  }

  /** Lines with the same ID have the same value. */
  idAt(line: number): number {
    return this.ids[line] as number;
  }

  value(line: number): unknown {
    return this.values[this.idAt(line)];
  }

  /** As JSON; undefined for a line without the field. */
  raw(line: number): string | undefined {
    return this.raws[this.idAt(line)];
  }

  rawOf(id: number): string | undefined {
    return this.raws[id];
  }

  get idCount(): number {
    return this.raws.length;
  }
}

export function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** A row over several columns. */
export class ColumnRow implements LogRow {
  line = 0;

  constructor(private readonly columns: ReadonlyMap<string, Column>) {}

  get(field: string): unknown {
    return this.columns.get(field)?.value(this.line);
  }

  raw(field: string): string | undefined {
    return this.columns.get(field)?.raw(this.line);
  }

  names(): readonly string[] {
    return [...this.columns.keys()].filter((it) => this.raw(it) !== undefined);
  }
}
