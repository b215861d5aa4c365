import type { Readable } from "node:stream";
import { bridgedDatasets } from "../bridge/rows.ts";
import { timestampFields } from "../languages.ts";
import { type FoundLog, findLogs, isSource } from "../logs/find-logs.ts";
import type { LogSource } from "../logs/source.ts";
import { addCounts, mostShown } from "./counts.ts";
import { lookInto } from "./look.ts";
import { answerOf, type CountedText, type TryAnswer } from "./report.ts";
import { emptyReport, type RunEvents, type RunReport, tryHere } from "./run.ts";
import { type Subject, type TriedText, textsIn } from "./subject.ts";
import type { TallyOptions } from "./tally.ts";

/** The texts to try, the logs, and the options. */
export interface TryRequest {
  readonly subjects: readonly Subject[];
  /** Paths relative to `folder`. If empty, the samples are used. */
  readonly logs: readonly string[];
  readonly folder: string;
  samplesFor?(subject: Subject): Samples | undefined;
  readonly question: Omit<TallyOptions, "window" | "find" | "findIn">;
  readonly since?: bigint | undefined;
  readonly until?: bigint | undefined;
  readonly stdin?: Readable | undefined;
}

/** The sample logs of a workspace by dataset, as paths relative to its folder. */
export interface Samples {
  readonly folder: string;
  readonly samples: Readonly<Record<string, string>>;
}

/** Runs texts on sources, possibly on several threads. */
export type Runner = (
  texts: readonly TriedText[],
  question: TallyOptions,
  sources: readonly LogSource[],
  events: RunEvents,
  stdin: Readable | undefined,
) => Promise<RunReport>;

/** Texts that are tried on the same logs. */
interface Group {
  readonly texts: TriedText[];
  readonly found: readonly FoundLog[];
}

export interface ResolvedTry {
  readonly texts: readonly TriedText[];
  readonly groups: readonly Group[];
}

/** Finds the texts and the logs, before any log is read. */
export function resolveTry(request: TryRequest): ResolvedTry {
  const all = request.subjects.flatMap(textsIn);
  // In a host file, a job prints the lines, so its filter must not print them again.
  const texts = request.question.print ? all.filter((it) => !isWithinOther(it, all)) : all;
  if (request.logs.length > 0)
    return {
      texts,
      groups: [{ texts: [...texts], found: findLogs(request.logs, request.folder) }],
    };
  const groups = new Map<string, Group>();
  for (const text of texts) {
    const place = samplePlace(text, request);
    if (!place) continue;
    const key = JSON.stringify(place);
    const group = groups.get(key) ?? {
      texts: [],
      found: findLogs([place.path], place.folder, request.folder),
    };
    group.texts.push(text);
    groups.set(key, group);
  }
  return { texts, groups: [...groups.values()] };
}

function isWithinOther({ subject, region }: TriedText, texts: readonly TriedText[]): boolean {
  return texts.some(
    (it) =>
      it.subject === subject &&
      it.region !== undefined &&
      region !== undefined &&
      it.region.start < region.start &&
      region.end <= it.region.end,
  );
}

function samplePlace({ dataset, subject }: TriedText, { samplesFor }: TryRequest) {
  const known = samplesFor?.(subject);
  const datasets = dataset === undefined ? bridgedDatasets : [dataset];
  const path = datasets.map((it) => known?.samples[it]).find((it) => it !== undefined);
  return known && path !== undefined ? { folder: known.folder, path } : undefined;
}

export function sourcesIn({ groups }: ResolvedTry): readonly LogSource[] {
  return groups.flatMap((it) => it.found.filter(isSource));
}

/** Reads the logs and creates the report. */
export async function runTry(
  request: TryRequest,
  { texts, groups }: ResolvedTry,
  events: RunEvents = {},
  run: Runner = tryHere,
): Promise<TryAnswer> {
  const { question } = request;
  const sum = emptyReport();
  const counted = new Map<TriedText, CountedText>();
  for (const group of groups) {
    const sources = group.found.filter(isSource);
    for (const it of group.found) {
      if ("error" in it) sum.errors.push({ path: it.path, message: it.error });
      else if ("leftOut" in it) sum.leftOut.push(it);
    }
    if (sources.length === 0) {
      for (const it of group.texts) counted.set(it, { tried: withoutLogs(it) });
      continue;
    }
    const report = await runGroup(group.texts, sources, request, events, run);
    addReport(sum, report);
    const { logs, results } = report.counts;
    group.texts.forEach((tried, index) => {
      counted.set(tried, { tried, counts: results[index], logs });
    });
  }
  const files = groups.reduce((count, it) => count + it.found.filter(isSource).length, 0);
  const all = texts.map((tried) => counted.get(tried) ?? { tried });
  return answerOf(all, sum, files, question.explain, events.isStopped?.() === true);
}

async function runGroup(
  texts: readonly TriedText[],
  sources: readonly LogSource[],
  request: TryRequest,
  events: RunEvents,
  run: Runner,
): Promise<RunReport> {
  const { stdin, question } = request;
  const asked = { ...question, window: windowOf(texts, request) };
  // Only counting is shown as progress, because looking usually ends at the first line.
  const { isStopped } = events;
  const looked = await lookInto(sources, stdin, texts, question.by, async (find, some) => {
    const report = await run(
      texts,
      { ...asked, find },
      some,
      { ...(isStopped && { isStopped }) },
      stdin,
    );
    return report;
  });
  const report = await run(texts, asked, looked.sources, events, stdin);
  report.notes.unshift(...looked.notes);
  texts.forEach(({ rule }, index) => {
    const counts = report.counts.results[index];
    if (counts && !rule) counts.lacked = counts.missed.filter((it) => !looked.nulls.has(it));
  });
  return report;
}

function withoutLogs({ trial: _, ...tried }: TriedText): TriedText {
  return { error: "There are no logs to try it on.", ...tried };
}

function windowOf(
  texts: readonly TriedText[],
  { since, until }: TryRequest,
): TallyOptions["window"] {
  if (since === undefined && until === undefined) return undefined;
  const fields = texts.flatMap(({ dataset, subject }) =>
    (dataset === undefined ? bridgedDatasets : [dataset]).flatMap((it) =>
      timestampFields(it, subject.context.extraFields),
    ),
  );
  return { fields: [...new Set(fields)], since, until };
}

/** Adds another report. Results are only added if both have the same number. */
export function addReport(sum: RunReport, more: RunReport): void {
  addCounts(sum.counts, more.counts);
  sum.errors.push(...more.errors);
  for (const it of more.unread) if (!sum.unread.includes(it)) sum.unread.push(it);
  // Parts of a file have the same notes.
  for (const it of more.notes)
    if (!sum.notes.some(({ path, message }) => path === it.path && message === it.message))
      sum.notes.push(it);
  sum.unreadable.push(...more.unreadable.slice(0, mostShown - sum.unreadable.length));
}
