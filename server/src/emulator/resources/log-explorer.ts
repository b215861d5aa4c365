import type { LogFieldType } from "../../core/log-test.ts";
import { datasetNames, datasetScopes, logFieldsOf, timestampFields } from "../../languages.ts";
import { nanosecondsOf } from "../../text/timestamps.ts";
import { codes, type Reply, refuse, success } from "../envelope.ts";
import { type ExplorerTable, QueryTimeout, runQuery } from "../explorer/query.ts";
import { type Line, QueryError, Time, type Value } from "../explorer/values.ts";
import type { ScopedCall } from "../http/call.ts";
import { scopeAt } from "../state/state.ts";
import { lineAt, minute, minutesIn } from "./made-up-lines.ts";

const day = 24 * 60 * minute;

/** Log Explorer: every dataset is enabled. Without lines of a test, there is one for each minute of the last day. */
export function listExplorerDatasets(call: ScopedCall): Reply {
  const created_at = new Date(Date.parse(call.now) - day).toISOString();
  return success(
    datasetsIn(call).map((dataset) => ({
      dataset,
      dataset_id: `${call.params.scope}-${dataset}`,
      object_id: call.params.scope,
      object_type: kindOf(call),
      enabled: true,
      deletion_protection: false,
      created_at,
      updated_at: created_at,
    })),
  );
}

export function listAvailableDatasets(call: ScopedCall): Reply {
  return success(
    datasetsIn(call).map((dataset) => ({
      dataset,
      object_type: kindOf(call),
      timestamp_field: timestampFields(dataset, {})[0] ?? "",
      schema: {
        type: "object",
        properties: Object.fromEntries(
          [...logFieldsOf(dataset, {})].map(([name, { type }]) => [
            name,
            { type: schemaTypes[type] },
          ]),
        ),
      },
    })),
  );
}

/** The statement is the body, or in the query. */
export function queryLogs(call: ScopedCall): Reply {
  const statement = call.query.get("query") ?? call.body;
  if (typeof statement !== "string")
    refuse(400, codes.wrongShape, "The body must be a statement, as 'text/plain'.");
  try {
    return success(
      runQuery(statement, (name) =>
        datasetsIn(call).includes(name) ? tableOf(name, call) : undefined,
      ),
    );
  } catch (error) {
    if (error instanceof QueryTimeout) refuse(504, codes.broken, "The query timed out.");
    if (!(error instanceof QueryError)) throw error;
    refuse(400, codes.wrongShape, `The query could not be executed. ${error.message}`);
  }
}

function kindOf({ state, params }: ScopedCall): "zone" | "account" {
  return scopeAt(state, "zones", params.scope ?? "") ? "zone" : "account";
}

function datasetsIn(call: ScopedCall): readonly string[] {
  return datasetNames.filter((it) => datasetScopes(it).includes(kindOf(call)));
}

const schemaTypes: Readonly<Record<LogFieldType, string>> = {
  string: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  "int or string": "string",
  "array[string]": "array",
  "array[int]": "array",
  "array[object]": "array",
  object: "object",
};

function tableOf(dataset: string, { lines, now }: ScopedCall): ExplorerTable {
  const fields = logFieldsOf(dataset, {});
  const times = timestampFields(dataset, {});
  const at = Date.parse(now);
  const given =
    lines?.(dataset) ??
    minutesIn(at - day, at).map((it) => lineAt(dataset, [...fields.keys()], it));
  const types = new Map([...fields].map(([name, { type }]) => [name, type]));
  return {
    columns: new Set([...fields.keys(), "date"].map((it) => it.toLowerCase())),
    times: new Set([...times, "date"].map((it) => it.toLowerCase())),
    lines: given.map((it) => lineOf(it, types, times)),
  };
}

/** A column has one type, so other values are not stored. */
function lineOf(
  given: Readonly<Record<string, unknown>>,
  types: ReadonlyMap<string, LogFieldType>,
  times: readonly string[],
): Line {
  const line: Record<string, Value> = {};
  for (const [name, value] of Object.entries(given)) {
    const type = types.get(name);
    if (type === undefined || value === null || value === undefined) continue;
    const stored = times.includes(name) ? timeOf(value) : storedAs(type, value);
    if (stored !== null) line[name.toLowerCase()] = stored;
  }
  const [first] = times.map((it) => line[it.toLowerCase()]).filter((it) => it instanceof Time);
  if (first instanceof Time)
    line.date = new Date(Number(first.at / 1_000_000n)).toISOString().slice(0, 10);
  return line;
}

function timeOf(value: unknown): Time | null {
  const at = nanosecondsOf(String(value));
  return at === undefined ? null : new Time(at, String(value));
}

function storedAs(type: LogFieldType, value: unknown): Value {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (type === "int" || type === "float") return isNumber ? value : null;
  if (type === "bool") return typeof value === "boolean" ? value : null;
  if (type.startsWith("array")) return Array.isArray(value) ? value : null;
  return typeof value === "string" ? value : null;
}
