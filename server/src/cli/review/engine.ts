import { resolve } from "node:path";
import { DuckdbRequests, type EngineRequests, openRequests } from "../../engines/engines.ts";
import type { Review, RulesetChange } from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { findLogs, isInBucket, isSource } from "../../try/try.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { type Io, UsageError } from "../io.ts";
import type { ReviewValues } from "../options.ts";
import type { Settings } from "../settings.ts";
import { onFiles, parseTime } from "../try/arguments.ts";
import {
  answeredBy,
  duckdbFor,
  type EngineSession,
  engineNamed,
  showStatements,
  untilFor,
  withSession,
} from "../try/engine-run.ts";

export interface EngineFlags extends ReviewValues {
  readonly engine: string;
  readonly logs: string[];
}

export type EngineReview = Required<Pick<Review, "logs" | "engine">>;

/** Counts requests that an engine gives back in the changed rulesets. Or an exit code, if nothing was counted. */
export async function countOnEngine(
  changes: readonly RulesetChange[],
  flags: EngineFlags,
  io: Io,
  settings: Settings,
): Promise<EngineReview | number> {
  const { engine: name, logs } = flags;
  refuse(flags);
  const now = Date.now();
  const since = parseTime("--since", flags.since, now);
  const file = withForwardSlashes(resolve(io.cwd, "rules.cfrule"));
  const isDry = flags["dry-run"];
  const engine = name === onFiles ? undefined : engineNamed(name, [file], settings);
  const given = parseTime("--until", flags.until, now);
  const until = engine ? untilFor(engine, given) : given;
  const asked = changes.filter((it) => it.rules.length > 0);
  return withSession(name, flags["engine-command"], file, io, async (session) => {
    const opened = engine
      ? await openRequests(name, engine, { ...session, isDry, since, until })
      : onDuckdb(logs, session, isDry, io);
    const { connection } = opened;
    try {
      const lines = await opened.read({
        rules: asked.flatMap((it) => it.rules),
        fields: [...new Set(asked.flatMap((it) => it.fields))],
        since,
        until,
        onRequest: (request, count) => {
          for (const it of asked) it.count(request, count);
        },
      });
      session.clear();
      const { statements, reason } = opened;
      if (reason !== undefined)
        io.err(`weir: ${printable(`Engine '${name}' gave all lines back. ${reason}`)}\n`);
      if (isDry) return showStatements(statements, (it) => connection.estimate?.(it), io);
      const kind = engine?.kind ?? onFiles;
      const scannedBytes = connection.scannedBytes ?? null;
      return {
        logs: { files: engine ? null : filesIn(logs, io).length, lines, unreadable: 0 },
        engine: answeredBy({ name, kind, statements, scannedBytes }, now),
      };
    } finally {
      await connection.close();
    }
  });
}

function refuse({ engine, logs, ...flags }: EngineFlags): void {
  if (engine !== onFiles) {
    if (logs.length > 0)
      throw new UsageError(`'--engine ${engine}' counts the lines of its table. Omit '--logs'.`);
    return;
  }
  if (flags["engine-command"] !== undefined)
    throw new UsageError("'--engine-command' needs an engine of 'weir.json'.");
  if (logs.length === 0) throw new UsageError("Missing logs. Use '--logs PATHS'.");
  if (logs.some((it) => it === "-" || isInBucket(it) || /^samples:?$/.test(it)))
    throw new UsageError(`'--engine ${engine}' reads files only.`);
}

function onDuckdb(
  logs: readonly string[],
  { stop }: EngineSession,
  isDry: boolean,
  io: Io,
): EngineRequests {
  const events = { isStopped: () => stop.aborted };
  return new DuckdbRequests(duckdbFor(io), filesIn(logs, io), events, isDry);
}

function filesIn(logs: readonly string[], io: Io) {
  const found = findLogs(logs, io.cwd, io.cwd);
  const [problem] = found.flatMap((it) => ("error" in it ? [it] : []));
  if (problem) throw new UsageError(`Cannot read '${problem.path}'. ${problem.error}`);
  const sources = found.filter(isSource);
  if (sources.length === 0) throw new UsageError(`No logs found in ${logs.join(", ")}.`);
  return sources;
}
