import type { LogRow } from "../core/trial.ts";
import type { LogSink } from "../logs/sink.ts";
import type { TallyEvents, TallyOptions } from "./tally.ts";
import { isWithin } from "./time-window.ts";

/** Finds out which fields no line has. Stops as soon as there are none, usually at the first line. */
export class Presence implements LogSink {
  readonly isPrinted = false;
  private missing: readonly string[];
  private lines = 0;
  private rows = 0;
  /** The columns of the current file, which has them even if all values are null. */
  private known: readonly string[] = [];
  private isStopped: boolean;

  constructor(
    readonly fields: readonly string[],
    wanted: readonly string[],
    readonly nested: ReadonlySet<string>,
    private readonly question: TallyOptions,
    private readonly events: Pick<TallyEvents, "isStopped">,
  ) {
    this.missing = wanted;
    this.isStopped = events.isStopped?.() === true;
  }

  /** Undefined without lines, which prove nothing. */
  get found(): readonly string[] | undefined {
    return this.rows > 0 ? this.missing : undefined;
  }

  /** Only the lines that are counted are looked at. */
  get isDone(): boolean {
    const { head, print } = this.question;
    const isRead = head !== undefined && print === undefined && this.lines >= head;
    return this.isStopped || isRead || this.missing.length === 0;
  }

  /** Called before each file. */
  begin(): void {
    this.known = [];
  }

  columns(names: readonly string[]): void {
    this.known = names;
  }

  row(row: LogRow): void {
    const { window } = this.question;
    if (this.isDone || (window && !isWithin(row, window))) return;
    this.lines++;
    this.rows++;
    const has = (it: string) => this.known.includes(it) || row.get(it) !== undefined;
    if (this.missing.some(has)) this.missing = this.missing.filter((it) => !has(it));
  }

  unreadable(): void {
    this.lines++;
  }

  read(): void {}

  note(): void {}

  drained(): undefined {
    this.isStopped = this.events.isStopped?.() === true;
  }
}
