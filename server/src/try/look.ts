import type { Readable } from "node:stream";
import { aboutDatasets, logFieldsOf } from "../languages.ts";
import { eachSource } from "../logs/each-source.ts";
import { Replay } from "../logs/replay.ts";
import { LogError, type LogSink } from "../logs/sink.ts";
import { type LogSource, openStream, readSource } from "../logs/source.ts";
import { plural, quotedList } from "../text/wording.ts";
import { statOrError } from "../workspace/files/file-status.ts";
import {
  addLacking,
  type Lacking,
  type LackingObjects,
  type LogProblem,
  type RunReport,
} from "./run.ts";
import type { TriedText } from "./subject.ts";

export interface Looking {
  find(fields: readonly string[], sources: readonly LogSource[]): Promise<Looked>;
  /** The sources have the fields that no line of them has; objects of buckets do not, and are looked into now. */
  count(sources: readonly LogSource[], look: readonly string[]): Promise<RunReport>;
}

/**
 * Finds the fields that no line of a file has, and counts. Lines of a stream are kept for that, because they cannot be read again.
 * Each object of a bucket is looked into just before it is counted, because it is far away.
 */
export async function lookAndCount(
  sources: readonly LogSource[],
  stdin: Readable | undefined,
  texts: readonly TriedText[],
  by: readonly string[],
  { find, count }: Looking,
): Promise<RunReport> {
  const filters = texts.filter((it) => it.rule === undefined);
  const read = filters.flatMap((it) => [...(it.trial?.fields ?? []), ...(it.output?.fields ?? [])]);
  const fields = [...new Set([...read, ...by])];
  if (fields.length === 0) return count(sources, []);
  const streams = sources.map((it) => replayOf(it, stdin));
  const ahead = () =>
    sources.flatMap((it, index) => (it.objects ? [] : withStream(it, streams[index]?.ahead())));
  const objects = sources.filter((it) => it.objects);
  const hasOthers = objects.length < sources.length;
  const looked: Looked = hasOthers
    ? await find(fields, ahead())
    : { missing: new Map(), nulls: [] };
  // Streams can only be looked into before they are read.
  const early =
    objects.length > 0 ? [] : await notesFor(filters, by, lackingIn(sources, looked), ahead());
  const report = await count(
    sources.map((it, index) => {
      if (it.objects) return it;
      return { ...withStream(it, streams[index]), missing: looked.missing.get(it.path) ?? [] };
    }),
    objects.length > 0 ? fields : [],
  );
  for (const it of looked.nulls) report.nulls.add(it);
  const lacking = lackingIn(sources, looked, report);
  const late = objects.length > 0 ? await notesFor(filters, by, lacking, objects) : [];
  report.notes.unshift(...early, ...late);
  return report;
}

/** In the order of the sources. */
function lackingIn(
  sources: readonly LogSource[],
  { missing }: Looked,
  report?: RunReport,
): readonly Lacking[] {
  const files = sources.map(({ path, objects }): Lacking[] => {
    const fields = objects ? undefined : missing.get(path);
    return fields ? [{ path, fields, files: 1 }] : [];
  });
  const first = sources.findIndex((it) => it.objects);
  return files.flatMap((it, index) =>
    index === first ? [...(report?.lacking.values() ?? [])] : it,
  );
}

async function notesFor(
  filters: readonly TriedText[],
  by: readonly string[],
  found: readonly Lacking[],
  sources: readonly LogSource[],
): Promise<readonly LogProblem[]> {
  const [first, ...others] = found;
  const missing =
    first?.fields.filter((it) => others.every(({ fields }) => fields.includes(it))) ?? [];
  const foreign = filters.filter((it) => lacksAll(it, missing));
  return [
    ...(foreign.length > 0 ? await datasetNotes(foreign, sources) : []),
    ...filters.flatMap((it) => outputNotes(it, missing)),
    ...fileNotes(found, missing, filters, by),
  ];
}

/** Undefined for a file, which can be read again. */
function replayOf({ file, objects }: LogSource, stdin: Readable | undefined): Replay | undefined {
  if (objects) return undefined;
  if (file === undefined) return stdin && new Replay(() => stdin);
  const found = statOrError(file);
  // Reading a file reports why it cannot be read.
  return !found || "error" in found || found.isFile()
    ? undefined
    : new Replay(() => openStream(file));
}

function withStream(source: LogSource, stream: LogSource["stream"]): LogSource {
  return stream ? { ...source, stream } : source;
}

function lacksAll({ trial }: TriedText, missing: readonly string[]): boolean {
  const { fields = [] } = trial ?? {};
  return fields.length > 0 && fields.every((it) => missing.includes(it));
}

interface Looked {
  readonly missing: ReadonlyMap<string, readonly string[]>;
  readonly nulls: Iterable<string>;
}

/** Notes about fields that some files have and others do not, with the first of these files. */
function fileNotes(
  found: readonly Lacking[],
  missing: readonly string[],
  filters: readonly TriedText[],
  by: readonly string[],
): readonly LogProblem[] {
  const deciding = new Set(filters.flatMap((it) => it.trial?.fields ?? []));
  const sent = new Set(filters.flatMap((it) => it.output?.fields ?? []));
  const fates: readonly [string, (field: string) => boolean][] = [
    ["what depends on # is undetermined", (it) => deciding.has(it)],
    ["the job sends more than is estimated without #", (it) => sent.has(it)],
    ["'--by' does not count #", (it) => by.includes(it)],
  ];
  return fates.flatMap(([fate, isOfIt]) => {
    const groups: LackingObjects = new Map();
    for (const { fields, ...it } of found) {
      const names = fields.filter((it) => isOfIt(it) && !missing.includes(it));
      if (names.length > 0) addLacking(groups, { ...it, fields: names });
    }
    return [...groups.values()].map(({ path, fields, files }) => {
      const names = quotedList(fields);
      const others = files > 1 ? `, as in ${plural(files - 1, "other file")}` : "";
      const them = fields.length > 1 ? "them" : "it";
      return { path, message: `No line has ${names}${others}; ${fate.replace("#", them)}.` };
    });
  });
}

/** The output size of a job is estimated from the fields that the lines have. */
function outputNotes(
  { subject, output }: TriedText,
  missing: readonly string[],
): readonly LogProblem[] {
  const lacking = output?.fields?.filter((it) => missing.includes(it)) ?? [];
  if (lacking.length === 0) return [];
  const them = lacking.length === 1 ? "it" : "them";
  const message = `No line has ${quotedList(lacking)}; the job sends more than is estimated without ${them}.`;
  return [{ path: subject.path, message }];
}

/** Names the dataset that the lines seem to be of, unless it is the dataset of the text. */
async function datasetNotes(
  texts: readonly TriedText[],
  sources: readonly LogSource[],
): Promise<readonly LogProblem[]> {
  const [first] = sources;
  if (!first) return [];
  const names = new FieldNames();
  for (const it of eachSource(sources))
    if (!it.object || !names.isDone) await readSource(it, names, undefined).catch(ignoreLogErrors);
  const likely = datasetsOf(names.found);
  const [only, ...others] = likely;
  const seem = only && others.length === 0 ? ` They look like lines of '${only}'.` : "";
  return texts.flatMap(({ subject, dataset = "" }) => {
    if (likely.includes(dataset)) return [];
    const message = `The lines have none of the fields of '${subject.path}' (${dataset}).${seem}`;
    return [{ path: first.path, message }];
  });
}

/** Counting will report them. */
function ignoreLogErrors(error: unknown): void {
  if (!(error instanceof LogError)) throw error;
}

/** The datasets that have most of the names, if it is more than half of them. */
function datasetsOf(names: ReadonlySet<string>): readonly string[] {
  const counts = aboutDatasets.map(({ name }) => {
    const fields = logFieldsOf(name, {});
    return { name, count: [...names].filter((it) => fields.has(it)).length };
  });
  const most = Math.max(...counts.map((it) => it.count));
  return most * 2 > names.size ? counts.flatMap((it) => (it.count === most ? it.name : [])) : [];
}

/** The fields of the first lines. */
class FieldNames implements LogSink {
  readonly fields = undefined;
  readonly isPrinted = false;
  readonly nested: ReadonlySet<string> = new Set();
  readonly found = new Set<string>();
  private lines = 0;

  row(row: Parameters<LogSink["row"]>[0]): void {
    this.lines++;
    for (const it of row.names()) this.found.add(it);
  }

  get isDone(): boolean {
    return this.lines >= 10;
  }

  unreadable(): void {}

  read(): void {}
}
