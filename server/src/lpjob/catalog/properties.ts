import { nearest } from "../../text/nearest.ts";
import { jobProperties } from "./job-properties.ts";
import { outputOptions } from "./output-options.ts";
import type { Owner, PropertyRow } from "./property.ts";

/** Properties of a job by name, and suggestions for unknown names. */

export const rowsOf: Readonly<Record<Owner, readonly PropertyRow[]>> = {
  job: jobProperties,
  output_options: outputOptions,
};

const byName = {
  job: tableOf(jobProperties),
  output_options: tableOf(outputOptions),
} satisfies Record<Owner, unknown>;

const byOtherName = {
  job: otherNames(jobProperties),
  output_options: otherNames(outputOptions),
} satisfies Record<Owner, unknown>;

export function propertyNamed(owner: Owner, name: string): PropertyRow | undefined {
  return byName[owner].get(name);
}

/** The most likely property for a name. `sure` for known alternative spellings. */
export function suggestedProperty(
  owner: Owner,
  written: string,
): { readonly row: PropertyRow; readonly sure: boolean } | undefined {
  const known = byOtherName[owner].get(normalizeName(written));
  if (known) return { row: known, sure: true };
  const near = nearest(written, byName[owner].keys());
  const row = near === undefined ? undefined : propertyNamed(owner, near);
  return row && { row, sure: false };
}

/** Properties of other formats that a job does not have, and where to set them. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["zoneid", "The zone comes from the profile in 'weir.json'."],
  ["zone", "The zone comes from the profile in 'weir.json'."],
  ["accountid", "The account comes from the profile in 'weir.json'."],
  ["account", "The account comes from the profile in 'weir.json'."],
  ["profile", "The profile is selected when the job is pushed."],
]);

export function setElsewhere(written: string): string | undefined {
  return elsewhere.get(normalizeName(written));
}

function tableOf(rows: readonly PropertyRow[]): ReadonlyMap<string, PropertyRow> {
  return new Map(rows.map((it) => [it.name, it]));
}

function otherNames(rows: readonly PropertyRow[]): ReadonlyMap<string, PropertyRow> {
  return new Map(
    rows.flatMap((row) =>
      [normalizeName(row.name), ...(row.alsoWritten ?? [])].map((it) => [it, row] as const),
    ),
  );
}

function normalizeName(written: string): string {
  return written.toLowerCase().replace(/[\s_-]/g, "");
}
