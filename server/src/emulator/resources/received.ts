import { logFieldsOf } from "../../languages.ts";
import { nanosecondsOf } from "../../text/timestamps.ts";
import { codes, type Reply, refuse } from "../envelope.ts";
import type { ScopedCall } from "../http/call.ts";
import { lineAt, minute, minutesIn } from "./made-up-lines.ts";

const dataset = "http_requests";
const hour = 60 * minute;
const kept = 7 * 24 * hour;

/** Logpull: made-up lines of the zone, one for each minute. Retention is always on. */
export function receivedLogs({ query, now }: ScopedCall): Reply {
  const [start, end] = [timeIn(query, "start"), timeIn(query, "end")];
  const at = Date.parse(now);
  if (end <= start || end - start > hour)
    refuse(400, codes.wrongShape, "'end' must be at most one hour after 'start'.");
  if (end > at - minute) refuse(400, codes.wrongShape, "'end' must be at least one minute ago.");
  if (start < at - kept) refuse(400, codes.wrongShape, "Lines are kept for 7 days.");
  const known = logFieldsOf(dataset, {});
  const fields = (query.get("fields") ?? "RayID").split(",");
  const unknown = fields.find((it) => !known.has(it));
  if (unknown !== undefined) refuse(400, codes.wrongShape, `Unknown field '${unknown}'.`);
  const lines = minutesIn(start, end).map((it) => lineAt(dataset, fields, it));
  const text = lines.map((it) => `${JSON.stringify(it)}\n`).join("");
  return { status: 200, body: null, text };
}

function timeIn(query: URLSearchParams, name: string): number {
  const at = nanosecondsOf(query.get(name) ?? "");
  if (at === undefined) refuse(400, codes.wrongShape, `'${name}' must be a time.`);
  return Number(at / 1_000_000n);
}
