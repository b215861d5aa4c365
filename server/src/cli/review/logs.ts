import type { RulesetChange } from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { findLogs, isSource, readRequests, remoteLogs } from "../../try/try.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";
import { TryProgress } from "../try/try-progress.ts";

export interface ReviewedLogs {
  readonly files: number;
  readonly lines: number;
  readonly unreadable: number;
  /** Set if the user stopped it. */
  readonly interrupted?: number;
}

/** Counts the requests of logs in the changed rulesets. */
export async function countInLogs(
  changes: readonly RulesetChange[],
  logs: readonly string[],
  io: Io,
  settings: Settings,
): Promise<ReviewedLogs> {
  const paths = logs.flatMap((it) => (/^samples:?$/.test(it) ? samplePaths(io, settings) : [it]));
  const remote = await remoteLogs(paths, noWindow, io.env ?? process.env);
  const found = findLogs(paths, io.cwd, io.cwd, remote);
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
  if (!found.some(isSource)) throw new UsageError(`No logs found in ${paths.join(", ")}.`);
  for (const { path, line, message } of read.unreadableLines)
    io.err(`${printable(`${path}:${line}: ${message}`)}\n`);
  const { files, lines, unreadable } = read;
  return { files, lines, unreadable, ...(interrupted !== undefined && { interrupted }) };
}

const noWindow = { since: undefined, until: undefined };

function samplePaths(io: Io, settings: Settings): readonly string[] {
  const found = settings.configFor(`${io.cwd}/rules.cfrule`);
  const samples = Object.entries(found?.config.samples ?? {}).flatMap(([dataset, path]) =>
    dataset === "http_requests" || dataset === "firewall_events" ? [path] : [],
  );
  if (samples.length === 0)
    throw new UsageError(
      "'weir.json' has no 'samples' of http_requests or firewall_events. Add them, or use '--logs PATHS'.",
    );
  return samples;
}
