import { requestFrom, ruleFieldOf } from "../../bridge/request-of.ts";
import { type BridgedDataset, bridgedDatasets, isBridged } from "../../bridge/rows.ts";
import type { Addition } from "../../core/analysis.ts";
import type { LogRow } from "../../core/trial.ts";
import { emptyValueOf, isFilterable, logFieldsOf } from "../../languages.ts";
import type { TriedText } from "../subject.ts";

/** The possible datasets of the lines that the text is tried on. */
export function lineDatasets({ dataset }: TriedText): readonly string[] {
  return dataset === undefined ? bridgedDatasets : [dataset];
}

function bridgedDatasetOf({ dataset }: TriedText): BridgedDataset | undefined {
  return dataset !== undefined && isBridged(dataset) ? dataset : undefined;
}

export interface AskedCondition {
  readonly field: string;
  /** As JSON; undefined for lines without the field. */
  readonly raw: string | undefined;
  readonly isWanted: boolean;
}

/** A condition on a value of a log field, in the language of the text. Undefined if it cannot be expressed. */
export function addedCondition(tried: TriedText, asked: AskedCondition): Addition | undefined {
  const { field, raw, isWanted } = asked;
  const value = raw ?? emptyJson(field, tried);
  if (value === undefined) return undefined;
  if (!tried.rule) {
    const known = logFieldsOf(tried.dataset ?? "", tried.subject.context.extraFields).get(field);
    if (known && !isFilterable(tried.dataset ?? "", field) && !isExtra(field, tried))
      return undefined;
    return { kind: "condition", field, value, isWanted };
  }
  const found = ruleFieldOf(field, JSON.parse(value), bridgedDatasetOf(tried));
  return (
    found && {
      kind: "condition",
      field: found.field,
      value: JSON.stringify(found.value),
      isWanted,
    }
  );
}

export interface AskedRange {
  readonly field: string;
  readonly least?: number;
  readonly most?: number;
  readonly isWanted: boolean;
}

/** A condition on a range of a numeric log field. Undefined if it cannot be expressed. */
export function addedRange(tried: TriedText, asked: AskedRange): Addition | undefined {
  const { field, least, most, isWanted } = asked;
  const found = addedCondition(tried, { field, raw: String(least ?? most), isWanted });
  return found?.kind === "condition"
    ? { kind: "range", field: found.field, least, most, isWanted }
    : undefined;
}

function isExtra(field: string, { dataset, subject }: TriedText): boolean {
  return subject.context.extraFields[dataset ?? ""]?.[field] !== undefined;
}

/** A missing field is treated as the empty value of its type. */
function emptyJson(field: string, tried: TriedText): string | undefined {
  for (const dataset of lineDatasets(tried)) {
    const known = logFieldsOf(dataset, tried.subject.context.extraFields).get(field);
    if (known) return JSON.stringify(emptyValueOf(known.type));
  }
  return undefined;
}

/** Longer examples would not be readable. */
const longestExample = 2000;

/** A line as an example of the current outcome. Undefined if the line is too long. */
export function addedExample(
  tried: TriedText,
  row: LogRow,
  isWanted: boolean,
): Addition | undefined {
  const fields = [...new Set(tried.trial?.fields)].flatMap((it) => {
    const raw = row.raw(it);
    return raw === undefined || raw === "null" ? [] : [[it, raw] as const];
  });
  const length = fields.reduce((sum, [name, raw]) => sum + name.length + raw.length, 0);
  if (length > longestExample) return undefined;
  const request = tried.rule && requestFrom(row, bridgedDatasetOf(tried));
  return { kind: "example", isWanted, line: new Map(fields), ...(request && { request }) };
}
