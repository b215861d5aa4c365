import type { Dialect } from "../../sql/dialect.ts";
import { postgres as dialect } from "../../sql/dialects/postgres.ts";
import { isLoopback } from "../../workspace/config/address.ts";
import { loadInstalled, packageFolders } from "../../workspace/installed-package.ts";
import {
  type Column,
  type Connection,
  type ConnectionOptions,
  EngineError,
  engineError,
  firstLine,
  PasswordError,
  RefusedError,
  type Row,
} from "../engine.ts";
import type { HttpTarget } from "./clickhouse.ts";

/** The variable that names the folder where the client is installed. */
const variable = "WEIR_POSTGRES";
const packageName = "postgres";

/** The part of the client that is used here. */
type Client = (options: Readonly<Record<string, unknown>>) => {
  unsafe(statement: string): { simple(): Query };
  end(options: { readonly timeout: number }): Promise<void>;
};

interface Query extends PromiseLike<Result> {
  cancel(): void;
}

interface Result extends ReadonlyArray<Row> {
  readonly columns: readonly { readonly name: string; readonly type: number }[];
}

function loadClient(env: Readonly<Record<string, string | undefined>>): Client {
  let found: unknown;
  try {
    found = loadInstalled(packageName, packageFolders(env[variable]));
  } catch (error) {
    throw new EngineError(`Cannot load '${packageName}'. ${firstLine(String(error))}`);
  }
  if (typeof found === "function") return found as Client;
  throw new EngineError(
    `PostgreSQL needs the package '${packageName}' beside Weir. Install both in one place, as with 'npm install --global @weir-tools/weir ${packageName}', or set '${variable}' to the folder where it is installed. Packages of the working folder are not loaded.`,
  );
}

/** PostgreSQL, and what speaks its protocol. */
export async function openPostgres(
  { url, table, user, password }: HttpTarget,
  { stop }: ConnectionOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const postgres = loadClient(env);
  const isLocal = isLoopback(url);
  const sql = postgres({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || (user ?? "postgres"),
    user: user ?? "postgres",
    // A function, because otherwise the library takes the password of the environment.
    password: () => password ?? "",
    // Certificates are verified, except on this machine, where the connection is not encrypted.
    ssl: isLocal ? false : "verify-full",
    max: 1,
    connect_timeout: 20,
    fetch_types: false,
    prepare: false,
    connection: { application_name: "weir", default_transaction_read_only: true, TimeZone: "UTC" },
    onnotice: () => {},
  });
  /** Nothing that a statement does outlasts it. */
  const ask = async (statement: string): Promise<Result> => {
    await send("BEGIN READ ONLY");
    try {
      return await send(statement);
    } finally {
      await send("ROLLBACK").catch(() => {});
    }
  };
  const send = async (statement: string): Promise<Result> => {
    if (stop.aborted) throw engineError(undefined, stop, "");
    const query = sql.unsafe(statement).simple();
    const cancel = () => query.cancel();
    stop.addEventListener("abort", cancel, { once: true });
    try {
      return await query;
    } catch (error) {
      throw engineError(problemOf(error, url), stop, "");
    } finally {
      stop.removeEventListener("abort", cancel);
    }
  };
  const close = () => sql.end({ timeout: 1 });
  try {
    const [row] = await ask("SHOW server_version");
    const version = String(row?.server_version);
    return {
      dialect: Number.parseInt(version, 10) < 16 ? withoutAddresses(version) : dialect,
      server: `postgres ${version} ${url.host}`,
      table,
      async columns() {
        const { columns } = await ask(`SELECT * FROM ${table} LIMIT 0`);
        return columns.map(
          ({ name, type }): Column => ({ name, ...(typeByOid.get(type) ?? { kind: "other" }) }),
        );
      },
      rows: async (statement) => (await ask(statement)).map((it) => ({ ...it }) as Row),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function problemOf(error: unknown, url: URL): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  if (error.name === "PostgresError")
    return new (code === "28P01" ? PasswordError : RefusedError)(
      `PostgreSQL: ${firstLine(error.message)}`,
    );
  if (code === "CONNECTION_CLOSED" || code === "CONNECTION_DESTROYED")
    return new EngineError(`The connection to '${url.host}' was cut off, so nothing was counted.`);
  return new EngineError(`Cannot reach '${url.host}'. ${firstLine(error.message || code || "")}`);
}

/** Before version 16, an address that may be invalid cannot be converted. */
function withoutAddresses(version: string): Dialect {
  const { inRanges: _, ...rest } = dialect;
  return { ...rest, title: `PostgreSQL ${version.split(" ")[0]} (16 or newer is needed)` };
}

/** By their numbers in PostgreSQL's catalog. */
const typeByOid: ReadonlyMap<number, Omit<Column, "name">> = new Map<number, Omit<Column, "name">>([
  [25, { kind: "text", type: "text" }],
  [1043, { kind: "text", type: "varchar" }],
  [19, { kind: "text", type: "name" }],
  [20, { kind: "integer", type: "bigint" }],
  [21, { kind: "integer", type: "smallint" }],
  [23, { kind: "integer", type: "integer" }],
  [700, { kind: "float", type: "real", isSingle: true }],
  [701, { kind: "float", type: "double precision" }],
  [1700, { kind: "float", type: "numeric" }],
  [16, { kind: "boolean", type: "boolean" }],
  [1082, { kind: "timestamp", type: "date" }],
  [1114, { kind: "timestamp", type: "timestamp" }],
  [1184, { kind: "timestamp", type: "timestamptz" }],
  [869, { kind: "address", type: "inet" }],
  [650, { kind: "address", type: "cidr" }],
  [1009, { kind: "array", type: "text[]" }],
  [1015, { kind: "array", type: "varchar[]" }],
  [1016, { kind: "array", type: "bigint[]" }],
  [1007, { kind: "array", type: "integer[]" }],
  [1005, { kind: "array", type: "smallint[]" }],
  [114, { kind: "json", type: "json" }],
  [3802, { kind: "json", type: "jsonb" }],
]);
