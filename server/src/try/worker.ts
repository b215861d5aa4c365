import type { MessagePort } from "node:worker_threads";
import type { LogSource } from "../logs/source.ts";
import type { TallyOptions } from "./questions/question.ts";
import { type RunReport, tryHere } from "./run.ts";
import { received, type SentSubject } from "./sent-subject.ts";
import { type TriedText, textsIn } from "./subject.ts";

/** The startup data of a worker. Sources are sent to it afterwards, one at a time. */
export interface WorkerData {
  readonly subjects: readonly SentSubject[];
  /** The indexes of the texts to try among those of all subjects. */
  readonly chosen: readonly number[];
  readonly question: TallyOptions;
  readonly stop: Int32Array;
}

/** A source to read, with its number. Several may be read at once. */
export interface WorkerTask {
  readonly part: number;
  readonly source: LogSource;
}

/** The report for a source, preceded by the numbers of bytes read. */
export type WorkerAnswer = { readonly part: number; readonly report: RunReport } | number;

/** Reads the sources received on the port. */
export function serveWorker(
  { subjects, chosen, question, stop }: WorkerData,
  port: Pick<MessagePort, "on" | "postMessage">,
): void {
  const all = subjects.flatMap((it) => textsIn(received(it)));
  const texts = chosen.map((it) => all[it] as TriedText);
  const tell = (answer: WorkerAnswer) => port.postMessage(answer);
  port.on("message", async ({ part, source }: WorkerTask) => {
    const report = await tryHere(texts, question, [source], {
      onBytes: (count) => tell(count),
      isStopped: () => stop[0] !== 0,
    });
    tell({ part, report });
  });
}
