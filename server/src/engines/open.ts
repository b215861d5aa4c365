import type { Dialect } from "../sql/dialect.ts";
import { dialectNames } from "../sql/dialect-names.ts";
import { clickhouse } from "../sql/dialects/clickhouse.ts";
import { postgres } from "../sql/dialects/postgres.ts";
import { trino } from "../sql/dialects/trino.ts";
import { dialects } from "../sql/dialects.ts";
import {
  type EngineSettings,
  engineAddress,
  isProgramName,
  schemesOf,
  variableOf,
} from "../workspace/config/engines.ts";
import { type Connection, type ConnectionOptions, EngineError } from "./engine.ts";
import { type HttpTarget, openClickhouse } from "./kinds/clickhouse.ts";
import { openCommand } from "./kinds/command.ts";
import { openPostgres } from "./kinds/postgres.ts";
import { openTrino } from "./kinds/trino.ts";

export interface OpenOptions extends ConnectionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Whether a person agreed to run exactly these words. `sqlOn`: the last one is SQL instead of the name of a table, on this engine.
   */
  isAgreed(words: readonly string[], sqlOn?: string): Promise<boolean>;
}

/** Connects to an engine of `weir.json` that has a table. */
export async function openEngine(
  name: string,
  settings: EngineSettings,
  options: OpenOptions,
): Promise<Connection> {
  switch (settings.kind) {
    case "clickhouse":
      return openClickhouse(await agreedTarget(name, settings, clickhouse, options), options);
    case "postgres":
      return openPostgres(
        await agreedTarget(name, settings, postgres, options),
        options,
        options.env,
      );
    case "trino": {
      const { catalog, schema } = settings;
      const target = await agreedTarget(name, settings, trino, options);
      return openTrino({ ...target, catalog, schema }, options);
    }
    case "command":
      return commandOf(name, settings, options);
    case "log-explorer":
      throw new EngineError("Log Explorer has a table for each dataset.");
  }
}

/** A table that is only a name cannot do anything. SQL can, with the rights of the user, so a person has to agree to it. */
async function agreedTarget(
  name: string,
  settings: EngineSettings,
  dialect: Dialect,
  { env, isAgreed }: OpenOptions,
): Promise<HttpTarget> {
  const target = targetOf(name, settings, env);
  const table = tableName(target.table, dialect);
  if (table === undefined && !(await isAgreed([target.table], target.url.host))) throw notAgreed;
  return { ...target, table: table ?? target.table };
}

const toAgree =
  "Run 'weir try' at a terminal to read and confirm it, or repeat its words as '--engine-command'.";
const notAgreed = new EngineError(
  `The "table" in 'weir.json' is SQL instead of a name, and you have not agreed to it. Nothing was sent. ${toAgree}`,
);

/** The credential in the environment counts only for the origin that is set beside it. */
export function targetOf(
  name: string,
  settings: EngineSettings,
  env: OpenOptions["env"],
): HttpTarget {
  const { kind, url: written = "", table = "" } = settings;
  const address = engineAddress(written, schemesOf(kind));
  if ("problem" in address) throw new EngineError(address.problem);
  refuseCredential(name, settings);
  if (table === "") throw missing(name, "table");
  const { url, origin } = address;
  const [home, user, password] = (["URL", "USER", "PASSWORD"] as const).map((it) => {
    const value = env[variableOf(name, it)]?.trim();
    return value === "" ? undefined : value;
  });
  const known = home === undefined ? undefined : engineAddress(home, schemesOf(kind));
  const isOwn = known !== undefined && "origin" in known && known.origin === origin;
  if (password !== undefined && !isOwn)
    throw new EngineError(
      `'${variableOf(name, "PASSWORD")}' belongs to the origin in '${variableOf(name, "URL")}', but 'weir.json' has '${origin}'. Nothing was sent. If you trust that host, set '${variableOf(name, "URL")}' to it.`,
    );
  return {
    url,
    table,
    user: (isOwn ? user : undefined) ?? settings.user ?? address.user,
    password,
  };
}

function refuseCredential(name: string, { hasCredential }: EngineSettings): void {
  if (hasCredential)
    throw new EngineError(
      `The engine '${name}' has a credential in 'weir.json'. Remove it from there. Nothing was sent.`,
    );
}

function missing(name: string, setting: string): EngineError {
  return new EngineError(`The engine '${name}' in 'weir.json' has no "${setting}".`);
}

async function commandOf(
  name: string,
  settings: EngineSettings,
  options: OpenOptions,
): Promise<Connection> {
  const { command = [], dialect = "", table } = settings;
  refuseCredential(name, settings);
  const [program] = command;
  if (program === undefined) throw missing(name, "command");
  if (!isProgramName(program))
    throw new EngineError(
      "The command is a relative path. Use the name of a program on the PATH, or its whole path.",
    );
  if (table === undefined) throw missing(name, "table");
  const known = dialectNames.find((it) => it === dialect);
  if (!known) throw missing(name, "dialect");
  const plain = tableName(table, dialects[known]);
  const isAgreed =
    plain === undefined
      ? await options.isAgreed([...command, table], program)
      : await options.isAgreed(command);
  if (!isAgreed)
    throw new EngineError(
      `'weir.json' proposes to run a command, and you have not agreed to it. Nothing was run. ${toAgree}`,
    );
  return openCommand(
    { words: command, dialect: dialects[known], table: plain ?? table, env: options.env },
    options,
  );
}

/** A name without quotes, or with the quotes of one of the dialects. */
const part = /[\p{L}\p{N}_$-]+|"(?:[^"]|"")+"|`(?:[^`]|``)+`/u.source;
const nameOfTable = new RegExp(`^(?:${part})(?:\\.(?:${part}))*$`, "u");

/** The table of a `weir.json` with each part of its name quoted. Undefined if it is more than a name: it would run as SQL. */
export function tableName(table: string, dialect: Dialect): string | undefined {
  const written = table.trim();
  if (!nameOfTable.test(written)) return undefined;
  const parts = written.match(new RegExp(part, "gu")) ?? [];
  return parts.map((it) => dialect.identifier(unquoted(it, dialect))).join(".");
}

/** Quotes keep the letter case, which the database folds without them. */
function unquoted(written: string, { foldsTo }: Dialect): string {
  const [quote = ""] = written;
  if (quote === '"' || quote === "`") return written.slice(1, -1).replaceAll(quote + quote, quote);
  if (foldsTo === undefined) return written;
  return foldsTo === "upper" ? written.toUpperCase() : written.toLowerCase();
}
