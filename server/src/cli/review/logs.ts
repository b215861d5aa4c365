import type { RulesetChange } from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { findLogs, isSource, readRequests, remoteLogs } from "../../try/try.ts";
import { notAgreed, outsidePath } from "../../workspace/files/contained-paths.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";
import { agreedSamples } from "../try/agreements.ts";
import { TryProgress } from "../try/try-progress.ts";

export interface ReviewedLogs {
  readonly files: number;
  readonly lines: number;
  readonly unreadable: number;
  /** Set if the user stopped it. */
  readonly interrupted?: number;
}

interface LogPaths {
  readonly paths: readonly string[];
  readonly folder: string;
}

/** Counts the requests of logs in the changed rulesets. */
export async function countInLogs(
  changes: readonly RulesetChange[],
  logs: readonly string[],
  io: Io,
  settings: Settings,
): Promise<ReviewedLogs> {
  const named = { paths: logs.filter((it) => !/^samples:?$/.test(it)), folder: io.cwd };
  const isOnSamples = named.paths.length < logs.length;
  const places = isOnSamples ? [named, await samplesOf(io, settings)] : [named];
  const all = places.flatMap((it) => it.paths);
  const remote = await remoteLogs(all, noWindow, io.env ?? process.env);
  const found = places.flatMap((it) => findLogs(it.paths, it.folder, io.cwd, remote));
  const progress = new TryProgress(io, { size: undefined, objects: 0 });
  let interrupted: number | undefined;
  const unheard = io.onInterrupt?.((status) => {
    interrupted = status;
  });
  const counted = changes.filter((it) => it.fields.length > 0);
  const fields = [...new Set(counted.flatMap((it) => it.fields))];
  const events = {
    onBytes: (count: number) => progress.add(count),
    isStopped: () => interrupted !== undefined,
  };
  const stdin = logs.includes("-") ? io.stdin : undefined;
  const read = await readRequests(
    found,
    fields,
    (request) => {
      for (const it of counted) it.count(request);
    },
    events,
    stdin,
  ).finally(() => {
    unheard?.();
    progress.clear();
  });
  const [problem] = read.errors;
  if (problem) throw new UsageError(`Cannot read '${problem.path}'. ${problem.message}`);
  if (!found.some(isSource)) throw new UsageError(`No logs found in ${all.join(", ")}.`);
  for (const { path, line, message } of read.unreadableLines)
    io.err(`${printable(`${path}:${line}: ${message}`)}\n`);
  const { files, lines, unreadable } = read;
  return { files, lines, unreadable, ...(interrupted !== undefined && { interrupted }) };
}

const noWindow = { since: undefined, until: undefined };

/** The samples of requests, relative to the folder of their `weir.json`. */
async function samplesOf(io: Io, settings: Settings): Promise<LogPaths> {
  const { folder = io.cwd, config } = settings.configFor(`${io.cwd}/rules.cfrule`) ?? {};
  const samples = Object.entries(config?.samples ?? {}).flatMap(([dataset, path]) =>
    dataset === "http_requests" || dataset === "firewall_events" ? [path] : [],
  );
  if (samples.length === 0)
    throw new UsageError(
      "'weir.json' has no 'samples' of http_requests or firewall_events. Add them, or use '--logs PATHS'.",
    );
  const outside = samples.flatMap((it) => outsidePath(it, folder) ?? []);
  const { isAgreed, advice } = await agreedSamples(outside, io);
  const refused = outside.find((it) => !isAgreed(it));
  if (refused !== undefined) throw new UsageError(`${notAgreed(refused)} ${advice}`);
  return { paths: samples, folder };
}
