import { emptyValueOf, logFieldsOf, timestampFields } from "../../languages.ts";

export const minute = 60_000;

/** The made-up line of a minute. */
export function lineAt(
  dataset: string,
  fields: readonly string[],
  time: number,
): Readonly<Record<string, unknown>> {
  const known = logFieldsOf(dataset, {});
  const times = timestampFields(dataset, {});
  const valueAt = (field: string): unknown => {
    if (times.includes(field)) return new Date(time).toISOString().replace(".000", "");
    if (field === "EdgeResponseStatus") return [200, 200, 200, 404, 503][(time / minute) % 5];
    return emptyValueOf(known.get(field)?.type) ?? "";
  };
  return Object.fromEntries(fields.map((it) => [it, valueAt(it)]));
}

/** The minutes of a time, from its start, in milliseconds. */
export function minutesIn(start: number, end: number): number[] {
  const first = Math.ceil(start / minute) * minute;
  return Array.from(
    { length: Math.max(0, Math.ceil((end - first) / minute)) },
    (_, i) => first + i * minute,
  );
}
