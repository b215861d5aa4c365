import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { LogRow } from "../core/trial.ts";
import { eachSource } from "../logs/each-source.ts";
import { type FoundLog, findLogs, isSource, leftOutText } from "../logs/find-logs.ts";
import { rowJson } from "../logs/rows.ts";
import { type LineBytes, LogError, type LogSink } from "../logs/sink.ts";
import { type LogSource, readSource, sizeForRanges } from "../logs/source.ts";
import type { SamplePlace, SampleReader, SampleSink } from "./lab/reader.ts";

/** The number of lines between two marks. */
const markDistance = 1000;

/** The start of a line in a file that can be read from there. */
interface Mark {
  readonly line: number;
  readonly source: number;
  readonly offset: number;
}

/** Reads log files of any format, or pasted text. */
export class LogReader implements SampleReader {
  size: number | undefined;
  /** Marks at the first line of each source and at intervals, in order. */
  private marks: readonly Mark[] = [];
  private known = "";

  constructor(
    private readonly sources: readonly LogSource[],
    private readonly problems: readonly (SamplePlace & { readonly error: string })[],
    private readonly nested: ReadonlySet<string>,
    private readonly pasted?: Buffer,
  ) {}

  get path(): string | undefined {
    return this.sources.length === 1 ? this.sources[0]?.path : undefined;
  }

  async stamp(): Promise<string> {
    const stats = await Promise.all(this.sources.map((it) => statOf(it)));
    this.size = this.pasted?.length ?? stats.reduce((sum, it) => sum + it.size, 0);
    const stamp = stats.map((it) => `${it.size}:${it.mtimeMs}`).join();
    if (stamp !== this.known) this.marks = [];
    this.known = stamp;
    return stamp;
  }

  startFor(line: number): number {
    return this.markFor(line)?.line ?? 0;
  }

  private markFor(line: number): Mark | undefined {
    return this.marks.findLast((it) => it.line <= line);
  }

  async read(sink: SampleSink, from: number, onBytes?: (count: number) => void): Promise<void> {
    // Unreadable lines before the first line are only reported by a full pass.
    const start = from > 0 ? this.markFor(from) : undefined;
    const adapter = new Adapter(sink, this.nested, start?.line ?? 0);
    sink.begin?.(adapter.line);
    if (!start) for (const { path, error } of this.problems) sink.unreadable({ path }, error);
    for (let at = start?.source ?? 0; at < this.sources.length && !adapter.isDone; at++) {
      const source = this.sources[at] as LogSource;
      const first = at === start?.source ? start.offset : 0;
      await this.readOne(source, at, first, adapter, onBytes);
    }
    // Only after a full pass, because a partial one would leave gaps.
    if (!start && !adapter.isDone) this.marks = adapter.marks;
  }

  private async readOne(
    source: LogSource,
    index: number,
    offset: number,
    adapter: Adapter,
    onBytes?: (count: number) => void,
  ): Promise<void> {
    try {
      const size = source.file && (await sizeForRanges(source.path, source.file));
      adapter.begin(source.path, index, offset, size !== undefined && size !== "");
      const range = size && offset > 0 ? { start: offset, end: size } : undefined;
      const pasted = this.pasted && Readable.from([this.pasted]);
      await readSource({ ...source, ...(range && { range }) }, adapter, pasted, onBytes);
    } catch (error) {
      const message = error instanceof LogError ? error.message : (error as Error).message;
      adapter.unreadableFile(source.path, message);
    }
  }
}

async function statOf({ file }: LogSource): Promise<{ size: number; mtimeMs: number }> {
  if (file === undefined) return { size: 0, mtimeMs: 0 };
  return stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
}

/** Forwards lines and records where they start. */
class Adapter implements LogSink {
  readonly marks: Mark[] = [];
  private path = "";
  private source = 0;
  private offset = 0;
  private isPlain = false;

  constructor(
    private readonly sink: SampleSink,
    readonly nested: ReadonlySet<string>,
    public line: number,
  ) {}

  get fields(): readonly string[] | undefined {
    return this.sink.fields;
  }

  get isPrinted(): boolean {
    return this.sink.wantsTexts === true;
  }

  begin(path: string, source: number, offset: number, isPlain: boolean): void {
    this.path = path;
    this.source = source;
    this.offset = offset;
    this.isPlain = isPlain;
    this.marks.push({ line: this.line, source, offset });
    this.sink.beginFile?.();
  }

  columns(names: readonly string[]): void {
    this.sink.fileColumns?.(names);
  }

  row(row: LogRow, line: LineBytes | undefined): void {
    const { source, offset } = this;
    const size = line?.size ?? 0;
    if (this.isPlain && this.line % markDistance === 0)
      this.marks.push({ line: this.line, source, offset: offset - size });
    this.line++;
    this.sink.row(row, size, () => textOf(row, line));
  }

  unreadable(line: number, reason: string): void {
    this.sink.unreadable({ path: this.path, line }, reason);
  }

  unreadableFile(path: string, message: string): void {
    this.sink.unreadable({ path }, message);
  }

  read(bytes: number): void {
    this.offset += bytes;
    this.sink.read(bytes);
  }

  get isDone(): boolean {
    return this.sink.isDone;
  }
}

/** Lines of other formats are also displayed as JSON. */
function textOf(row: LogRow, line: LineBytes | undefined): string {
  const text = line?.bytes.toString("utf8", line.start, line.end) ?? "";
  return /^\s*\{/.test(text) ? text : rowJson(row);
}

/** The logs of a folder, by paths and globs. */
export function logReader(
  paths: readonly string[],
  folder: string,
  nested: ReadonlySet<string>,
): LogReader {
  const found = findLogs(paths, folder);
  const sources = found.filter(isSource);
  const leftOut = found.flatMap((it) =>
    "leftOut" in it ? [{ path: it.path, message: it.leftOut }] : [],
  );
  const problems = [
    ...found.flatMap((it) => ("error" in it ? [it] : [])),
    ...(leftOut.length > 0
      ? [{ path: paths.join(), error: `${leftOutText(leftOut.length, leftOut)}.` }]
      : []),
  ];
  return new LogReader(sources, problems, nested);
}

export function pastedReader(name: string, text: string, nested: ReadonlySet<string>): LogReader {
  return new LogReader([{ path: name, file: undefined }], [], nested, Buffer.from(text));
}

/** The texts of the first lines, as NDJSON. */
export interface FirstLines {
  readonly text: string;
  readonly lines: number;
  /** Whether there are more. */
  readonly isCut: boolean;
  /** Logs that could not be read. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Reads logs once, until there are as many lines or bytes. */
export async function firstLines(
  found: readonly FoundLog[],
  most: { readonly lines: number; readonly bytes: number },
  isStopped: () => boolean,
  onBytes: (count: number) => void,
): Promise<FirstLines> {
  const texts: string[] = [];
  const problems: FirstLines["problems"][number][] = [];
  let size = 0;
  let isCut = false;
  const sink: SampleSink = {
    fields: undefined,
    wantsTexts: true,
    row: (_row, _size, text) => {
      isCut ||= texts.length >= most.lines || size >= most.bytes;
      if (isCut) return;
      const line = text().trimEnd();
      size += line.length + 1;
      texts.push(line);
    },
    unreadable: ({ path, line }, message) =>
      void problems.push({ path: line === undefined ? path : `${path}:${line}`, message }),
    read: () => {},
    get isDone() {
      return isCut || isStopped();
    },
  };
  for (const it of found) if ("error" in it) problems.push({ path: it.path, message: it.error });
  for (const it of eachSource(found.filter(isSource))) {
    if (sink.isDone) break;
    await new LogReader([it], [], new Set()).read(sink, 0, onBytes);
  }
  return { text: texts.join("\n"), lines: texts.length, isCut, problems };
}
