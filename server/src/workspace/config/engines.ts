import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import { type JsonObject, type JsonValue, propertyOf } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives, quotedList } from "../../text/wording.ts";
import { isLoopback } from "./address.ts";
import {
  credentialProblem,
  hasCredential,
  isSecretName,
  type UnusableProblem,
  withCredentials,
} from "./credentials.ts";
import type { Setting, SettingShape } from "./shape.ts";

/** Where `weir try --engine NAME` counts. It never contains a credential, and a command in it is only a proposal. */
export interface EngineSettings {
  readonly kind: EngineKind;
  readonly url?: string;
  readonly table?: string;
  readonly user?: string;
  readonly catalog?: string;
  readonly schema?: string;
  readonly dialect?: string;
  readonly command?: readonly string[];
  readonly profile?: string;
  /** The file has a credential of the engine, which is therefore not used. */
  readonly hasCredential?: true;
}

type Name = Exclude<keyof EngineSettings, "kind" | "hasCredential">;

interface KindRow {
  readonly doc: string;
  readonly required: readonly Name[];
  readonly optional: readonly Name[];
  /** Of its URL. */
  readonly schemes: readonly string[];
}

const http = ["https:", "http:"];

const kinds = {
  "log-explorer": {
    doc: "The service's own store, with the credential of a profile.",
    required: [],
    optional: ["profile"],
    schemes: [],
  },
  clickhouse: {
    doc: "ClickHouse, by its HTTP interface.",
    required: ["url", "table"],
    optional: ["user"],
    schemes: http,
  },
  postgres: {
    doc: "PostgreSQL and what speaks its protocol.",
    required: ["url", "table"],
    optional: ["user"],
    schemes: ["postgres:", "postgresql:"],
  },
  trino: {
    doc: "Trino.",
    required: ["url", "table"],
    optional: ["user", "catalog", "schema"],
    schemes: http,
  },
  command: {
    doc: "A program that reads a statement and prints rows as JSON or CSV.",
    required: ["command", "dialect", "table"],
    optional: [],
    schemes: [],
  },
} as const satisfies Readonly<Record<string, KindRow>>;

export type EngineKind = keyof typeof kinds;

const rows: Readonly<Record<string, KindRow>> = kinds;

/** The dialects of `weir sql` that a program can read, written by `npm run generate`. */
const dialects = [
  "duckdb",
  "clickhouse",
  "bigquery",
  "trino",
  "snowflake",
  "postgres",
  "sqlite",
  "log-explorer",
];

export const enginesSetting = settingOfEngines();

function settingOfEngines(): Setting {
  const text: SettingShape = { kind: "text" };
  const settings: Readonly<Record<"kind" | Name, Setting>> = {
    kind: {
      doc: "What the engine is.",
      shape: {
        kind: "word",
        words: Object.entries(kinds).map(([name, { doc }]) => ({ name, doc })),
      },
    },
    url: {
      doc: "Address of the engine, encrypted unless it is on this machine, and without a password.",
      shape: text,
    },
    table: { doc: "Table with the log lines, as in SQL.", shape: text },
    user: {
      doc: "User name. The password is in `WEIR_ENGINE_<NAME>_PASSWORD`, for the origin in `WEIR_ENGINE_<NAME>_URL`; VS Code asks for it.",
      shape: text,
    },
    catalog: { doc: "Catalog of Trino.", shape: text },
    schema: { doc: "Schema of Trino.", shape: text },
    dialect: {
      doc: "SQL that the command reads.",
      shape: { kind: "word", words: dialects.map((name) => ({ name })) },
    },
    command: {
      doc: "The program and its arguments. It only runs after you agreed to these exact words, at a terminal or in VS Code.",
      shape: { kind: "list", what: "an array of strings", of: text },
    },
    profile: {
      doc: "Profile whose zone or account has the lines. Default: `defaultProfile`.",
      shape: text,
    },
  };
  return {
    doc: "Where the log lines are, by name, for `weir try --engine NAME`. Credentials do not belong here: they come from environment variables.",
    shape: {
      kind: "named",
      of: { kind: "settings", required: ["kind"], settings, isReported: isSecretName },
    },
  };
}

/** The engines; engines with a credential in the file are marked. */
export function markedEngines(
  engines: Readonly<Record<string, EngineSettings>>,
  root: JsonObject,
): Readonly<Record<string, EngineSettings>> {
  const problems = withCredentials(engineProblems(root), root);
  const written = propertyOf(root, "engines")?.value;
  const rows = Object.entries(engines).map(([name, it]): [string, EngineSettings] => {
    const value = written?.kind === "object" ? propertyOf(written, name)?.value : undefined;
    const isMarked = value !== undefined && hasCredential(problems, value);
    return [name, isMarked ? { ...it, hasCredential: true } : it];
  });
  return Object.fromEntries(rows);
}

/** Problems that make single engines unusable. */
export function engineProblems(root: JsonObject): readonly UnusableProblem[] {
  const engines = propertyOf(root, "engines")?.value;
  if (engines?.kind !== "object") return [];
  return engines.properties.flatMap(({ name, value }) =>
    value?.kind === "object" ? problemsOf(name.value, value) : [],
  );
}

function problemsOf(name: string, engine: JsonObject): UnusableProblem[] {
  const secrets = engine.properties.flatMap((it) =>
    isSecretName(it.name.value)
      ? [
          credentialProblem(
            it.name,
            `Credentials do not belong in 'weir.json', not even as a variable. Remove it, and set '${variableOf(name, "PASSWORD")}' and '${variableOf(name, "URL")}'.`,
          ),
        ]
      : [],
  );
  const kind = propertyOf(engine, "kind")?.value;
  const row =
    kind?.kind === "string" && Object.hasOwn(rows, kind.value) ? rows[kind.value] : undefined;
  if (!row || kind?.kind !== "string") return secrets;
  const missing = row.required.filter((it) => !propertyOf(engine, it));
  const known: readonly string[] = ["kind", ...row.required, ...row.optional];
  const others = engine.properties.filter(
    (it) => !known.includes(it.name.value) && Object.hasOwn(allNames, it.name.value),
  );
  const url = propertyOf(engine, "url")?.value;
  const address =
    url?.kind === "string" && row.schemes.length > 0
      ? engineAddress(url.value, row.schemes)
      : undefined;
  const command = propertyOf(engine, "command")?.value;
  return [
    ...secrets,
    ...(missing.length > 0
      ? [problem(kind, `An engine of kind '${kind.value}' needs ${quotedList(missing)}.`)]
      : []),
    ...others.map((it) =>
      problem(
        it.name,
        `An engine of kind '${kind.value}' has no ${shorten(it.name.value)}. Remove it.`,
      ),
    ),
    ...(url && address && "problem" in address ? [problem(url, address.problem)] : []),
    ...(command?.kind === "array" ? commandProblem(command) : []),
  ];
}

const allNames: Readonly<Record<Name, true>> = {
  url: true,
  table: true,
  user: true,
  catalog: true,
  schema: true,
  dialect: true,
  command: true,
  profile: true,
};

/** A program is found on the PATH or by its whole path: a relative one would be a file of the repository. */
function commandProblem(command: Extract<JsonValue, { kind: "array" }>): SyntaxProblem[] {
  const [first] = command.items;
  if (!first) return [problem(command, "The command is empty. Add the name of a program.")];
  if (first.kind !== "string" || isProgramName(first.value)) return [];
  return [
    problem(
      first,
      `${shorten(first.value)} is a relative path. Use the name of a program on the PATH, or its whole path.`,
    ),
  ];
}

export function isProgramName(word: string): boolean {
  return (/^[^/\\]+$/.test(word) && !/^\.{0,2}$/.test(word)) || /^(?:\/|[A-Za-z]:[\\/])/.test(word);
}

/** The variable that has a value for an engine: `my-lake` has `WEIR_ENGINE_MY_LAKE_URL`. */
export function variableOf(engine: string, what: "URL" | "USER" | "PASSWORD"): string {
  return `WEIR_ENGINE_${engine.toUpperCase().replace(/[^A-Z0-9]/g, "_")}_${what}`;
}

/** The address of an engine, and the origin that its credential belongs to. */
export interface EngineAddress {
  readonly url: URL;
  readonly origin: string;
  readonly user: string | undefined;
}

/** The problem does not repeat text that may be a password. */
export function engineAddress(
  written: string,
  schemes: readonly string[],
): EngineAddress | { readonly problem: string } {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const names = alternatives(schemes.map((it) => `${it}//`));
  if (!url || !schemes.includes(url.protocol) || url.hostname === "")
    return { problem: `This is not an address of an engine of this kind. Use ${names}.` };
  if (url.password !== "")
    return { problem: "The URL contains a password. Remove it, and set it in the environment." };
  if (url.search !== "" || url.hash !== "")
    return { problem: "The URL has a query or fragment. Remove it." };
  if (url.protocol === "http:" && !isLoopback(url))
    return {
      problem: "The connection is not encrypted. Use https; http is only allowed for this machine.",
    };
  const user = url.username === "" ? undefined : decodeURIComponent(url.username);
  url.username = "";
  return { url, origin: originOf(url), user };
}

/** `postgres:` has no origin in the standard. */
function originOf(url: URL): string {
  if (url.protocol === "http:" || url.protocol === "https:") return url.origin;
  return `postgres://${url.hostname}:${url.port || 5432}`;
}

export function schemesOf(kind: EngineKind): readonly string[] {
  return rows[kind]?.schemes ?? [];
}

function problem(
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
): SyntaxProblem {
  return { start, end, message, fixes: [] };
}
