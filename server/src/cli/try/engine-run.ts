import { fetchBehindProxy } from "../../api/proxy.ts";
import {
  DuckdbCounter,
  duckdbVariable,
  EngineError,
  loadDuckdb,
  openCounter,
  packageFolders,
} from "../../engines/engines.ts";
import { logStore } from "../../push/log-store.ts";
import { printable } from "../../text/printable.ts";
import type { TryAnswer } from "../../try/answer.ts";
import type { Subject } from "../../try/subject.ts";
import { resolveTry, runTry } from "../../try/try.ts";
import type { TryRequest } from "../../try/try-request.ts";
import type { EngineSettings } from "../../workspace/config/engines.ts";
import { exit, type Io, UsageError } from "../io.ts";
import { readSession } from "../service/read-session.ts";
import type { Settings } from "../settings.ts";
import { StatusLine } from "../status-line.ts";
import { isAgreed } from "./agreed-commands.ts";

export interface EngineRun {
  readonly name: string;
  readonly command: string | undefined;
  readonly dryRun: boolean;
}

/** The answer of an engine, or the exit code of a run that was not carried out. */
export async function runOnEngine(
  { name, command, dryRun }: EngineRun,
  request: TryRequest,
  settings: Settings,
  io: Io,
): Promise<TryAnswer | number> {
  const engine = engineNamed(name, request.subjects, settings);
  const controller = new AbortController();
  let interrupted: number | undefined;
  const unheard = io.onInterrupt?.((status) => {
    interrupted = status;
    controller.abort();
  });
  const env = io.env ?? process.env;
  const line = new StatusLine(io);
  const start = Date.now();
  try {
    const until = request.until ?? (engine.kind === "log-explorer" ? now() : undefined);
    const asked = { ...request, until, logs: [] };
    const given = resolveTry(asked);
    const counter = await openCounter(name, engine, given.texts, {
      env,
      fetch: io.fetch ?? fetchBehindProxy(env),
      stop: controller.signal,
      progress: (text) => line.show(`${name}: ${text}`),
      isAgreed: (words) => isAgreed(words, command, io),
      storeOf: async (profile) =>
        logStore(await readSession(request.subjects[0]?.file ?? "", profile, io)),
      isDry: dryRun,
      since: request.since,
      until,
      head: request.question.head,
    });
    try {
      const answer = await runTry(asked, counter.resolve(given, name), {}, counter.run);
      line.clear();
      if (dryRun) {
        for (const it of counter.statements) {
          const cost = await counter.estimate(it);
          io.out(`${cost === undefined ? "" : `-- reads ${cost}\n`}${it};\n`);
        }
        return exit.fine;
      }
      const { statements, scannedBytes } = counter;
      const { kind } = engine;
      const { logs, ...rest } = withEngine(answer, { name, kind, statements, scannedBytes }, start);
      return { ...rest, logs: { ...logs, files: null } };
    } finally {
      await counter.close();
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    line.clear();
    io.err(`weir: ${printable(`Engine '${name}': ${error.message}`)}\n`);
    return interrupted ?? exit.couldNotRun;
  } finally {
    line.clear();
    unheard?.();
  }
}

/** Lines that arrive later are not counted by some statements only. */
function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}

function engineNamed(
  name: string,
  subjects: readonly Subject[],
  settings: Settings,
): EngineSettings {
  const all = subjects.map(({ file }) => settings.configFor(file)?.config.engines ?? {});
  const found = all.find((it) => Object.hasOwn(it, name))?.[name];
  if (found) return found;
  const names = [...new Set([...all.flatMap((it) => Object.keys(it)), "duckdb"])];
  throw new UsageError(
    `Unknown engine '${name}'. Add it to 'engines' in 'weir.json', or use ${names.map((it) => `'${it}'`).join(", ")}.`,
  );
}

/** DuckDB counts files, as Weir itself does. */
export function openDuckdb(io: Io, threads: number | undefined, dryRun: boolean): DuckdbCounter {
  const duckdb = loadDuckdb(packageFolders((io.env ?? process.env)[duckdbVariable]));
  if ("refusal" in duckdb) throw new UsageError(duckdb.refusal);
  return new DuckdbCounter(duckdb, threads, dryRun);
}

/** What an engine cannot tell is null. */
export function withEngine(
  { logs, results, ...answer }: TryAnswer,
  engine: Omit<NonNullable<TryAnswer["engine"]>, "seconds">,
  start: number,
): TryAnswer {
  const { outsideBytes: _, ...counted } = logs;
  return {
    ...answer,
    logs: { ...counted, bytes: null },
    results: results.map((it) => ({
      ...it,
      ...(it.lines !== undefined && { bytes: null }),
      ...(it.kept !== undefined && { keptBytes: null }),
      ...(it.base?.kept !== undefined && { base: { ...it.base, keptBytes: null } }),
    })),
    engine: { ...engine, seconds: Math.round(Date.now() - start) / 1000 },
  };
}
