import type { Readable } from "node:stream";
import { requestFrom } from "../bridge/request-of.ts";
import { bridgedDatasets, logFieldsFor } from "../bridge/rows.ts";
import type { RequestFields } from "../core/trial.ts";
import { nestedLogFields } from "../languages.ts";
import type { LogObject } from "../logs/bucket/object.ts";
import { eachSource, sourceCount } from "../logs/each-source.ts";
import { type FoundLog, isSource, type LeftOut } from "../logs/find-logs.ts";
import { Replay } from "../logs/replay.ts";
import { isStop, LogError, type LogSink } from "../logs/sink.ts";
import { type LogSource, openBucketObject, readSource } from "../logs/source.ts";
import { type Counts, emptyCounts, mostShown } from "./counts.ts";
import { Presence } from "./presence.ts";
import type { TallyEvents, TallyOptions } from "./questions/question.ts";
import type { TriedText } from "./subject.ts";
import { Tally } from "./tally.ts";

/** A problem in the logs. */
export interface LogProblem {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** Many files may have the same note. */
export interface LogNote extends LogProblem {
  /** The number of other files. */
  others?: number;
  last?: string;
}

export function addNote(notes: LogNote[], { others = 0, ...note }: LogNote): void {
  const { path, message, last = path } = note;
  const known = notes.find((it) => it.message === message);
  if (!known) notes.push({ ...note, others });
  // Parts of a file have the same notes.
  else if ((known.last ?? known.path) !== path)
    Object.assign(known, { others: (known.others ?? 0) + 1 + others, last });
}

export interface RunReport {
  readonly counts: Counts;
  /** The first unreadable lines. */
  readonly unreadable: LogProblem[];
  /** Files that could not be read, or only in part. */
  readonly errors: LogProblem[];
  readonly notes: LogNote[];
  /** Files that are not logs. */
  readonly leftOut: LeftOut[];
  /** The number of sources that were not read to their end, because the run was stopped. */
  unread: number;
  /** If fields are looked for: the fields that no line of a file has, by its path. Files without lines are not in it. */
  readonly missing: Map<string, readonly string[]>;
  /** The same of objects, which are too many to name each. */
  readonly lacking: LackingObjects;
  /** Fields that lines have, but only as null. */
  readonly nulls: Set<string>;
  /** By the index of a text: why an engine could not count it, when it counted the others. */
  readonly refused: Map<number, string>;
  /** The number of lines of the last source, including blank ones. */
  lines: number;
}

/** The first file of some that lack the same fields, and their number. */
export interface Lacking {
  readonly path: string;
  readonly fields: readonly string[];
  readonly files: number;
}

/** By the names of the fields. */
export type LackingObjects = Map<string, Lacking>;

export function addLacking(found: LackingObjects, more: Lacking): void {
  const names = more.fields.join("\n");
  const known = found.get(names);
  found.set(names, known ? { ...known, files: known.files + more.files } : more);
}

/** Callbacks for progress, output and cancellation. */
export interface RunEvents extends Pick<TallyEvents, "print" | "drained"> {
  /** Nothing more is read then. */
  isStopped?(): boolean;
  /** Called with the number of bytes read from files, before decompression. */
  onBytes?(count: number): void;
  /** Called after each object of a bucket. */
  onObject?(): void;
}

export function emptyReport(
  counts: Counts = emptyCounts([], { by: [], explain: false }),
): RunReport {
  return {
    counts,
    unreadable: [],
    errors: [],
    notes: [],
    leftOut: [],
    unread: 0,
    missing: new Map(),
    lacking: new Map(),
    nulls: new Set(),
    refused: new Map(),
    lines: 0,
  };
}

/** A tally that counts more, which sees the same lines. */
export type TallyMaker = (...args: ConstructorParameters<typeof Tally>) => Tally;

/** Tries texts on logs sequentially, on this thread, or looks for fields. */
export async function tryHere(
  texts: readonly TriedText[],
  question: TallyOptions,
  sources: readonly LogSource[],
  events: RunEvents = {},
  stdin?: Readable,
  makeTally: TallyMaker = (...args) => new Tally(...args),
): Promise<RunReport> {
  if (question.find) return lookHere(texts, question, sources, events, stdin);
  let path = "";
  const tally = makeTally(texts, question, nestedIn(texts), {
    ...events,
    unreadable: (line, message) => {
      if (report.unreadable.length < mostShown) report.unreadable.push({ path, line, message });
    },
    note: (message) => addNote(report.notes, { path, message }),
  });
  const report = emptyReport(tally.counts);
  await readAll(sources, tally, report, events, stdin, async (source) => {
    const { head, look } = question;
    const left = head === undefined ? undefined : head - tally.counts.logs.lines;
    const { object } = source;
    const looked =
      object && look
        ? await lookAhead(
            texts,
            { ...question, head: left, find: look },
            { ...source, object },
            report,
            events,
          )
        : source;
    path = looked.path;
    tally.begin(looked.missing);
    return looked;
  });
  tally.finish();
  return report;
}

/** The amount of an object that is kept in memory, so that a small one is asked for only once. */
const mostAhead = 1024 * 1024;

/** Looks for fields in an object that is counted next. */
async function lookAhead(
  texts: readonly TriedText[],
  question: TallyOptions,
  source: LogSource & { readonly object: LogObject },
  report: RunReport,
  { isStopped }: RunEvents,
): Promise<LogSource> {
  const stream = new Replay(() => openBucketObject(source.object, isStopped), mostAhead);
  const events = { ...(isStopped && { isStopped }) };
  const look = async (it: LogSource) => {
    const { missing, nulls } = await lookHere(texts, question, [it], events, undefined);
    return { missing: missing.get(it.path), nulls };
  };
  const ahead = await look({ ...source, stream: stream.ahead() });
  const isKnown = ahead.missing?.length === 0 || stream.isWhole;
  const { missing, nulls } = isKnown ? ahead : await look(source);
  for (const it of nulls) report.nulls.add(it);
  if (missing) addLacking(report.lacking, { path: source.path, fields: missing, files: 1 });
  return { ...source, stream, missing: missing ?? [] };
}

async function lookHere(
  texts: readonly TriedText[],
  question: TallyOptions,
  sources: readonly LogSource[],
  events: RunEvents,
  stdin: Readable | undefined,
): Promise<RunReport> {
  const { find = [], findIn, window, print } = question;
  const fields = [...new Set([...find, ...(window?.fields ?? [])])];
  const nested = nestedIn(texts);
  const report = emptyReport();
  // Printed lines are only known once they are counted.
  let head = print === undefined ? question.head : undefined;
  for (const source of sources) {
    const wanted = source.missing ?? find;
    const presence = new Presence(fields, wanted, nested, { head, window }, findIn);
    await readAll([source], presence, report, events, stdin);
    if (presence.found) report.missing.set(source.path, presence.found);
    for (const it of presence.nulls) report.nulls.add(it);
    if (head !== undefined) head -= presence.lines;
    if (head !== undefined && head <= 0) break;
  }
  return report;
}

async function readAll(
  sources: readonly LogSource[],
  sink: LogSink,
  report: RunReport,
  events: RunEvents,
  stdin: Readable | undefined,
  begin: (source: LogSource) => Promise<LogSource> = async (source) => source,
): Promise<void> {
  for (const source of eachSource(sources)) {
    if (events.isStopped?.()) {
      report.unread++;
      continue;
    }
    try {
      const begun = await begin(source);
      if (!sink.isDone)
        report.lines = await readSource(begun, sink, stdin, events.onBytes, events.isStopped);
    } catch (error) {
      if (isStop(error)) report.unread++;
      else if (error instanceof LogError)
        report.errors.push({ path: source.path, message: error.message });
      else throw error;
    }
    if (source.object) events.onObject?.();
    if (sink.isDone) return;
  }
}

function nestedIn(texts: readonly TriedText[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap(({ dataset, subject }) =>
      (dataset === undefined ? bridgedDatasets : [dataset]).flatMap((it) =>
        nestedLogFields(it, subject.context.extraFields),
      ),
    ),
  );
}

/** The amounts that were read. */
export interface ReadRequests {
  readonly files: number;
  lines: number;
  unreadable: number;
  /** The first unreadable lines. */
  readonly unreadableLines: LogProblem[];
  /** Files that could not be read, or only in part. */
  readonly errors: LogProblem[];
}

/** Reads the requests that log lines are about, one after the other. */
export async function readRequests(
  found: readonly FoundLog[],
  /** The fields of requests that are asked for. */
  fields: readonly string[],
  onRequest: (request: RequestFields) => void,
  events: RunEvents = {},
  stdin?: Readable,
): Promise<ReadRequests> {
  const sources = found.filter(isSource);
  const errors = found.flatMap((it) =>
    "error" in it ? [{ path: it.path, message: it.error }] : [],
  );
  const report: ReadRequests = {
    files: sourceCount(sources),
    lines: 0,
    unreadable: 0,
    unreadableLines: [],
    errors,
  };
  for (const source of eachSource(sources)) {
    const { path } = source;
    if (events.isStopped?.()) break;
    const sink: LogSink = {
      fields: logFieldsFor(fields),
      isPrinted: false,
      nested: new Set(bridgedDatasets.flatMap((it) => nestedLogFields(it, {}))),
      row: (row) => {
        report.lines++;
        onRequest(requestFrom(row));
      },
      unreadable: (line, message) => {
        report.lines++;
        report.unreadable++;
        if (report.unreadableLines.length < mostShown)
          report.unreadableLines.push({ path, line, message });
      },
      read: () => undefined,
      isDone: false,
    };
    try {
      await readSource(source, sink, stdin, events.onBytes, events.isStopped);
    } catch (error) {
      if (isStop(error)) break;
      if (!(error instanceof LogError)) throw error;
      errors.push({ path, message: error.message });
    }
  }
  return report;
}
