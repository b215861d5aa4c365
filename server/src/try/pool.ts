import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { eachSource } from "../logs/each-source.ts";
import { type LogSource, sizeForRanges } from "../logs/source.ts";
import { isExecutable, threadOf } from "../workspace/files/executable.ts";
import { addAmounts, addNames, type CountedNames, emptyCounts } from "./counts.ts";
import type { TallyOptions } from "./questions/question.ts";
import {
  addLacking,
  emptyReport,
  type LogProblem,
  type RunEvents,
  type RunReport,
  type TallyMaker,
  tryHere,
} from "./run.ts";
import { type Subject, type TriedText, textsIn } from "./subject.ts";
import { addProblems, type Runner } from "./try-request.ts";
import { sent, type WorkerAnswer, type WorkerData, type WorkerTask } from "./worker.ts";

export interface PoolOptions {
  /** The worker script; without it everything is read on this thread. */
  readonly worker: string | undefined;
  /** The number of reading threads, including this one. */
  readonly workers: number;
  /**
   * Another thread starts only if reading the rest takes this many times as long as the start of this process took, because it has
   * to load and read the same. With 0, all start at once.
   */
  readonly leastWork: number;
  /** A plain file is read in parts of this size, and of smaller ones towards the end, so that no thread is waited for. */
  readonly partBytes: number;
  /** For a single thread: counts more than other threads could. */
  readonly makeTally?: TallyMaker;
}

const megabyte = 1024 * 1024;

const usual: PoolOptions = {
  worker: workerFile(),
  workers: Math.min(8, availableParallelism()),
  leastWork: 3,
  partBytes: 16 * megabyte,
};

/** Next to the bundle; undefined if the sources are run directly. */
function workerFile(): string | undefined {
  const file = typeof __dirname === "undefined" ? "" : join(__dirname, "try-worker.cjs");
  return isExecutable || existsSync(file) ? file : undefined;
}

/**
 * Reads large logs on several threads. This thread starts at once, while the others load the code. Printing and `head` need an
 * order, so they only use this thread.
 */
export function runnerFor(
  subjects: readonly Subject[],
  options: Partial<PoolOptions> = {},
): Runner {
  const pool = { ...usual, ...options };
  return async (texts, question, sources, events, stdin) => {
    const isOrdered = question.print !== undefined || question.head !== undefined;
    const isRemote = sources.some((it) => it.objects);
    const isAlone = isOrdered || (pool.workers < 2 && !isRemote);
    const found = isAlone ? undefined : await partsOf(sources, pool);
    const { worker } = pool;
    const isThreaded = worker !== undefined && pool.workers > 1 && (found?.count ?? 0) > 1;
    if (!found || !(isThreaded || isRemote))
      return tryHere(texts, question, sources, events, stdin, pool.makeTally);
    const { parts } = found;
    const lanes = isRemote ? remoteLanes : 1;
    // Fields are usually in the first line.
    const first = question.find
      ? await tryHere(texts, { ...question, findIn: firstLines }, sources, events)
      : emptyReport();
    const empty = {
      ...emptyReport(emptyCounts(texts, question)),
      missing: first.missing,
      nulls: first.nulls,
    };
    const run = new PoolRun(parts, events, empty);
    if (run.isDone) return first;
    const chosen = chosenIn(subjects, texts);
    const others = isThreaded ? Math.min(pool.workers, found.count) - 1 : 0;
    const startWorker = () => {
      const subjectsThere = subjects.map(sent);
      const workerData: WorkerData = { subjects: subjectsThere, chosen, question, stop: run.stop };
      return new Worker(...threadOf(worker ?? "", { workerData }));
    };
    const workers = new Set<Promise<void>>();
    const estimate = new WorkEstimate(found.bytes);
    const add = (work: Promise<void>) => {
      workers.add(work);
      // Its failure is thrown once this thread is done.
      work.catch(() => {});
    };
    const startWorkers = () => {
      if (workers.size === others) return;
      const { leastWork } = pool;
      const most = leastWork > 0 ? estimate.restInStarts() / leastWork : others;
      while (workers.size < Math.min(others, most) && !run.isDrained)
        add(run.work(startWorker(), lanes, leastWork > 0));
    };
    run.onRead = (count) => {
      estimate.add(count);
      startWorkers();
    };
    if (pool.leastWork === 0) startWorkers();
    // The other threads may be waiting for data.
    const watch = setInterval(() => run.isStopped(), 50).unref();
    await run
      .workHere(texts, question, lanes, pool.makeTally)
      .then(() => Promise.all(workers))
      .finally(() => clearInterval(watch));
    return run.finished();
  };
}

/** The number of objects that a thread reads at once, because it waits for most of the time. */
const remoteLanes = 16;

/** The lines of each file in which fields are looked for before other threads start. */
const firstLines = 1000;

/**
 * Estimates how long reading the rest takes, by the processor time so far, which does not depend on other programs. The first bytes
 * do not count, because they take longer.
 */
class WorkEstimate {
  /** The processor time and the rest of the bytes after the first ones. */
  private first: { readonly time: number; readonly rest: number } | undefined;

  constructor(private rest: number) {}

  add(bytes: number): void {
    this.rest -= bytes;
    this.first ??= { time: cpuTime(), rest: this.rest };
  }

  /** The multiple of the time that this process took to start. 0 until reading took as long. */
  restInStarts(): number {
    const { first, rest } = this;
    if (!first || first.rest === rest) return 0;
    const spent = (cpuTime() - first.time) / first.time;
    return spent > 1 ? (spent * rest) / (first.rest - rest) : 0;
  }
}

/** Milliseconds of this process so far. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const smallestPart = 4 * megabyte;

/** Undefined for a stream. */
async function partsOf(
  sources: readonly LogSource[],
  { partBytes, workers }: PoolOptions,
): Promise<Parts | undefined> {
  let bytes = 0;
  let count = 0;
  const parts: LogSource[] = [];
  for (const source of sources) {
    const { path, file, objects } = source;
    if (objects) {
      parts.push(source);
      count += objects.count;
      for (const { object } of objects) bytes += object.size;
      continue;
    }
    const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || !found?.isFile()) return undefined;
    bytes += found.size;
    const size = found.size > partBytes ? await sizeForRanges(path, file) : undefined;
    const before = parts.length;
    if (size === undefined) parts.push(source);
    for (let start = 0, end = 0; start < (size ?? 0); start = end) {
      const share = ((size ?? 0) - start) / (4 * workers);
      end = start + Math.min(partBytes, Math.max(smallestPart, Math.round(share)));
      parts.push({
        ...source,
        range: { start, end: end < (size ?? 0) ? end : Number.POSITIVE_INFINITY },
      });
    }
    count += parts.length - before;
  }
  return { parts: eachSource(parts), count, bytes };
}

interface Parts {
  readonly parts: Iterable<LogSource>;
  readonly count: number;
  /** As in the files, which may be compressed. */
  readonly bytes: number;
}

/** The indexes of the texts, because workers parse the subjects again. */
function chosenIn(subjects: readonly Subject[], texts: readonly TriedText[]): readonly number[] {
  const all = subjects.flatMap(textsIn);
  const key = ({ subject, region, language }: TriedText) =>
    `${subject.file} ${region?.start} ${region?.end} ${language}`;
  const numbers = new Map(all.map((it, index) => [key(it), index]));
  return texts.map((it) => numbers.get(key(it)) ?? -1);
}

/** A report whose amounts are added. */
type CountedReport = Omit<RunReport, "counts"> & CountedNames;

/** A queue of parts: each thread reads the next one when it is done. */
class PoolRun {
  /** Nonzero if the workers have to stop. */
  readonly stop = new Int32Array(new SharedArrayBuffer(4));
  /** Those whose problems wait for an earlier one. */
  private readonly reports = new Map<number, CountedReport>();
  /** The parts that are being read, or wait. */
  private readonly taken = new Map<number, LogSource>();
  private readonly rest: Iterator<LogSource>;
  private next = 0;
  /** Whether all parts were taken. */
  isDrained = false;
  /** The threads that wait for a part, or start. */
  private readonly idle = new Set<() => void>();
  /** Called with the number of bytes that were read. */
  onRead: (count: number) => void = () => {};
  private summed = 0;
  /** The last file that was not read to its end. */
  private unread: string | undefined;
  /** The lines of the earlier parts of the file. */
  private before = 0;

  constructor(
    private readonly parts: Iterable<LogSource>,
    private readonly events: RunEvents,
    /** If fields are looked for, `missing` has the fields that no part of a file so far has. */
    private readonly sum: RunReport,
  ) {
    this.rest = parts[Symbol.iterator]();
  }

  private add({ counts, ...report }: RunReport, part: number): void {
    // At once, because many small objects may wait for a large one.
    addAmounts(this.sum.counts, counts);
    if (this.taken.get(part)?.object) this.events.onObject?.();
    const results = counts.results.map(({ missed, lacked }) => ({ missed, lacked }));
    this.reports.set(part, { ...report, results });
    while (this.reports.has(this.summed)) this.sumNext();
    const { missing, nulls } = this.sum;
    for (const it of report.nulls) nulls.add(it);
    for (const [path, fields] of report.missing) {
      const before = missing.get(path);
      missing.set(path, before ? before.filter((it) => fields.includes(it)) : fields);
    }
  }

  /** Whether nothing is left to read. */
  get isDone(): boolean {
    for (const it of this.parts) if (!this.hasAll(it)) return false;
    return true;
  }

  /** Whether all fields were found in the file. */
  private hasAll({ path }: LogSource): boolean {
    return this.sum.missing.get(path)?.length === 0;
  }

  /** The next part, with its number. */
  private take(): [part: LogSource | undefined, index: number] {
    let { value: part } = this.rest.next();
    while (part && this.hasAll(part)) part = this.rest.next().value;
    if (part) this.taken.set(this.next, part);
    else this.isDrained = true;
    const missing = part && this.sum.missing.get(part.path);
    return [part && missing ? { ...part, missing } : part, this.next++];
  }

  /** A thread that still starts when all parts are taken is not waited for. */
  work(worker: Worker, lanes: number, isStarting: boolean): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      let busy = 0;
      this.idle.add(resolve);
      const goOn = () => {
        const [source, part] = this.take();
        if (source && !this.isStopped()) {
          busy++;
          this.idle.delete(resolve);
          worker.postMessage({ part, source } satisfies WorkerTask);
        } else if (busy === 0) resolve();
      };
      const begin = () => {
        for (let lane = 0; lane < lanes; lane++) goOn();
      };
      worker.on("error", reject);
      worker.on("message", (message: WorkerAnswer) => {
        if (message === "started") {
          if (isStarting) begin();
        } else if (typeof message === "number") this.report(message);
        else {
          this.add(message.report, message.part);
          busy--;
          goOn();
        }
      });
      if (!isStarting) begin();
    }).finally(() => worker.terminate());
  }

  private report(bytes: number): void {
    this.events.onBytes?.(bytes);
    this.onRead(bytes);
    this.isStopped();
  }

  async workHere(
    texts: readonly TriedText[],
    question: TallyOptions,
    lanes: number,
    makeTally?: TallyMaker,
  ): Promise<void> {
    await Promise.all(
      Array.from({ length: lanes }, () => this.workInLane(texts, question, makeTally)),
    );
    for (const end of this.idle) end();
  }

  private async workInLane(
    texts: readonly TriedText[],
    question: TallyOptions,
    makeTally: TallyMaker | undefined,
  ): Promise<void> {
    while (!this.isStopped()) {
      const [part, index] = this.take();
      if (!part) return;
      const { onObject: _, ...events } = this.events;
      const onBytes = (count: number) => this.report(count);
      const asked = { ...events, onBytes };
      this.add(await tryHere(texts, question, [part], asked, undefined, makeTally), index);
    }
  }

  isStopped(): boolean {
    const isStopped = this.events.isStopped?.() === true;
    if (isStopped) Atomics.store(this.stop, 0, 1);
    return isStopped;
  }

  finished(): RunReport {
    while (this.taken.size > 0) this.sumNext();
    for (let it = this.rest.next(); !it.done; it = this.rest.next()) this.addUnread(it.value.path);
    return this.sum;
  }

  /** Parts of a file follow each other. */
  private addUnread(path: string): void {
    if (this.unread !== path) this.sum.unread++;
    this.unread = path;
  }

  /** Adds the next report, in the order of the logs, with line numbers relative to whole files. */
  private sumNext(): void {
    const { sum } = this;
    const report = this.reports.get(this.summed);
    const part = this.taken.get(this.summed);
    this.reports.delete(this.summed);
    this.taken.delete(this.summed++);
    if (!part) return;
    const { path, range } = part;
    if (!range || range.start === 0) this.before = 0;
    if (!report || report.unread > 0) this.addUnread(path);
    if (!report) return;
    const unreadable = report.unreadable.map(
      (it): LogProblem => ({ ...it, line: (it.line ?? 0) + this.before }),
    );
    addNames(sum.counts, report);
    for (const it of report.lacking.values()) addLacking(sum.lacking, it);
    addProblems(sum, { ...report, unreadable });
    this.before += report.lines;
  }
}
