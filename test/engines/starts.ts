/** The engines that are compared with files, and how lines get into them. */
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { runQuery } from "../../server/src/emulator/explorer/query.ts";
import { type Line, Time, type Value } from "../../server/src/emulator/explorer/values.ts";
import {
  DuckdbCounter,
  type EngineCounter,
  loadDuckdb,
  openCounter,
} from "../../server/src/engines/engines.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { nanosecondsOf } from "../../server/src/text/timestamps.ts";
import { tryHere } from "../../server/src/try/run.ts";
import type { TriedText } from "../../server/src/try/subject.ts";
import type { EngineSettings } from "../../server/src/workspace/config/engines.ts";
import type { Column } from "../sql/databases.ts";
import type { linesWith } from "../sql/samples.ts";
import { type Loaded, loadClickhouse, postgresScript } from "./samples.ts";
import { hasClickhouse, hasPostgres, startClickhouse, startPostgres } from "./servers.ts";

export type Counter = Pick<EngineCounter, "run" | "resolve" | "close">;

export interface Started {
  readonly dialect: string;
  readonly dirt: Parameters<typeof linesWith>[0];
  /** Whether it needs a time range. */
  readonly isTimed?: true;
  readonly hasTypedTimes?: true;
  readonly isMeasured?: true;
  load(loaded: Loaded, file: string): Promise<void>;
  counter(texts: readonly TriedText[]): Promise<Counter>;
  close(): Promise<void>;
}

/** One that a window is compared with. */
export const timeField = "EdgeStartTimestamp";

// Typed columns hold no strings as numbers.
const clean = { numbers: false, hasNul: true, others: [] };

const onTable =
  (settings: EngineSettings, env: Readonly<Record<string, string>>, store?: Store) =>
  (texts: readonly TriedText[]): Promise<Counter> =>
    openCounter("lake", settings, texts, {
      env,
      fetch,
      stop: new AbortController().signal,
      progress() {},
      isAgreed: async () => false,
      isDry: false,
      since: store && 0n,
      until: undefined,
      head: undefined,
      storeOf: async () => {
        if (!store) throw new Error("There is no store.");
        return store;
      },
    });

type Store = Awaited<ReturnType<Parameters<typeof openCounter>[3]["storeOf"]>>;

export const starts: Readonly<Record<string, () => Promise<Started>>> = {
  ...(hasPostgres && {
    async "PostgreSQL 15"() {
      const server = await startPostgres();
      const { url } = server;
      const env = {
        WEIR_POSTGRES: await ensureOracle("postgres"),
        WEIR_ENGINE_LAKE_URL: url,
        WEIR_ENGINE_LAKE_PASSWORD: "of-postgres",
      };
      return {
        dialect: "postgres",
        // Its strings have no U+0000.
        dirt: { numbers: true, hasNul: false, others: [] },
        isMeasured: true,
        load: async (it) => server.run(postgresScript("lines", it)),
        counter: onTable({ kind: "postgres", url, table: "lines" }, env),
        close: () => server.close(),
      };
    },
  }),
  ...(hasClickhouse && {
    async "ClickHouse 18.16, two shards"() {
      const server = await startClickhouse();
      return {
        dialect: "clickhouse",
        dirt: clean,
        isMeasured: true,
        load: (it) => loadClickhouse("lines", it, server),
        counter: onTable({ kind: "clickhouse", url: server.url, table: "lines" }, {}),
        close: () => server.close(),
      };
    },
  }),
  async DuckDB() {
    const duckdb = loadDuckdb([await ensureOracle("duckdb")]);
    if ("refusal" in duckdb) throw new Error(duckdb.refusal);
    return {
      dialect: "duckdb",
      dirt: { numbers: true, hasNul: true, others: ["5", "true"] },
      isMeasured: true,
      load: async () => {},
      counter: async () => {
        const counter = new DuckdbCounter(duckdb, undefined);
        return { run: counter.run, resolve: (it) => counter.resolve(it), close: async () => {} };
      },
      close: async () => {},
    };
  },
  async "Log Explorer of the emulator"() {
    let table = { columns: new Set<string>(), times: new Set<string>(), lines: [] as Line[] };
    let schema: Record<string, unknown> = {};
    const store: Store = {
      scopes: ["zone"],
      enabled: async () => ["http_requests"],
      schemas: async () => new Map([["http_requests", schema]]),
      query: async (_, statement) => runQuery(statement, () => table),
    };
    return {
      dialect: "log-explorer",
      dirt: clean,
      isTimed: true,
      hasTypedTimes: true,
      async load({ columns, lines }) {
        schema = Object.fromEntries(columns.map(({ name, type }) => [name, { type: types[type] }]));
        table = {
          columns: new Set([...columns.map((it) => it.name.toLowerCase()), "date"]),
          times: new Set([timeField.toLowerCase()]),
          lines: lines.map((it) => storedLine(it, columns)),
        };
      },
      counter: onTable({ kind: "log-explorer" }, {}, store),
      close: async () => {},
    };
  },
  async "Weir itself, one thread"() {
    return {
      dialect: "duckdb",
      dirt: { numbers: true, hasNul: true, others: [] },
      isMeasured: true,
      load: async () => {},
      counter: async () => ({ run: tryHere, resolve: (it) => it, close: async () => {} }),
      close: async () => {},
    };
  },
};

const types: Readonly<Record<Column["type"], string>> = {
  string: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  time: "string",
  timestamp: "string",
  strings: "array",
  ints: "array",
};

function storedLine(line: string, columns: readonly Column[]): Line {
  const given = parseExactly(line) as Record<string, unknown>;
  const stored: Record<string, Value> = {};
  for (const { name } of columns) {
    const value = given[name];
    if (value === null || value === undefined) continue;
    const at = name === timeField ? nanosecondsOf(String(value)) : undefined;
    stored[name.toLowerCase()] = at === undefined ? (value as Value) : new Time(at, String(value));
  }
  stored.date = String(given[timeField]).slice(0, 10);
  return stored;
}
