import type { FoundLog } from "../../logs/find-logs.ts";
import type { LogSource } from "../../logs/source.ts";
import { plural } from "../../text/wording.ts";
import type { TryAnswer } from "../../try/answer.ts";
import type { Versions } from "../../try/questions/changes.ts";
import { earlierOf, sameItems } from "../../try/questions/versions.ts";
import type { RunEvents } from "../../try/run.ts";
import type { Subject } from "../../try/subject.ts";
import {
  deliveredLogs,
  destinationName,
  isInBucket,
  outsideSamples,
  plainContext,
  printedLines,
  remoteLogs,
  resolveTry,
  runnerFor,
  runTry,
  serviceName,
  sourcesIn,
} from "../../try/try.ts";
import type { ResolvedTry, Runner, TryRequest } from "../../try/try-request.ts";
import { statOrError } from "../../workspace/files/file-status.ts";
import { knownDataset, oneOf, parseInteger } from "../arguments.ts";
import { exit, type Io, UsageError } from "../io.ts";
import type { TryValues } from "../options.ts";
import { Settings } from "../settings.ts";
import { StatusLine } from "../status-line.ts";
import { agreedSamples } from "./agreements.ts";
import { onFiles, parseShare, parseTime, splitPaths } from "./arguments.ts";
import { Printer } from "./printer.ts";
import { deliveredBy, mostPulled, samplesIn, samplesName } from "./remote.ts";
import { isSubject, type Output, report } from "./report.ts";
import { tryOnRequest } from "./request-run.ts";
import { type FoundSubject, findSubjects } from "./subjects.ts";
import { type TotalLogs, TryProgress } from "./try-progress.ts";

/** The command line of `weir try`. */
export interface TryArguments {
  readonly values: TryValues;
  readonly tokens: Parameters<typeof splitPaths>[0];
}

const formats = ["pretty", "json"] as const;
const notPaths: readonly string[] = [samplesName, destinationName, serviceName];

export async function tryRun({ values, tokens }: TryArguments, io: Io): Promise<number> {
  const { files, logs } = splitPaths(tokens);
  const format = oneOf("--format", values.format, formats);
  const limits = {
    most: parseShare("--max-share", values["max-share"]),
    least: parseShare("--min-share", values["min-share"]),
  };
  if (files.length === 0) throw new UsageError("Missing files to try. Add a filter, job or rule.");
  refuseFlags(values, logs);
  const settings = new Settings(io, knownDataset(values.dataset));
  const found = findSubjects(files, io, settings);
  if (values.request !== undefined)
    return tryOnRequest(found, { ...values, request: values.request }, io);
  const request = await requestOf(found, logs, values, io, settings);
  if (values.engine !== undefined && values.engine !== onFiles)
    return onEngine(values.engine, request, values, { settings, found, format, limits }, io);
  if (values.engine === onFiles) return onDuckdb(request, values, { found, format, limits }, io);
  const resolved = resolveTry(request);
  refuse(resolved, request, found);
  const earlier = request.versions?.flatMap((it) => it.before ?? []) ?? [];
  const run = runnerFor([...request.subjects, ...earlier], threadsOf(values));
  const { given, interrupted } = await read(request, resolved, io, run);
  const write = (text: string) => (request.question.print ? io.err(text) : io.out(text));
  const status = report(given, { found, format, limits, texts: resolved.texts }, write, io);
  return interrupted ?? status;
}

/** Counts where the lines are. */
async function onEngine(
  name: string,
  request: TryRequest,
  values: TryValues,
  output: Output & { readonly settings: Settings },
  io: Io,
): Promise<number> {
  const resolved = resolveTry({ ...request, logs: [] });
  refuse(resolved, { ...request, logs: [name] }, output.found);
  const { runOnEngine } = await import("./engine-run.ts");
  const run = { name, command: values["engine-command"], dryRun: values["dry-run"] };
  const given = await runOnEngine(run, request, output.settings, io);
  const write = (text: string) => (request.question.print ? io.err(text) : io.out(text));
  const { texts } = resolved;
  if (given === exit.fine && !output.found.every(isSubject)) return exit.couldNotRun;
  return typeof given === "number" ? given : report(given, { ...output, texts }, write, io);
}

/** Has DuckDB count files. */
async function onDuckdb(
  request: TryRequest,
  values: TryValues,
  output: Output,
  io: Io,
): Promise<number> {
  const { openDuckdb, withEngine } = await import("./engine-run.ts");
  const start = Date.now();
  const { workers } = threadsOf(values);
  const counter = openDuckdb(io, workers, values["dry-run"]);
  const resolved = await counter.resolve(resolveTry(request));
  refuse(resolved, request, output.found);
  const { given, interrupted } = await read(request, resolved, io, counter.run);
  const { statements } = counter;
  if (values["dry-run"]) {
    for (const it of statements) io.out(`${it};\n`);
    return interrupted ?? exit.fine;
  }
  const engine = { name: onFiles, kind: onFiles, statements, scannedBytes: null };
  const answer = withEngine(given, engine, start);
  return (
    interrupted ?? report(answer, { ...output, texts: resolved.texts }, (text) => io.out(text), io)
  );
}

/** Refuses options that cannot be combined. */
function refuseFlags(values: TryValues, logs: readonly string[]): void {
  const { request, header, set, by, print, head, since, until, engine, base } = values;
  const together = values.together || undefined;
  const [ofLines] =
    Object.entries({ by, print, head, since, until, together, base }).find(isGiven) ?? [];
  if ((print === "gained" || print === "lost") && base === undefined)
    throw new UsageError(`'--print ${print}' needs '--base COMMIT'.`);
  if (engine !== undefined) refuseWithEngine(values, logs);
  else if (values["dry-run"] || values["engine-command"] !== undefined)
    throw new UsageError("'--dry-run' and '--engine-command' need '--engine NAME'.");
  const alone = logs.find((it) => notPaths.includes(it));
  if (alone !== undefined && logs.length > 1)
    throw new UsageError(`'--logs ${alone}' cannot be combined with other logs.`);
  if (request === undefined) {
    const alone = header ? "--header" : set ? "--set" : undefined;
    if (alone) throw new UsageError(`'${alone}' needs '--request'.`);
    return;
  }
  const other = logs.length > 0 ? "logs" : ofLines;
  if (other !== undefined)
    throw new UsageError(`'--request' cannot be combined with '--${other}'.`);
}

function isGiven([, value]: readonly [name: string, value: unknown]): boolean {
  return value !== undefined;
}

/** Refuses options that another engine does not support. DuckDB counts files; the others count their own lines. */
function refuseWithEngine(values: TryValues, logs: readonly string[]): void {
  const { engine = "", request, threads } = values;
  const of = (names: Readonly<Record<string, unknown>>) =>
    Object.entries(names).find(([, it]) => it !== undefined && it !== false)?.[0];
  const { print } = values;
  const isOnFiles = engine === onFiles;
  const never = { request, ...(isOnFiles && { print }) };
  const other = of(isOnFiles ? never : { threads, ...never });
  if (other !== undefined)
    throw new UsageError(`'--engine ${engine}' cannot be combined with '--${other}'.`);
  if (print === "pushed")
    throw new UsageError(
      `'--engine ${engine}' gives back lines as they are stored. Use '--print kept'.`,
    );
  if (isOnFiles && values["engine-command"] !== undefined)
    throw new UsageError("'--engine-command' needs an engine of 'weir.json'.");
  if (!isOnFiles && logs.length > 0)
    throw new UsageError(`'--engine ${engine}' counts the lines of its table. Omit '--logs'.`);
  if (logs.includes("-"))
    throw new UsageError(`'--engine ${engine}' cannot read standard input. Use a file.`);
  if (logs.some((it) => isInBucket(it) || notPaths.includes(it)))
    throw new UsageError(`'--engine ${engine}' reads files only.`);
}

/** The texts, the logs, and what is asked about them. */
export async function requestOf(
  found: readonly FoundSubject[],
  logs: readonly string[],
  values: TryValues,
  io: Io,
  settings: Settings,
): Promise<TryRequest> {
  const now = Date.now();
  const subjects = found.filter(isSubject);
  const window = {
    since: parseTime("--since", values.since, now),
    until: parseTime("--until", values.until, now),
  };
  const isPulled = logs.includes(serviceName);
  const usualHead = isPulled ? mostPulled : undefined;
  const pulled = isPulled
    ? await (await import("./service-logs.ts")).pulledLogs(subjects, values.by ?? [], window, io)
    : undefined;
  const samplesFor = ({ file }: Subject) => {
    const config = settings.configFor(file);
    return config && { folder: config.folder, samples: config.config.samples };
  };
  const isOnFiles = values.engine === undefined || values.engine === onFiles;
  const isOnSamples = isOnFiles && logs.every((it) => it === samplesName);
  return {
    subjects,
    ...(pulled && { stop: () => pulled.stop() }),
    together: values.together,
    ...(values.base !== undefined && {
      versions: await versionsOf(subjects, values.base, settings),
    }),
    logs: logs.filter((it) => it !== samplesName),
    folder: io.cwd,
    remote: await remoteIn(logs, subjects, window, io, settings),
    samplesFor,
    ...(isOnSamples && {
      outside: await agreedSamples(outsideSamples(subjects, samplesFor), io),
    }),
    question: {
      by: [...new Set(values.by)],
      explain: values.explain,
      print: values.print === undefined ? undefined : oneOf("--print", values.print, printedLines),
      head: values.head === undefined ? usualHead : parseInteger("--head", values.head),
    },
    ...window,
    // Opened only if it is read.
    get stdin() {
      return logs.includes("-") ? io.stdin : pulled?.stream;
    },
  };
}

/** The logs that are not on disk, by their name in '--logs'. */
export async function remoteIn(
  logs: readonly string[],
  subjects: readonly Subject[],
  window: Parameters<typeof remoteLogs>[1],
  io: Io,
  settings: Settings,
): Promise<TryRequest["remote"]> {
  const env = io.env ?? process.env;
  if (logs.includes(serviceName))
    return new Map([[serviceName, [{ path: serviceName, file: undefined }]]]);
  const line = new StatusLine(io);
  const events = { onListed: (count: number) => line.show(`${plural(count, "object")} listed`) };
  try {
    if (logs.includes(destinationName)) {
      const found = await deliveredLogs(deliveredBy(subjects), window, env, events);
      return new Map([[destinationName, found]]);
    }
    if (!logs.includes(samplesName)) return await remoteLogs(logs, window, env, events);
    const found = new Map<string, readonly FoundLog[]>();
    for (const path of samplesIn(subjects, settings))
      for (const it of await remoteLogs([path], window, env, events)) found.set(...it);
    return found;
  } finally {
    line.clear();
  }
}

/** Refuses command lines whose errors only show once the files are known. */
function refuse(
  resolved: ResolvedTry,
  { question, logs, together }: TryRequest,
  found: readonly FoundSubject[],
): void {
  const { texts } = resolved;
  if (texts.length === 0 && found.every(isSubject))
    throw new UsageError("Nothing to try: these files have no filter, job or rule.");
  if (question.print && (texts.length > 1 || found.length > 1))
    throw new UsageError(
      `'--print' needs a single filter or job, but there are ${Math.max(texts.length, found.length)}.`,
    );
  if (question.print === "pushed" && texts.some((it) => it.trial && !it.output))
    throw new UsageError("'--print pushed' needs a job. Use '--print kept' for a filter.");
  if (together && texts.length < 2)
    throw new UsageError("'--together' needs at least two filters, jobs or rules.");
  if (together && resolved.groups.length > 1)
    throw new UsageError("'--together' needs the same logs for all files. Use '--logs PATHS'.");
  if (logs.length === 0 && texts.length > 0 && resolved.groups.length === 0)
    throw new UsageError("Missing logs. Use '--logs PATHS', or add 'samples' to 'weir.json'.");
}

function threadsOf({ threads }: TryValues): { readonly workers?: number } {
  return threads === undefined ? {} : { workers: parseInteger("--threads", threads) };
}

/** Reads the logs with progress; an interrupt ends the reading, not the command. */
export async function withProgress<Answer>(
  request: TryRequest,
  resolved: ResolvedTry,
  io: Io,
  read: (events: RunEvents) => Promise<Answer>,
): Promise<{ given: Answer; share: number | undefined; interrupted: number | undefined }> {
  const printer = new Printer(io);
  const progress = new TryProgress(io, totalOf(sourcesIn(resolved)));
  let interrupted: number | undefined;
  const unheard = io.onInterrupt?.((status) => {
    interrupted = status;
    request.stop?.();
  });
  try {
    const given = await read({
      onBytes: (count) => progress.add(count),
      onObject: () => progress.addObject(),
      print: (bytes) => printer.print(bytes),
      drained: () => printer.drained(),
      isStopped: () => interrupted !== undefined,
    });
    printer.flush();
    return { given, share: progress.share, interrupted };
  } finally {
    unheard?.();
    progress.clear();
  }
}

async function read(
  request: TryRequest,
  resolved: ResolvedTry,
  io: Io,
  run: Runner,
): Promise<{ given: TryAnswer; interrupted: number | undefined }> {
  const { given, share, interrupted } = await withProgress(request, resolved, io, (events) =>
    runTry(request, resolved, events, run),
  );
  if (!given.interrupted || share === undefined) return { given, interrupted };
  return { given: { ...given, logs: { ...given.logs, share } }, interrupted };
}

function totalOf(sources: readonly LogSource[]): TotalLogs {
  const sizes = sources.map(({ file, objects }) => {
    if (objects) return objects.bytes;
    const found = file === undefined ? undefined : statOrError(file);
    return found && "isFile" in found && found.isFile() ? found.size : Number.NaN;
  });
  const size = sizes.reduce((sum, it) => sum + it, 0);
  const objects = sources.reduce((sum, it) => sum + (it.objects?.count ?? 0), 0);
  return { size: Number.isNaN(size) ? undefined : size, objects };
}

/** The files as they were in a commit. A file that the commit does not have is new. */
function versionsOf(
  subjects: readonly Subject[],
  commit: string,
  settings: Settings,
): Promise<readonly Versions[]> {
  return Promise.all(
    subjects.map(async (now) => {
      const before = await earlierOf(now, commit, (compute) =>
        settings.inCommit(now.file, commit, (context) => compute(plainContext(context))),
      );
      if (before && "error" in before) throw new UsageError(before.error);
      return { now, before, items: sameItems(now, before) };
    }),
  );
}
