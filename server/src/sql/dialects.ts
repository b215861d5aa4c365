import type { Dialect } from "./dialect.ts";
import { bigquery } from "./dialects/bigquery.ts";
import { clickhouse } from "./dialects/clickhouse.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { logExplorer } from "./dialects/log-explorer.ts";
import { postgres } from "./dialects/postgres.ts";
import { snowflake } from "./dialects/snowflake.ts";
import { sqlite } from "./dialects/sqlite.ts";
import { transformer } from "./dialects/transformer.ts";
import { trino } from "./dialects/trino.ts";

/** All dialects, in the order of the documentation. Register new dialects here; `npm run generate` writes their names elsewhere. */
export const dialects = {
  duckdb,
  clickhouse,
  bigquery,
  trino,
  snowflake,
  postgres,
  sqlite,
  "log-explorer": logExplorer,
  transformer,
} satisfies Readonly<Record<string, Dialect>>;
