import type { Dialect } from "../../sql/dialect.ts";
import type { RunEvents } from "../../try/run.ts";
import { type Connection, RefusedError } from "../engine.ts";
import type { TrialServer } from "../trial/distrusted.ts";
import {
  type DuckdbConnection,
  type DuckdbModule,
  jsonColumn,
  type Table,
  timeColumn,
} from "./table.ts";

/** The interval for checking interrupts, in milliseconds. */
const interval = 100;

/** A database in memory, until the callback is done. */
export async function withDuckdb<Result>(
  { DuckDBInstance }: DuckdbModule,
  threads: number | undefined,
  events: Pick<RunEvents, "isStopped">,
  use: (connection: DuckdbConnection) => Promise<Result>,
): Promise<Result> {
  const instance = await DuckDBInstance.create(":memory:", {
    // No downloads: the required extensions are built in.
    autoinstall_known_extensions: "false",
    ...(threads !== undefined && { threads: String(Math.max(1, threads)) }),
  });
  const connection = await instance.connect();
  const watch = setInterval(() => events.isStopped?.() && connection.interrupt(), interval);
  try {
    return await use(connection);
  } finally {
    clearInterval(watch);
    connection.closeSync();
    instance.closeSync();
  }
}

/** DuckDB without files, to try SQL on known rows. */
export async function trialServer(
  connection: DuckdbConnection,
  dialect: Dialect,
): Promise<TrialServer> {
  const [version] = (await connection.runAndReadAll("SELECT version() AS v")).getRowObjects();
  return {
    server: `DuckDB ${version?.v}`,
    dialect,
    async rows(statement) {
      try {
        return (await connection.runAndReadAll(statement)).getRowObjects();
      } catch (error) {
        throw new RefusedError(firstLine(error));
      }
    },
  };
}

/** DuckDB explains errors on several lines, with parts of the query. */
export function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}

/** The lines of a file, as the lines of an engine. */
export function connectionTo(
  { sql, isEmpty, others }: Table,
  dialect: Dialect,
  connection: DuckdbConnection,
): Connection {
  const rows = async (statement: string) =>
    (await connection.runAndReadAll(statement)).getRowObjects();
  return {
    dialect,
    table: sql,
    columns: async () => [],
    jsonOf: jsonColumn,
    isWritten: (field, type) => {
      const shape = written[type ?? ""];
      return shape && `coalesce(regexp_matches(${jsonColumn(field)}, '${shape}'), TRUE)`;
    },
    window: ({ since, until }) =>
      [
        ...(since === undefined ? [] : [`${timeColumn} >= ${since}`]),
        ...(until === undefined ? [] : [`${timeColumn} < ${until}`]),
      ].join(" AND "),
    also: isEmpty === undefined ? [] : [["empty", isEmpty]],
    async rows(statement) {
      const found = await rows(statement);
      const [other] = Number(found[0]?.empty ?? 0) > 0 && others ? await rows(others) : [];
      if (Number(other?.n ?? 0) > 0) throw new Error("A line is not a JSON object.");
      return found;
    },
    close: async () => {},
  };
}

/** The JSON of values that have the type of their field. */
const written: Readonly<Record<string, string>> = {
  string: '^"',
  int: "^-?[0-9]{1,15}$",
  float: "^-?[0-9]{1,15}([.][0-9]+)?$",
  bool: "^(true|false)$",
};
