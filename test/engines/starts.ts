/** The engines that are compared with files, and how lines get into them. */
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { runQuery } from "../../server/src/emulator/explorer/query.ts";
import { type Line, Time, type Value } from "../../server/src/emulator/explorer/values.ts";
import {
  DuckdbCounter,
  type EngineCounter,
  loadDuckdb,
  openCounter,
  TableCounter,
} from "../../server/src/engines/engines.ts";
import type { DialectName } from "../../server/src/sql/dialect-names.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { parseExactly, writeExactly } from "../../server/src/text/exact-integers.ts";
import { nanosecondsOf } from "../../server/src/text/timestamps.ts";
import type { TriedText } from "../../server/src/try/subject.ts";
import type { EngineSettings } from "../../server/src/workspace/config/engines.ts";
import type { Column } from "../sql/databases.ts";
import type { linesWith } from "../sql/samples.ts";
import { type Loaded, loadClickhouse, postgresScript } from "./samples.ts";
import {
  clickhouseSql,
  hasClickhouse,
  hasPostgres,
  startClickhouse,
  startPostgres,
} from "./servers.ts";
import { loadClickhouseToday, startClickhouseToday } from "./webassembly/clickhouse-today.ts";
import { type DataFusion, hasType, openDataFusion } from "./webassembly/datafusion.ts";

export type Counter = Pick<EngineCounter, "run" | "resolve" | "close">;

export interface Started {
  readonly dialect: DialectName;
  readonly dirt: Parameters<typeof linesWith>[0];
  /** Whether it needs a time range. */
  readonly isTimed?: true;
  readonly hasTypedTimes?: true;
  /** Its times are compared as times, so those in another form are left out; rules have none. */
  readonly isAboutTimes?: true;
  readonly hasNoArrays?: true;
  /** Makes the table twice as large, to measure. */
  double?(): Promise<unknown>;
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

/** Engines that are not installed are listed, and cannot be compared. */
export const missing = [
  ...(hasPostgres ? [] : ["Debian's 'postgresql'"]),
  ...(hasClickhouse ? [] : ["Debian's 'clickhouse-server'"]),
];

const today = async (isAboutTimes?: true): Promise<Started> => {
  const server = await startClickhouseToday();
  return {
    dialect: "clickhouse",
    dirt: clean,
    ...(isAboutTimes && { isAboutTimes, hasTypedTimes: true }),
    load: ({ columns, lines }) =>
      loadClickhouseToday(
        "lines",
        { columns: isAboutTimes ? columns.map(withTimestamp) : columns, lines },
        server,
      ),
    counter: onTable({ kind: "clickhouse", url: server.url, table: "lines" }, {}),
    close: () => server.close(),
  };
};

function withTimestamp({ name, type }: Column): Column {
  return { name, type: type === "time" ? "timestamp" : type };
}

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
        load: async (it) => server.run(postgresScript("lines", it)),
        double: async () => server.run("INSERT INTO lines SELECT * FROM lines; ANALYZE lines"),
        counter: onTable({ kind: "postgres", url, table: "lines" }, env),
        close: () => server.close(),
      };
    },
  }),
  ...(hasClickhouse && {
    async "ClickHouse 18.16, two shards"() {
      const server = await startClickhouse();
      const again = "INSERT INTO lines_local SELECT * FROM lines_local";
      return {
        dialect: "clickhouse",
        dirt: clean,
        load: (it) => loadClickhouse("lines", it, server),
        double: () => Promise.all(server.shards.map((it) => clickhouseSql(it, again))),
        counter: onTable({ kind: "clickhouse", url: server.url, table: "lines" }, {}),
        close: () => server.close(),
      };
    },
  }),
  "ClickHouse 26.5 in WebAssembly": () => today(),
  "ClickHouse 26.5 in WebAssembly, typed timestamps": () => today(true),
  async DuckDB() {
    const duckdb = loadDuckdb([await ensureOracle("duckdb")]);
    if ("refusal" in duckdb) throw new Error(duckdb.refusal);
    return {
      dialect: "duckdb",
      dirt: { numbers: true, hasNul: true, others: ["5", "true"] },
      load: async () => {},
      counter: async () => {
        const counter = new DuckdbCounter(duckdb, undefined);
        return {
          run: counter.run,
          resolve: async (it) => counter.resolve(it),
          close: async () => {},
        };
      },
      close: async () => {},
    };
  },
  async "Log Explorer of the emulator"() {
    let table = { columns: new Set<string>(), times: new Set<string>(), lines: [] as Line[] };
    return storeStart(
      async (statement) => runQuery(statement, () => table),
      async ({ columns, lines }) => {
        table = {
          columns: new Set([...columns.map((it) => it.name.toLowerCase()), "date"]),
          times: new Set([timeField.toLowerCase()]),
          lines: lines.map((it) => storedLine(it, columns)),
        };
      },
    );
  },
  async "Log Explorer's SQL in DataFusion"() {
    const database = await openDataFusion();
    const started = storeStart(database.rows, (it) => loadStore(database, it));
    return { ...started, dirt: { ...clean, hasNul: false }, hasNoArrays: true };
  },
  async "The SQL of transformers in DataFusion"() {
    const database = await openDataFusion();
    let own: readonly Column[] = [];
    return {
      dialect: "transformer",
      dirt: { ...clean, hasNul: false },
      hasTypedTimes: true,
      hasNoArrays: true,
      async load(loaded) {
        own = loaded.columns.filter(hasType);
        await database.load("lines", loaded);
      },
      counter: () =>
        TableCounter.of(
          {
            dialect: dialects.transformer,
            table: "lines",
            columns: async () => own.map(({ name }) => ({ name, kind: undefined })),
            rows: database.rows,
            close: async () => {},
          },
          "lines",
          false,
        ),
      close: async () => {},
    };
  },
};

/** A store that is asked as Log Explorer is. */
function storeStart(
  query: (statement: string) => ReturnType<Store["query"]>,
  load: (loaded: Loaded) => Promise<void>,
): Started {
  let schema: Record<string, unknown> = {};
  const store: Store = {
    scopes: ["zone"],
    enabled: async () => ["http_requests"],
    schemas: async () => new Map([["http_requests", schema]]),
    query: (_, statement) => query(statement),
  };
  return {
    dialect: "log-explorer",
    dirt: clean,
    isTimed: true,
    hasTypedTimes: true,
    async load(loaded) {
      const typed = loaded.columns.map(({ name, type }) => [name, { type: types[type] }]);
      schema = Object.fromEntries(typed);
      await load(loaded);
    },
    counter: onTable({ kind: "log-explorer" }, {}, store),
    close: async () => {},
  };
}

/** Names without quotes are read in lowercase. */
async function loadStore(database: DataFusion, { columns, lines }: Loaded): Promise<void> {
  await database.load("http_requests", {
    columns: [
      ...columns.map(
        ({ name, type }): Column => ({
          name: name.toLowerCase(),
          type: name === timeField ? "timestamp" : type,
        }),
      ),
      { name: "date", type: "string" },
    ],
    lines: lines.map((line) => {
      const fields = Object.entries(parseExactly(line) as Record<string, unknown>);
      const lower = fields.map(([name, value]) => [name.toLowerCase(), value] as const);
      const stored: Record<string, unknown> = Object.fromEntries(lower);
      const date = String(stored[timeField.toLowerCase()]).slice(0, "2024-05-01".length);
      return writeExactly({ ...stored, date });
    }),
  });
}

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
