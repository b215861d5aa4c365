import type { LogRow } from "../../core/trial.ts";

/** A line whose fields are each read once. */
export class SharedLine implements LogRow {
  private row: LogRow | undefined;
  private readonly columns = new Map<string, Column>();
  readonly shared = new Map<unknown, unknown>();
  /** Of the line. */
  number = 0;

  /** A number for the fields that the line has, also as null. Undefined until it is asked for. */
  private shape: number | undefined;
  private readonly shapes = new Map<string, number>();
  private lastShape = 0;

  move(row: LogRow): void {
    this.row = row;
    this.shape = undefined;
    this.number++;
    if (this.shared.size > 0) this.shared.clear();
  }

  column(field: string): Column {
    const column = this.columns.get(field) ?? new Column(field);
    this.columns.set(field, column);
    return column;
  }

  value(column: Column): unknown {
    return this.row && column.value(this.row, this.number);
  }

  /** Equal for equal values: arrays and objects have an object of their own. */
  key(column: Column): unknown {
    return this.row && column.key(this.row, this.number);
  }

  /** The entry of a column for the current value. */
  entry(column: Column): Entry | undefined {
    return this.row && column.entryOf(this.row, this.number);
  }

  get(field: string): unknown {
    const column = this.columns.get(field);
    return column ? this.value(column) : this.row?.get(field);
  }

  get shapeId(): number {
    if (this.shape !== undefined) return this.shape;
    const names = this.names().join("\n");
    const shape = this.shapes.get(names) ?? ++this.lastShape;
    if (this.shapes.size >= mostKeys) this.shapes.clear();
    this.shapes.set(names, shape);
    this.shape = shape;
    return shape;
  }

  raw(field: string): string | undefined {
    return this.row?.raw(field);
  }

  names(): readonly string[] {
    return this.row?.names() ?? [];
  }
}

const mostKeys = 4096;

/** For each group of a column, its row for a value; 0 if it has none yet. */
type Entry = number[];

/** A field of the current line. */
export class Column {
  private line = -1;
  private current: unknown;
  private wasNested = false;
  private readonly keys = new Map<string, object>();
  private readonly entries = new Map<unknown, Entry>();
  private readonly repetition = new Repetition();
  private entryLine = -1;
  private entry: Entry | undefined;
  private groups = 0;

  constructor(private readonly field: string) {}

  /** The place of a new group in the entries. */
  addGroup(): number {
    return this.groups++;
  }

  value(row: LogRow, line: number): unknown {
    if (this.line === line) return this.current;
    this.line = line;
    this.current = row.get(this.field);
    return this.current;
  }

  key(row: LogRow, line: number): unknown {
    const { field } = this;
    if (!this.wasNested || !row.isNested?.(field)) {
      const value = this.value(row, line);
      this.wasNested = typeof value === "object";
      if (!this.wasNested) return value;
    }
    return this.keyOf(row.raw(field) ?? "");
  }

  /** The entry of the current value. Undefined while values do not repeat. */
  entryOf(row: LogRow, line: number): Entry | undefined {
    if (this.entryLine === line) return this.entry;
    this.entryLine = line;
    this.entry = this.repetition.skips() ? undefined : this.findEntry(this.key(row, line));
    return this.entry;
  }

  /** Rows of a group are used again for other values. */
  forgetEntries(): void {
    this.entries.clear();
    this.entry = undefined;
  }

  private findEntry(key: unknown): Entry {
    const { entries, repetition } = this;
    const known = entries.get(key);
    if (known) {
      repetition.hits++;
      return known;
    }
    if (repetition.isFull(mostKeys)) entries.clear();
    const entry = new Array<number>(this.groups).fill(0);
    entries.set(key, entry);
    return entry;
  }

  private keyOf(raw: string): object {
    const known = this.keys.get(raw);
    if (known) return known;
    if (this.keys.size >= mostKeys) this.keys.clear();
    const key = {};
    this.keys.set(raw, key);
    return key;
  }
}

/** If values do not repeat, the values of the next lines are not looked for. */
const skippedLines = 100_000;

/** Whether it helps to remember values. */
export class Repetition {
  /** The number of values that are remembered. */
  size = 0;
  hits = 0;
  private skipped = skippedLines;

  get isSkipping(): boolean {
    return this.skipped < skippedLines;
  }

  /** Called for each line. */
  skips(): boolean {
    if (!this.isSkipping) return false;
    this.skipped++;
    return true;
  }

  /** Called for each other value. If there are too many, they have to be forgotten. */
  isFull(most: number): boolean {
    if (++this.size <= most) return false;
    if (this.hits < this.size) this.skipped = 0;
    this.size = 0;
    this.hits = 0;
    return true;
  }
}
