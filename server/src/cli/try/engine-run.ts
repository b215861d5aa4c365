import { fetchBehindProxy } from "../../api/proxy.ts";
import type { AnsweringEngine } from "../../core/trial.ts";
import {
  DuckdbCounter,
  duckdbVariable,
  EngineError,
  loadDuckdb,
  openCounter,
  type openRequests,
  PasswordError,
  packageFolders,
} from "../../engines/engines.ts";
import { logStore } from "../../push/log-store.ts";
import { printable } from "../../text/printable.ts";
import type { TryAnswer } from "../../try/answer.ts";
import { resolveTry, runTry } from "../../try/try.ts";
import type { TryRequest } from "../../try/try-request.ts";
import { type EngineSettings, variableOf } from "../../workspace/config/engines.ts";
import { exit, type Io, UsageError } from "../io.ts";
import { readSession } from "../service/read-session.ts";
import type { Settings } from "../settings.ts";
import { StatusLine } from "../status-line.ts";
import { isAgreed } from "./agreements.ts";
import { onFiles } from "./arguments.ts";
import { Printer } from "./printer.ts";

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
  const files = request.subjects.map((it) => it.file);
  const engine = engineNamed(name, files, settings);
  const start = Date.now();
  return withSession(name, command, files[0] ?? "", io, async (session) => {
    const until = untilFor(engine, request.until);
    const asked = { ...request, until, logs: [] };
    const given = resolveTry(asked);
    const { head, print } = request.question;
    const counted = print ? undefined : head;
    const options = { ...session, isDry: dryRun, since: request.since, until, head: counted };
    const printer = new Printer(io);
    const events = { print: (bytes: Uint8Array) => printer.print(bytes) };
    const counter = await openCounter(name, engine, given.texts, options);
    try {
      const answer = await runTry(asked, await counter.resolve(given, name), events, counter.run);
      session.clear();
      printer.flush();
      const { statements, scannedBytes } = counter;
      if (dryRun) return showStatements(statements, (it) => counter.estimate(it), io);
      const { kind } = engine;
      const { logs, ...rest } = withEngine(answer, { name, kind, statements, scannedBytes }, start);
      return { ...rest, logs: { ...logs, files: null } };
    } finally {
      await counter.close();
    }
  });
}

/** The needs of a connection, with the line of its progress. */
export type EngineSession = Omit<
  Parameters<typeof openRequests>[2],
  "isDry" | "since" | "until"
> & {
  clear(): void;
};

/** Throws what an engine refuses. Cancels its query if the user interrupts: then the result is an exit code. */
export async function withSession<Result>(
  name: string,
  command: string | undefined,
  /** Whose `weir.json` counts. */
  file: string,
  io: Io,
  use: (session: EngineSession) => Promise<Result>,
): Promise<Result | number> {
  const controller = new AbortController();
  let interrupted: number | undefined;
  const unheard = io.onInterrupt?.((status) => {
    interrupted = status;
    controller.abort();
  });
  const env = io.env ?? process.env;
  const line = new StatusLine(io);
  try {
    return await use({
      env,
      fetch: io.fetch ?? fetchBehindProxy(env),
      stop: controller.signal,
      progress: (text) => line.show(`${name}: ${text}`),
      isAgreed: (words, sqlOn) => isAgreed(words, command, io, sqlOn),
      storeOf: async (profile) => logStore(await readSession(file, profile, io)),
      clear: () => line.clear(),
    });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    line.clear();
    const advice =
      error instanceof PasswordError
        ? ` Set its password in '${variableOf(name, "PASSWORD")}', and its origin in '${variableOf(name, "URL")}'.`
        : "";
    const message = `Engine '${name}': ${error.message}${advice}`;
    if (interrupted === undefined) throw new UsageError(message);
    io.err(`weir: ${printable(message)}\n`);
    return interrupted;
  } finally {
    line.clear();
    unheard?.();
  }
}

/** Prints what would be asked, and what that would read. */
export async function showStatements(
  statements: readonly string[],
  estimate: (statement: string) => Promise<string | undefined> | undefined,
  io: Io,
): Promise<number> {
  for (const it of statements) {
    const cost = await estimate(it);
    io.out(`${cost === undefined ? "" : `-- reads ${cost}\n`}${it};\n`);
  }
  return exit.fine;
}

/** Lines that arrive later are not counted by some statements only. */
export function untilFor({ kind }: EngineSettings, until: bigint | undefined): bigint | undefined {
  return until ?? (kind === "log-explorer" ? BigInt(Date.now()) * 1_000_000n : undefined);
}

export function engineNamed(
  name: string,
  files: readonly string[],
  settings: Settings,
): EngineSettings {
  const all = files.map((it) => settings.configFor(it)?.config.engines ?? {});
  const found = all.find((it) => Object.hasOwn(it, name))?.[name];
  if (found) return found;
  const names = [...new Set([...all.flatMap((it) => Object.keys(it)), onFiles])];
  throw new UsageError(
    `Unknown engine '${name}'. Add it to 'engines' in 'weir.json', or use ${names.map((it) => `'${it}'`).join(", ")}.`,
  );
}

/** DuckDB counts files, as Weir itself does. */
export function openDuckdb(io: Io, threads: number | undefined, dryRun: boolean): DuckdbCounter {
  return new DuckdbCounter(duckdbFor(io), threads, dryRun);
}

export function duckdbFor(io: Io) {
  const duckdb = loadDuckdb(packageFolders((io.env ?? process.env)[duckdbVariable]));
  if ("refusal" in duckdb) throw new UsageError(duckdb.refusal);
  return duckdb;
}

/** Values that an engine cannot tell are null. */
export function withEngine(
  { logs, results, ...answer }: TryAnswer,
  engine: Omit<AnsweringEngine, "seconds">,
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
    engine: answeredBy(engine, start),
  };
}

export function answeredBy(
  engine: Omit<AnsweringEngine, "seconds">,
  start: number,
): AnsweringEngine {
  return { ...engine, seconds: Math.round(Date.now() - start) / 1000 };
}
