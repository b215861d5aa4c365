import type { Dialect, DialectName } from "./dialect.ts";
import { bigquery } from "./dialects/bigquery.ts";
import { clickhouse } from "./dialects/clickhouse.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { postgres } from "./dialects/postgres.ts";
import { snowflake } from "./dialects/snowflake.ts";
import { sqlite } from "./dialects/sqlite.ts";
import { trino } from "./dialects/trino.ts";

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  duckdb,
  clickhouse,
  bigquery,
  trino,
  snowflake,
  postgres,
  sqlite,
};
