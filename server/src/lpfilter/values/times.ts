import { areSeconds } from "../../text/timestamps.ts";
import type { Value } from "./values.ts";

/** The time formats, selected by 'timestamp_format' of the job. */
export type TimeForm = "rfc3339" | "unix";

/** Undefined for values whose order depends on how the service compares them. */
export function readTime(
  value: Value,
): { readonly form: TimeForm; readonly at: number } | undefined {
  if (typeof value === "number") {
    return value >= leastSeconds && areSeconds(value) ? { form: "unix", at: value } : undefined;
  }
  // In UTC with seconds, such strings sort like the times they represent.
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
    return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : { form: "rfc3339", at };
}

/** In 1973. Smaller numbers are not times. */
const leastSeconds = 1e8;
