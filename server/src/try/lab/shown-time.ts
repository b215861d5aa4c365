import { nanosecondsOf, shortTimestamp } from "../../text/timestamps.ts";

/** A timestamp in the one form of the lab, RFC 3339 in UTC, whatever form the line has. Undefined for other values. */
export function shownTime(raw: string): string | undefined {
  const text = /^"(.*)"$/.exec(raw)?.[1] ?? raw;
  const at = nanosecondsOf(text);
  return at === undefined ? undefined : shortTimestamp(at);
}
