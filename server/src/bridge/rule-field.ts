import { type BridgedDataset, bridgedDatasets, bridgeRows } from "./rows.ts";

/** The request field and value that correspond to those of a log field. Undefined if there is no such field. */
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
