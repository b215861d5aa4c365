import { emptyValueOf, logFieldsOf } from "../../languages.ts";
import { nanosecondsOf } from "../../text/timestamps.ts";
import { codes, type Reply, refuse } from "../envelope.ts";
import type { ScopedCall } from "../http/call.ts";

const dataset = "http_requests";
const minute = 60_000;
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
  const lines: string[] = [];
  for (let time = Math.ceil(start / minute) * minute; time < end; time += minute) {
    const entries = fields.map((it) => [it, valueAt(it, time)]);
    lines.push(`${JSON.stringify(Object.fromEntries(entries))}\n`);
  }
  return { status: 200, body: null, text: lines.join("") };

  function valueAt(field: string, time: number): unknown {
    if (/^Edge(?:Start|End)Timestamp$/.test(field))
      return new Date(time).toISOString().replace(".000", "");
    if (field === "EdgeResponseStatus") return [200, 200, 200, 404, 503][(time / minute) % 5];
    return emptyValueOf(known.get(field)?.type) ?? "";
  }
}

function timeIn(query: URLSearchParams, name: string): number {
  const at = nanosecondsOf(query.get(name) ?? "");
  if (at === undefined) refuse(400, codes.wrongShape, `'${name}' must be a time.`);
  return Number(at / 1_000_000n);
}
