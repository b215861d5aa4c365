import type { RequestFields } from "../core/trial.ts";
import { logFieldType, unknownValue } from "../languages.ts";
import { parseAddress } from "../vocabulary/ip.ts";
import { isChangedByNormalization, normalizedUri, pathOf } from "../vocabulary/uri.ts";
import { derivation } from "./derivations.ts";
import { type LogFields, type LogLine, logValue } from "./log-values.ts";
import { type BridgedDataset, type BridgeRow, bridgedDatasets, bridgeRows } from "./rows.ts";

/** Returns undefined if the line lacks a field that the row needs. */
type Read = (line: LogFields) => unknown;

const readers = new Map<BridgedDataset | undefined, ReadonlyMap<string, readonly Read[]>>();

/** The request that a log line is about. A field that cannot be read from the line is unknown, not missing. */
export function requestOf(line: LogLine, dataset?: BridgedDataset): RequestFields {
  return requestFrom(
    { get: (name) => (Object.hasOwn(line, name) ? line[name] : undefined) },
    dataset,
  );
}

/** Without a dataset, the line may be from any dataset. */
export function requestFrom(line: LogFields, dataset?: BridgedDataset): RequestFields {
  const known = readersFor(dataset);
  return {
    get: (field) => {
      for (const read of known.get(field) ?? []) {
        const value = read(line);
        if (value !== undefined) return value;
      }
      return unknownValue;
    },
  };
}

function readersFor(dataset: BridgedDataset | undefined): ReadonlyMap<string, readonly Read[]> {
  const made = readers.get(dataset);
  if (made) return made;
  const byField = new Map<string, Read[]>();
  for (const each of dataset ? [dataset] : bridgedDatasets) {
    for (const row of bridgeRows[each]) {
      const read = readerOf(row, each);
      for (const field of row.fields) byField.set(field, [...(byField.get(field) ?? []), read]);
    }
  }
  readers.set(dataset, byField);
  return byField;
}

function readerOf(row: BridgeRow, dataset: BridgedDataset): Read {
  const { logs, how, some, raw } = row;
  const types = logs.map((it) => logFieldType(dataset, it));
  const derive = derivation(how, logs);
  const uriAt = logs.findIndex((it) => it === "ClientRequestURI" || it === "ClientRequestPath");
  const valuesOf = (line: LogFields) => logs.map((it, at) => logValue(line, it, types[at]));
  const isAddress = row.fields[0] === "ip.src";
  return (line) => {
    const values = valuesOf(line);
    if (!some && values.includes(undefined)) return undefined;
    const uri = values[uriAt];
    // Lines may contain the path as requested; rules see it normalized.
    if (typeof uri === "string" && !raw) values[uriAt] = normalizedUri(uri);
    // Or they contain the normalized path, and then it is unknown what was sent.
    if (raw && isChangedByNormalization(pathOf(String(uri)))) return undefined;
    const value = derive(...values);
    return isAddress && (typeof value !== "string" || !parseAddress(value)) ? undefined : value;
  };
}

/** The request field and value that correspond to a log field and its value. Undefined if there is no such field. */
export function ruleFieldOf(
  field: string,
  value: unknown,
  dataset?: BridgedDataset,
): { readonly field: string; readonly value: unknown } | undefined {
  for (const each of dataset ? [dataset] : bridgedDatasets) {
    for (const { fields, logs, how, raw, some } of bridgeRows[each]) {
      if (logs.length > 1 || logs[0] !== field || raw || some) continue;
      if (how === "same") return { field: fields[0], value };
      if (how === "uppercase" && typeof value === "string")
        return { field: fields[0], value: value.toUpperCase() };
    }
  }
  return undefined;
}
