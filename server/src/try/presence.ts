import type { LogRow } from "../core/trial.ts";
import type { LogSink } from "../logs/sink.ts";
import type { TallyOptions } from "./questions/question.ts";
import { isWithin } from "./time-window.ts";

/** Lines of one log have the same fields, so that further ones need not be searched for null. */
const mostForNulls = 1000;

/** Finds out which fields no line of a file has. Stops as soon as there are none, usually at the first line. */
export class Presence implements LogSink {
  readonly isPrinted = false;
  private missing: readonly string[];
  private known: readonly string[] = [];
  private hasRows = false;
  private rows = 0;
  /** The fields whose values are null. */
  readonly nulls = new Set<string>();
  /** The lines that are counted so far, if `head` limits them. */
  lines = 0;

  constructor(
    readonly fields: readonly string[],
    wanted: readonly string[],
    readonly nested: ReadonlySet<string>,
    private readonly question: Pick<TallyOptions, "head" | "window">,
    /** The number of lines to look at. */
    private readonly most = Number.POSITIVE_INFINITY,
  ) {
    this.missing = wanted;
  }

  /** Undefined without lines, which prove nothing. */
  get found(): readonly string[] | undefined {
    return this.hasRows ? this.missing : undefined;
  }

  /** Only the lines that are counted are looked at. Which of the next file are depends on their number in this one. */
  get isDone(): boolean {
    const { head } = this.question;
    if (this.rows >= this.most) return true;
    return head === undefined ? this.missing.length === 0 : this.lines >= head;
  }

  /** A file has its columns even if all values are null. */
  columns(names: readonly string[]): void {
    this.known = names;
  }

  row(row: LogRow): void {
    const { window } = this.question;
    if (this.isDone) return;
    this.rows++;
    if (window && !isWithin(row, window)) return;
    this.lines++;
    this.hasRows = true;
    const has = (it: string) => this.known.includes(it) || row.get(it) !== undefined;
    if (this.missing.some(has)) this.missing = this.missing.filter((it) => !has(it));
    if (this.missing.length === 0 || this.rows > mostForNulls) return;
    const names = row.names();
    for (const it of this.missing) if (names.includes(it)) this.nulls.add(it);
  }

  unreadable(): void {
    this.rows++;
    this.lines++;
  }

  read(): void {}
}
