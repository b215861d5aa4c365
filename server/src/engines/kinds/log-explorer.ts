import { datasetScopes, timestampFields } from "../../languages.ts";
import { logExplorer as dialect } from "../../sql/dialects/log-explorer.ts";
import { isRecord } from "../../text/record.ts";
import { alternatives } from "../../text/wording.ts";
import {
  type Column,
  type ColumnKind,
  type Connection,
  type ConnectionOptions,
  EngineError,
  type Row,
} from "../engine.ts";

type ScopeKind = "zone" | "account";

/** The service's own store, with the credential of a profile. Throws an `EngineError` in the words of the service. */
export interface LogStore {
  /** The scopes that the profile sets. */
  readonly scopes: readonly ScopeKind[];
  enabled(scope: ScopeKind): Promise<readonly string[]>;
  /** The JSON Schemas of the fields, by dataset. */
  schemas(scope: ScopeKind): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  query(scope: ScopeKind, statement: string, stop: AbortSignal): Promise<readonly Row[]>;
}

/** The lines of a dataset. */
export async function openLogExplorer(
  store: LogStore,
  dataset: string,
  { stop }: ConnectionOptions,
): Promise<Connection> {
  const possible = datasetScopes(dataset);
  const scope = store.scopes.find((it) => possible.length === 0 || possible.includes(it));
  if (scope === undefined)
    throw new EngineError(
      `Lines of '${dataset}' belong to ${alternatives(possible)}, which the profile does not name.`,
    );
  if (!(await store.enabled(scope)).includes(dataset))
    throw new EngineError(
      `Log Explorer does not store '${dataset}' of this ${scope}. Enable the dataset there; it has no lines from before.`,
    );
  return {
    dialect,
    table: dialect.identifier(dataset),
    async columns() {
      const schema = (await store.schemas(scope)).get(dataset);
      if (!schema) throw new EngineError(`Log Explorer does not tell the fields of '${dataset}'.`);
      const times = timestampFields(dataset, {});
      return [
        ...Object.entries(schema).map(
          ([name, it]): Column => ({
            name,
            kind: times.includes(name) ? "timestamp" : kindOf(it),
          }),
        ),
        { name: "date", kind: "text" },
      ];
    },
    rows: (statement) => store.query(scope, statement, stop),
    close: async () => {},
  };
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  string: "text",
  integer: "integer",
  number: "float",
  boolean: "boolean",
  array: "array",
  object: "json",
};

/** Undefined for what the schema does not tell: the column has the type of its field. */
function kindOf(schema: unknown): ColumnKind | undefined {
  const type = isRecord(schema) ? schema.type : undefined;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const name = names.find((it) => it !== "null");
  return typeof name === "string" && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}
