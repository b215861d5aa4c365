import { ServiceError } from "../api/service-error.ts";
import type { Session } from "./session/session.ts";

/** The dataset of the lines that the service keeps. */
export const receivedDataset = "http_requests";

const minute = 60_000;
const hour = 60 * minute;
/**
 * Cloudflare's documented limits: the most of one request, how long lines are kept, and how recent they can be. The
 * recommendation is documented, too.
 */
export const receivedLimits = {
  request: hour,
  kept: 7 * 24 * hour,
  recent: minute,
  recommended: 5 * minute,
} as const;

/** The lines between two times, an hour at a time. Throws an error whose message can be shown. */
export async function* receivedLines(
  { service }: Session,
  zone: string,
  { start, end }: { readonly start: number; readonly end: number },
  fields: readonly string[],
  stop: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end && !stop.aborted; at += receivedLimits.request) {
    const part = {
      zone,
      start: new Date(at),
      end: new Date(Math.min(end, at + receivedLimits.request)),
      fields,
    };
    try {
      for await (const chunk of service.received(part, stop)) yield Buffer.from(chunk);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new UnpulledLogs(`${service.secrets.hide(error.message)}${adviceFor(error.message)}`);
    }
  }
}

/** The reader of logs knows it by its name. */
class UnpulledLogs extends Error {
  override readonly name = "BucketError";
}

/** The path comes from the official client; that the refusal has this word is an assumption. */
function adviceFor(message: string): string {
  return /retention/i.test(message)
    ? ' Turn on log retention of the zone first: POST /zones/ZONE/logs/control/retention/flag with { "flag": true }.'
    : "";
}
