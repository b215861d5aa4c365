import type { Readable } from "node:stream";
import { bridgedDatasets } from "../bridge/rows.ts";
import { nestedLogFields } from "../languages.ts";
import type { LeftOut } from "../logs/find-logs.ts";
import { LogError, type LogSink } from "../logs/sink.ts";
import { type LogSource, readSource } from "../logs/source.ts";
import { type Counts, mostShown, noLogCounts } from "./counts.ts";
import { Presence } from "./presence.ts";
import { type TriedText, withUnknown } from "./subject.ts";
import { Tally, type TallyEvents, type TallyOptions } from "./tally.ts";

/** A problem in the logs. */
export interface LogProblem {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

export interface RunReport {
  readonly counts: Counts;
  /** The first unreadable lines. */
  readonly unreadable: LogProblem[];
  /** Files that could not be read, or only in part. */
  readonly errors: LogProblem[];
  readonly notes: LogProblem[];
  /** Files that are not logs. */
  readonly leftOut: LeftOut[];
  /** The paths of sources that were not read to their end, because the run was stopped. */
  readonly unread: string[];
  /** If fields are looked for: those that no line has. Undefined without lines. */
  missing?: readonly string[] | undefined;
  /** The number of lines of the last source, including blank ones. */
  lines: number;
}

/** Callbacks for progress, output and cancellation. */
export interface RunEvents extends Pick<TallyEvents, "print" | "drained" | "isStopped"> {
  /** Called with the number of bytes read from files, before decompression. */
  onBytes?(count: number): void;
}

export function emptyReport(counts: Counts = { logs: noLogCounts(), results: [] }): RunReport {
  return { counts, unreadable: [], errors: [], notes: [], leftOut: [], unread: [], lines: 0 };
}

/** Tries texts on logs sequentially, on this thread, or looks for fields. */
export async function tryHere(
  given: readonly TriedText[],
  question: TallyOptions,
  sources: readonly LogSource[],
  events: RunEvents = {},
  stdin?: Readable,
): Promise<RunReport> {
  if (question.find) return lookHere(given, question.find, question, sources, events, stdin);
  const unknown = new Set(question.missing);
  const texts = given.map((it) => withUnknown(it, unknown));
  let path = "";
  const tally = new Tally(texts, question, nestedIn(texts), {
    ...events,
    unreadable: (line, message) => {
      if (report.unreadable.length < mostShown) report.unreadable.push({ path, line, message });
    },
    note: (message) => report.notes.push({ path, message }),
  });
  const report = emptyReport(tally.counts);
  await readAll(sources, tally, report, events, stdin, (source) => {
    path = source.path;
    tally.begin();
  });
  tally.finish();
  return report;
}

async function lookHere(
  texts: readonly TriedText[],
  wanted: readonly string[],
  question: TallyOptions,
  sources: readonly LogSource[],
  events: RunEvents,
  stdin: Readable | undefined,
): Promise<RunReport> {
  const fields = [...new Set([...wanted, ...(question.window?.fields ?? [])])];
  const presence = new Presence(fields, wanted, nestedIn(texts), question, events);
  const report = emptyReport();
  await readAll(sources, presence, report, events, stdin, () => presence.begin());
  report.missing = presence.found;
  return report;
}

async function readAll(
  sources: readonly LogSource[],
  sink: LogSink,
  report: RunReport,
  events: RunEvents,
  stdin: Readable | undefined,
  begin?: (source: LogSource) => void,
): Promise<void> {
  for (const source of sources) {
    const { path } = source;
    try {
      begin?.(source);
      if (!sink.isDone) report.lines = await readSource(source, sink, stdin, events.onBytes);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      report.errors.push({ path, message: error.message });
    }
    if (events.isStopped?.()) report.unread.push(path);
    else if (sink.isDone) return;
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
