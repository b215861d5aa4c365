import type { Readable } from "node:stream";
import { bridgedDatasets } from "../bridge/rows.ts";
import { timestampFields } from "../languages.ts";
import { sourceCount } from "../logs/each-source.ts";
import { type FoundLog, findLogs, isSource } from "../logs/find-logs.ts";
import type { LogSource } from "../logs/source.ts";
import { notAgreed, outsidePath } from "../workspace/files/contained-paths.ts";
import type { TryAnswer } from "./answer.ts";
import { addCounts, mostShown, type TogetherCounts } from "./counts.ts";
import { lookAndCount } from "./look.ts";
import {
  type Change,
  changesIn,
  indexesOf,
  outermost,
  type Versions,
} from "./questions/changes.ts";
import type { TallyOptions } from "./questions/question.ts";
import { togetherOf } from "./questions/together.ts";
import { answerOf, type CountedText } from "./report.ts";
import { addNote, emptyReport, type RunEvents, type RunReport, tryHere } from "./run.ts";
import { type Subject, type TriedText, textsIn } from "./subject.ts";

/** The texts to try, the logs, and the options. */
export interface TryRequest {
  readonly subjects: readonly Subject[];
  /** Paths relative to `folder`. If empty, the samples are used. */
  readonly logs: readonly string[];
  readonly folder: string;
  samplesFor?(subject: Subject): Samples | undefined;
  readonly question: Omit<
    TallyOptions,
    "window" | "find" | "findIn" | "together" | "changes" | "price"
  >;
  /** Samples outside of the workspace are only read if a person agreed to their path. */
  readonly outside?: OutsideSamples;
  /** The logs in buckets, by path. */
  readonly remote?: ReadonlyMap<string, readonly FoundLog[]> | undefined;
  /** Count what is needed for the price of a month. */
  readonly price?: boolean;
  /** The texts that are tried, and possibly more about them; default: all. */
  choose?(text: TriedText): TriedText | undefined;
  /** Compare the texts with each other. */
  readonly together?: boolean;
  /** Compare them with their earlier versions. */
  readonly versions?: readonly Versions[];
  readonly since?: bigint | undefined;
  readonly until?: bigint | undefined;
  readonly stdin?: Readable | undefined;
  /** Ends a stream that is waiting. */
  stop?(): void;
}

/** The sample logs of a workspace by dataset, as paths relative to its folder. */
export interface Samples {
  readonly folder: string;
  readonly samples: Readonly<Record<string, string>>;
}

export interface OutsideSamples {
  isAgreed(path: string): boolean;
  /** Advice for the user. */
  readonly advice: string;
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
  /** The changes since the earlier versions, which are texts of the groups, too. */
  readonly changes?: readonly Change[] | undefined;
  readonly groups: readonly Group[];
}

/** Finds the texts and the logs, before any log is read. */
export function resolveTry(request: TryRequest): ResolvedTry {
  const chosen = (it: TriedText) => (request.choose ? (request.choose(it) ?? []) : it);
  const all = request.subjects.flatMap(textsIn).flatMap(chosen);
  // In a host file, a job prints the lines, so its filter must not print them again. Together, they count once.
  const { question, together, choose } = request;
  const isOnce = question.print !== undefined || together || choose !== undefined;
  const texts = isOnce ? outermost(all) : all;
  const changes = request.versions && changesIn(texts, request.versions, chosen);
  const earlier = new Map(changes?.map((it) => [it.before, it.now ?? it.before]));
  const tried = [...texts, ...[...earlier.keys()].filter((it) => it !== undefined)];
  if (request.logs.length > 0) {
    const found = findLogs(request.logs, request.folder, request.folder, request.remote);
    return { texts, changes, groups: [{ texts: tried, found }] };
  }
  const groups = new Map<string, Group>();
  for (const text of tried) {
    const place = samplePlace(earlier.get(text) ?? text, request);
    if (!place) continue;
    const key = JSON.stringify(place);
    const group = groups.get(key) ?? {
      texts: [],
      found: findSample(place, request),
    };
    group.texts.push(text);
    groups.set(key, group);
  }
  return { texts, changes, groups: [...groups.values()] };
}

function samplePlace(
  { dataset, subject }: TriedText,
  { samplesFor }: Pick<TryRequest, "samplesFor">,
) {
  const known = samplesFor?.(subject);
  const datasets = dataset === undefined ? bridgedDatasets : [dataset];
  const path = datasets.map((it) => known?.samples[it]).find((it) => it !== undefined);
  return known && path !== undefined ? { folder: known.folder, path } : undefined;
}

type SamplePlace = NonNullable<ReturnType<typeof samplePlace>>;

/** A repository may name any file of its user. */
function findSample({ path, folder }: SamplePlace, request: TryRequest): readonly FoundLog[] {
  const outside = outsidePath(path, folder);
  if (outside === undefined || request.outside?.isAgreed(outside))
    return findLogs([path], folder, request.folder, request.remote);
  return [{ path, error: `${notAgreed(outside)} ${request.outside?.advice ?? ""}`.trim() }];
}

/** The samples that texts are tried on without other logs, if they are outside of the workspace. */
export function outsideSamples(
  subjects: readonly Subject[],
  samplesFor: NonNullable<TryRequest["samplesFor"]>,
): readonly string[] {
  const places = subjects.flatMap(textsIn).map((it) => samplePlace(it, { samplesFor }));
  return [...new Set(places.flatMap((it) => (it && outsidePath(it.path, it.folder)) ?? []))];
}

export function sourcesIn({ groups }: ResolvedTry): readonly LogSource[] {
  return groups.flatMap((it) => it.found.filter(isSource));
}

/** Reads the logs and creates the report. */
export async function runTry(
  request: TryRequest,
  { texts, groups, changes }: ResolvedTry,
  events: RunEvents = {},
  run: Runner = tryHere,
): Promise<TryAnswer> {
  const { question } = request;
  const sum = emptyReport();
  const counted = new Map<TriedText, CountedText>();
  let together: TogetherCounts | undefined;
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
    const asked = {
      ...question,
      ...(request.together && { together: triedIn(texts) }),
      ...(changes && { changes: indexesOf(changes, group.texts) }),
    };
    const report = await runGroup(
      group.texts,
      sources,
      { ...request, question: asked },
      events,
      run,
    );
    together = report.counts.together;
    addReport(sum, report);
    const { logs, results } = report.counts;
    group.texts.forEach((tried, index) => {
      const counts = results[index];
      const error = report.refused.get(index);
      if (error === undefined) counted.set(tried, { tried, counts, logs });
      else counted.set(tried, { tried: { ...withoutTrial(tried), error } });
    });
  }
  const files = groups.reduce((sum, it) => sum + sourceCount(it.found.filter(isSource)), 0);
  const all = countedTexts(texts, changes, (tried) => counted.get(tried) ?? { tried });
  const answer = answerOf(all, sum, files, question.explain, events.isStopped?.() === true);
  return together
    ? { ...answer, together: togetherOf(triedIn(texts), together, sum.counts.logs) }
    : answer;
}

function triedIn(texts: readonly TriedText[]): readonly number[] {
  return texts.flatMap((it, index) => (it.trial ? index : []));
}

/** With their earlier versions, and the removed ones. */
function countedTexts(
  texts: readonly TriedText[],
  changes: readonly Change[] | undefined,
  countedOf: (tried: TriedText) => CountedText,
): readonly CountedText[] {
  if (!changes) return texts.map(countedOf);
  return changes.flatMap(({ now, before }): CountedText[] => {
    const earlier = before && countedOf(before);
    if (now) return [{ ...countedOf(now), change: { before: earlier } }];
    return earlier ? [{ ...earlier, change: "removed" }] : [];
  });
}

async function runGroup(
  texts: readonly TriedText[],
  sources: readonly LogSource[],
  request: Omit<TryRequest, "question"> & { readonly question: Omit<TallyOptions, "window"> },
  events: RunEvents,
  run: Runner,
): Promise<RunReport> {
  const { stdin, question } = request;
  const asked = {
    ...question,
    window: windowOf(texts, request),
    ...(request.price && { price: timestampsOf(texts) }),
  };
  // Only counting is shown as progress, because looking usually ends at the first line.
  const { isStopped } = events;
  const quiet = { ...(isStopped && { isStopped }) };
  const report = await lookAndCount(sources, stdin, texts, question.by, {
    find: (find, some) => run(texts, { ...asked, find }, some, quiet, stdin),
    count: (all, look) =>
      run(texts, { ...asked, ...(look.length > 0 && { look }) }, all, events, stdin),
  });
  texts.forEach(({ rule }, index) => {
    const counts = report.counts.results[index];
    if (counts && !rule) counts.lacked = counts.missed.filter((it) => !report.nulls.has(it));
  });
  return report;
}

function withoutLogs(tried: TriedText): TriedText {
  return { error: "There are no logs to try it on.", ...withoutTrial(tried) };
}

function withoutTrial({ trial: _, ...tried }: TriedText): TriedText {
  return tried;
}

function windowOf(
  texts: readonly TriedText[],
  { since, until }: Pick<TryRequest, "since" | "until">,
): TallyOptions["window"] {
  if (since === undefined && until === undefined) return undefined;
  return { fields: timestampsOf(texts), since, until };
}

function timestampsOf(texts: readonly TriedText[]): readonly string[] {
  const fields = texts.flatMap(({ dataset, subject }) =>
    (dataset === undefined ? bridgedDatasets : [dataset]).flatMap((it) =>
      timestampFields(it, subject.context.extraFields),
    ),
  );
  return [...new Set(fields)];
}

/** Adds another report. Results are only added if both have the same number. */
export function addReport(sum: RunReport, more: RunReport): void {
  addCounts(sum.counts, more.counts);
  addProblems(sum, more);
  sum.unread += more.unread;
}

/** The problems that are reported in the order of the logs. */
export function addProblems(sum: RunReport, more: Omit<RunReport, "counts">): void {
  sum.errors.push(...more.errors);
  for (const it of more.notes) addNote(sum.notes, it);
  sum.unreadable.push(...more.unreadable.slice(0, mostShown - sum.unreadable.length));
}
