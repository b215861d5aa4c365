import type { Readable } from "node:stream";
import { bridgedDatasets } from "../bridge/rows.ts";
import { nestedLogFields } from "../languages.ts";
import { LogError } from "../logs/sink.ts";
import { type LogSource, readSource } from "../logs/source.ts";
import type { Counts } from "./counts.ts";
import type { TriedText } from "./subject.ts";
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
  /** The number of lines of the last source, including blank ones. */
  lines: number;
}

/** Callbacks for progress, output and cancellation. */
export interface RunEvents extends Pick<TallyEvents, "print" | "drained" | "isStopped"> {
  /** Called with the number of bytes read from files, before decompression. */
  onBytes?(count: number): void;
}

/** The maximum number of unreadable lines that are recorded. */
export const mostShown = 5;

/** Tries texts on logs sequentially, on this thread. */
export async function tryHere(
  texts: readonly TriedText[],
  question: TallyOptions,
  sources: readonly LogSource[],
  events: RunEvents = {},
  stdin?: Readable,
): Promise<RunReport> {
  let path = "";
  const tally = new Tally(texts, question, nestedIn(texts), {
    ...events,
    unreadable: (line, message) => {
      if (report.unreadable.length < mostShown) report.unreadable.push({ path, line, message });
    },
    note: (message) => report.notes.push({ path, message }),
  });
  const { counts } = tally;
  const report: RunReport = { counts, unreadable: [], errors: [], notes: [], lines: 0 };
  for (const source of sources) {
    if (tally.isDone) break;
    path = source.path;
    tally.begin();
    try {
      report.lines = await readSource(source, tally, stdin, events.onBytes);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      report.errors.push({ path, message: error.message });
    }
  }
  tally.finish();
  return report;
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
