import type { MessagePort } from "node:worker_threads";
import type { TerraformFiles } from "../languages.ts";
import type { LogSource } from "../logs/source.ts";
import type { TallyOptions } from "./questions/question.ts";
import { type RunReport, tryHere } from "./run.ts";
import { type Subject, type TriedText, textsIn } from "./subject.ts";

/** The startup data of a worker. Sources are sent to it afterwards, one at a time. */
export interface WorkerData {
  readonly subjects: readonly SentSubject[];
  /** The indexes of the texts to try among the texts of all subjects. */
  readonly chosen: readonly number[];
  readonly question: TallyOptions;
  readonly stop: Int32Array;
}

/** A source to read, with its number. Several may be read at once. */
export interface WorkerTask {
  readonly part: number;
  readonly source: LogSource;
}

/** The report for a source, preceded by the numbers of bytes read. A worker first says that it has started. */
export type WorkerAnswer =
  | "started"
  | number
  | { readonly part: number; readonly report: RunReport };

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
  tell("started");
}

interface ReadFiles {
  readonly texts: Map<string, string | undefined>;
  readonly folders: Map<string, readonly string[]>;
  readonly ignored: Map<string, boolean>;
}

/** A subject for another thread, which cannot be given functions: with what was read of the files that its values come from. */
export interface SentSubject {
  readonly subject: Subject;
  readonly terraform?: { readonly path: string; readonly read: ReadFiles };
}

export function sent(subject: Subject): SentSubject {
  const { terraform, ...context } = subject.context;
  if (!terraform) return { subject };
  const { path } = terraform;
  const read: ReadFiles = { texts: new Map(), folders: new Map(), ignored: new Map() };
  const files = recorded(terraform.files, read);
  textsIn({ ...subject, context: { ...context, terraform: { path, files } } });
  return { subject: { ...subject, context }, terraform: { path, read } };
}

export function received({ subject, terraform }: SentSubject): Subject {
  if (!terraform) return subject;
  const { texts, folders, ignored } = terraform.read;
  const files: TerraformFiles = {
    read: (path) => texts.get(path),
    list: (folder) => folders.get(folder) ?? [],
    isIgnored: (path) => ignored.get(path) ?? false,
    version: 0,
  };
  const { path } = terraform;
  return { ...subject, context: { ...subject.context, terraform: { path, files } } };
}

function recorded(files: TerraformFiles, into: ReadFiles): TerraformFiles {
  const keep = <Value>(map: Map<string, Value>, name: string, value: Value) => {
    map.set(name, value);
    return value;
  };
  return {
    read: (path) => keep(into.texts, path, files.read(path)),
    list: (folder) => keep(into.folders, folder, files.list(folder)),
    isIgnored: (path) => keep(into.ignored, path, files.isIgnored(path)),
    version: files.version,
  };
}
