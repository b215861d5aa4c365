import type { TriedText } from "../try/subject.ts";
import type { ResolvedTry, Runner } from "../try/try-request.ts";
import type { EngineSettings } from "../workspace/config/engines.ts";
import { Columns } from "./columns.ts";
import { datasetIn, TableCounter } from "./count.ts";
import { type Connection, EngineError } from "./engine.ts";
import { type LogStore, openLogExplorer } from "./kinds/log-explorer.ts";
import { type OpenOptions, openEngine } from "./open.ts";
import { TableRequests } from "./requests.ts";

/** The part that counts on an engine. */
export interface EngineCounter
  extends Pick<TableCounter, "statements" | "resolve" | "run" | "estimate" | "close"> {
  /** Null if the engine does not tell. */
  readonly scannedBytes: number | null;
}

export interface StoreOptions extends OpenOptions {
  /** Only shows the statements. */
  readonly isDry: boolean;
  readonly since: bigint | undefined;
  readonly until: bigint | undefined;
  /** The service's own store, with the credential of a profile. */
  storeOf(profile: string | undefined): Promise<LogStore>;
}

export interface CounterOptions extends StoreOptions {
  readonly head: number | undefined;
}

export async function openCounter(
  name: string,
  settings: EngineSettings,
  texts: readonly TriedText[],
  options: CounterOptions,
): Promise<EngineCounter> {
  if (settings.kind === "log-explorer") return openStore(settings, texts, options);
  const connection = await openEngine(name, settings, options);
  try {
    return await TableCounter.of(connection, settings.table ?? "", options.isDry);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function openStore(
  { profile }: EngineSettings,
  texts: readonly TriedText[],
  options: CounterOptions,
): Promise<EngineCounter> {
  const { since, until, head, isDry } = options;
  refuseOpenEnded(since);
  if (head !== undefined)
    throw new EngineError("Log Explorer counts all lines of a time range. Omit '--head'.");
  const store = await options.storeOf(profile);
  const counters = new Map<string, TableCounter | EngineError>();
  // Each bound is compared with the timestamp and the date.
  const reserved = until === undefined ? 2 : 4;
  for (const dataset of new Set(texts.map(datasetOf)))
    try {
      const connection = await openLogExplorer(store, dataset, options);
      counters.set(dataset, await TableCounter.of(connection, dataset, isDry, reserved));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      counters.set(dataset, error);
    }
  const [first] = counters.values();
  if (
    first instanceof EngineError &&
    [...counters.values()].every((it) => it instanceof EngineError)
  )
    throw first;
  return new DatasetCounters(counters);
}

function refuseOpenEnded(since: bigint | undefined): void {
  if (since === undefined)
    throw new EngineError("Log Explorer needs a time range. Add '--since', as in '--since 1h'.");
}

/** The part that gives requests back. */
export interface EngineRequests extends Pick<TableRequests, "statements" | "reason" | "read"> {
  readonly connection: Pick<Connection, "estimate" | "scannedBytes" | "close">;
}

export async function openRequests(
  name: string,
  settings: EngineSettings,
  options: StoreOptions,
): Promise<EngineRequests> {
  const isStore = settings.kind === "log-explorer";
  if (isStore) refuseOpenEnded(options.since);
  const table = isStore ? requests : (settings.table ?? "");
  const connection = isStore
    ? await openLogExplorer(await options.storeOf(settings.profile), table, options)
    : await openEngine(name, settings, options);
  try {
    const columns = new Columns(await connection.columns());
    return new TableRequests(connection, columns, datasetIn(table), options.isDry);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Rules are about requests. */
const requests = "http_requests";

function datasetOf({ dataset = requests }: TriedText): string {
  return dataset;
}

/** A table for each dataset. */
class DatasetCounters implements EngineCounter {
  readonly scannedBytes = null;

  constructor(private readonly counters: ReadonlyMap<string, TableCounter | EngineError>) {}

  get statements(): string[] {
    return [...this.counters.values()].flatMap((it) =>
      it instanceof TableCounter ? it.statements : [],
    );
  }

  async resolve({ texts }: ResolvedTry, path: string): Promise<ResolvedTry> {
    const resolved = texts.map((it): TriedText => {
      const counter = this.counters.get(datasetOf(it));
      if (!it.trial || counter instanceof TableCounter)
        return counter instanceof TableCounter ? counter.answerable(it) : it;
      const { trial: _, ...rest } = it;
      return { ...rest, error: counter?.message ?? "" };
    });
    const groups = [...this.counters].flatMap(([dataset, counter]) => {
      const own = resolved.filter((it) => datasetOf(it) === dataset);
      return counter instanceof TableCounter
        ? [{ texts: own, found: [{ path, file: undefined }] }]
        : [];
    });
    return { texts: resolved, groups };
  }

  readonly run: Runner = async (texts, ...rest) => {
    const counter = this.counters.get(texts[0] ? datasetOf(texts[0]) : "");
    if (!(counter instanceof TableCounter)) throw counter ?? new EngineError("Nothing to count.");
    return counter.run(texts, ...rest);
  };

  estimate = async () => undefined;

  async close(): Promise<void> {}
}
