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

/** A field of the current line. */
export class Column {
  private line = -1;
  private current: unknown;
  private readonly keys = new Map<string, object>();

  constructor(private readonly field: string) {}

  value(row: LogRow, line: number): unknown {
    if (this.line === line) return this.current;
    this.line = line;
    this.current = row.get(this.field);
    return this.current;
  }

  key(row: LogRow, line: number): unknown {
    if (row.isNested?.(this.field)) return this.keyOf(row.raw(this.field) ?? "");
    const value = this.value(row, line);
    return typeof value === "object" ? this.keyOf(row.raw(this.field) ?? "") : value;
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
