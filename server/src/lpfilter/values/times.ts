import type { Value } from "./values.ts";

/** The time formats, selected by 'timestamp_format' of the job. */
export type TimeForm = "rfc3339" | "unix";

/** Undefined for values whose order depends on how the service compares them. */
export function readTime(
  value: Value,
): { readonly form: TimeForm; readonly at: number } | undefined {
  if (typeof value === "number") {
    return value >= leastSeconds && value < mostSeconds ? { form: "unix", at: value } : undefined;
  }
  // In UTC with seconds, such strings sort like the times they represent.
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
    return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : { form: "rfc3339", at };
}

/** From 1973 to 5138. Other numbers have another unit, or are not times. */
const leastSeconds = 1e8;
const mostSeconds = 1e11;
