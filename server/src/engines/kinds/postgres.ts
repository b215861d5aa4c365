import type { Dialect } from "../../sql/dialect.ts";
import { postgres as dialect } from "../../sql/dialects/postgres.ts";
import { isLoopback } from "../../workspace/config/address.ts";
import { loadInstalled, packageFolders } from "../../workspace/installed-package.ts";
import {
  type Column,
  type ColumnKind,
  type Connection,
  type ConnectionOptions,
  EngineError,
  engineError,
  firstLine,
  PasswordError,
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
    // A function, because the library takes that of the environment otherwise.
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
  const ask = async (statement: string): Promise<Result> => {
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
      table,
      async columns() {
        const { columns } = await ask(`SELECT * FROM ${table} LIMIT 0`);
        return columns.map(
          ({ name, type }): Column => ({ name, kind: kindByOid.get(type) ?? "other" }),
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
    return new (code === "28P01" ? PasswordError : EngineError)(
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

const oids: Readonly<Record<Exclude<ColumnKind, "other">, readonly number[]>> = {
  text: [25, 1043, 19],
  integer: [20, 21, 23],
  float: [700, 701, 1700],
  boolean: [16],
  timestamp: [1114, 1184],
  address: [869, 650],
  array: [1009, 1015, 1016, 1007, 1005],
  json: [114, 3802],
};
const kindByOid = new Map(
  Object.entries(oids).flatMap(([kind, all]) => all.map((it) => [it, kind as ColumnKind] as const)),
);
