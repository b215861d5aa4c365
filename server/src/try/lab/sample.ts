import { nanosecondsOf } from "../../text/timestamps.ts";
import { Column, ColumnRow } from "./column.ts";
import { Pass, type SampleLimits, type SampleProblem } from "./pass.ts";
import type { SampleReader, SampleSink } from "./reader.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

const defaultLimits: SampleLimits = { lines: 2_000_000, memory: 400_000_000 };
/** The number of lines that are searched for field names. */
const lookedAt = 200;
const mostNames = 1000;

export interface FileFields {
  readonly start: number;
  readonly missing: readonly string[];
}

/** Lines in memory: their sizes and times, and the requested columns. */
export class Sample {
  /** Field names of the first lines. */
  names: readonly string[] = [];
  readonly columns = new Map<string, Column>();
  private first: Pass | undefined;
  private stamp: string | undefined;
  private times: { readonly key: string; readonly of: Float64Array } | undefined;

  constructor(
    readonly reader: SampleReader,
    private readonly limits = defaultLimits,
  ) {}

  /** The number of readable lines; line numbers start at 0. */
  get count(): number {
    return this.first?.count ?? 0;
  }

  get lines(): number {
    return this.count + this.unreadable;
  }

  get unreadable(): number {
    return this.first?.unreadableCount ?? 0;
  }

  get bytes(): number {
    return this.first?.bytes ?? 0;
  }

  get problems(): readonly SampleProblem[] {
    return this.first?.problems ?? [];
  }

  /** The reason why not all lines are used. */
  get note(): string | undefined {
    return this.first?.note;
  }

  sizeOf(line: number): number {
    return this.first?.sizes[line] ?? 0;
  }

  /** For each file, its first line, and the given fields that no line of it has. Their columns must be loaded. */
  missing(fields: readonly string[]): readonly FileFields[] {
    const columns = fields.flatMap((it) => this.columns.get(it) ?? []);
    return (columns[0]?.files ?? [{ start: 0 }]).map(({ start }, index) => ({
      start,
      missing: columns.flatMap((it) => (it.files[index]?.isKnown === false ? it.field : [])),
    }));
  }

  row(): ColumnRow {
    return new ColumnRow(this.columns);
  }

  /** Whether lines must be read for these fields. */
  lacks(fields: readonly string[]): boolean {
    return !this.first || fields.some((it) => !this.columns.has(it));
  }

  /** Reads the columns that are not loaded yet. False if canceled. */
  async load(fields: readonly string[], events: WorkEvents): Promise<boolean> {
    const stamp = await this.reader.stamp();
    if (stamp !== this.stamp) this.forget();
    const wanted = [...new Set(fields)].filter((it) => !this.columns.has(it));
    if (this.first && wanted.length === 0) return true;
    this.makeRoom(fields);
    if (!this.first) await this.readNames();
    const pass = this.passFor(wanted, events);
    let read = 0;
    await this.reader.read(pass, 0, (bytes) => {
      read += bytes;
      events.progress?.(Math.min(1, read / (this.reader.size || 1)));
    });
    if (events.isStopped()) return false;
    this.stamp = stamp;
    // Columns of a different length belong to other lines.
    if (this.first?.count !== pass.count) this.columns.clear();
    this.first = this.first?.count === pass.count ? this.first : pass;
    for (const it of pass.columns) this.columns.set(it.field, it);
    return fields.every((it) => this.columns.has(it)) || this.load(fields, events);
  }

  /** Reads at most as many lines as before, because the limit may have been reached with other columns. */
  private passFor(fields: readonly string[], { isStopped }: WorkEvents): Pass {
    const columns = fields.map((it) => new Column(it));
    const lines = this.first?.note ? this.first.count : this.limits.lines;
    return new Pass(columns, { ...this.limits, lines }, isStopped);
  }

  private forget(): void {
    this.columns.clear();
    this.times = undefined;
    this.first = undefined;
    this.stamp = undefined;
  }

  /** Drops columns that were not requested if the requested ones may not fit. */
  private makeRoom(fields: readonly string[]): void {
    const size = [...this.columns.values()].reduce((sum, it) => sum + it.size, 0);
    if (size < this.limits.memory / 2) return;
    for (const name of [...this.columns.keys()])
      if (!fields.includes(name)) this.columns.delete(name);
  }

  private async readNames(): Promise<void> {
    const names = new Set<string>();
    let seen = 0;
    const sink: SampleSink = {
      fields: undefined,
      row: (row) => {
        seen++;
        for (const it of row.names()) if (names.size < mostNames) names.add(it);
      },
      unreadable: () => seen++,
      read: () => {},
      get isDone() {
        return seen >= lookedAt;
      },
    };
    await this.reader.read(sink, 0);
    this.names = [...names];
  }

  /** The time of each line in milliseconds, from the first of the fields that it has; NaN if none. Undefined if canceled. */
  async timesOf(fields: readonly string[], events: WorkEvents): Promise<Float64Array | undefined> {
    const key = fields.join();
    if (this.times?.key === key && this.times.of.length === this.count) return this.times.of;
    const of = new Float64Array(this.count);
    const row = this.row();
    const isDone = await inSlices(
      this.count,
      (line) => {
        row.line = line;
        of[line] = millisecondsOf(fields.map((it) => row.get(it)).find((it) => it !== undefined));
      },
      events,
    );
    if (!isDone) return undefined;
    this.times = { key, of };
    return of;
  }

  /** The texts of lines with ascending numbers. Fewer if the lines have changed. */
  async texts(lines: readonly number[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (let before = -1; found.length < lines.length && found.length > before; ) {
      before = found.length;
      await this.textsFrom(lines, found);
    }
    return found;
  }

  /** Continues to nearby lines, and stops before distant ones. */
  private async textsFrom(lines: readonly number[], found: string[]): Promise<void> {
    let at = 0;
    let isDone = false;
    const sink: SampleSink = {
      fields: [],
      wantsTexts: true,
      begin: (line) => {
        at = line;
      },
      row: (_row, _size, text) => {
        if (isDone) return;
        if (at === lines[found.length]) found.push(text().replace(/\r?\n$/, ""));
        at++;
        const next = lines[found.length];
        isDone = next === undefined || this.reader.startFor(next) - at > farAway;
      },
      unreadable: () => {},
      read: () => {},
      get isDone() {
        return isDone;
      },
    };
    await this.reader.read(sink, lines[found.length] ?? 0);
  }
}

/** Beyond this distance it is faster to start again than to read the lines in between. */
const farAway = 5000;

/** NaN if the value is not a timestamp. */
function millisecondsOf(value: unknown): number {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint")
    return Number.NaN;
  const nanoseconds = nanosecondsOf(String(value));
  return nanoseconds === undefined ? Number.NaN : Number(nanoseconds / 1_000_000n);
}
