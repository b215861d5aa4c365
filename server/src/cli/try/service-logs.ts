import { Readable } from "node:stream";
import { subrequestFields } from "../../bridge/rows.ts";
import { logFieldsOf, timestampFields } from "../../languages.ts";
import { receivedDataset, receivedLimits, receivedLines } from "../../push/received-lines.ts";
import type { Session } from "../../push/session/session.ts";
import type { Subject, TriedText } from "../../try/subject.ts";
import { textsIn } from "../../try/try.ts";
import { type Io, UsageError } from "../io.ts";
import { readSession } from "../service/read-session.ts";

const dataset = receivedDataset;
const { request: hour, kept, recent, recommended } = receivedLimits;

export interface PulledLogs {
  readonly stream: Readable;
  /** Ends the request that is waiting. */
  stop(): void;
}

/** The lines of the zone of the files, from the service. */
export async function pulledLogs(
  subjects: readonly Subject[],
  by: readonly string[],
  { since, until }: { readonly since: bigint | undefined; readonly until: bigint | undefined },
  io: Io,
): Promise<PulledLogs> {
  const window = windowOf(since, until, Date.now());
  const texts = subjects.flatMap(textsIn);
  const other = texts.find((it) => it.dataset !== undefined && it.dataset !== dataset);
  if (other)
    throw new UsageError(
      `'--logs service:' has lines of '${dataset}' only, but '${other.subject.path}' is about '${other.dataset}'.`,
    );
  const { session, zone } = await sessionFor(subjects[0]?.file ?? "", io);
  const controller = new AbortController();
  const lines = receivedLines(session, zone, window, fieldsOf(texts, by), controller.signal);
  return { stream: Readable.from(lines), stop: () => controller.abort() };
}

/** In milliseconds; an hour that is over by default. */
function windowOf(since: bigint | undefined, until: bigint | undefined, now: number) {
  const time = (at: bigint) => Number(at / 1_000_000n);
  const end = Math.min(until === undefined ? now - recommended : time(until), now - recent);
  const start = since === undefined ? end - hour : time(since);
  if (start < now - kept)
    throw new UsageError("The service keeps lines for 7 days. Use a later '--since'.");
  if (start >= end)
    throw new UsageError("There is no time between '--since' and '--until', or one minute ago.");
  return { start, end };
}

/** The service only sends the fields that it is asked for. */
function fieldsOf(texts: readonly TriedText[], by: readonly string[]): readonly string[] {
  const extra = texts[0]?.subject.context.extraFields ?? {};
  const known = logFieldsOf(dataset, extra);
  const all = texts.some((it) => it.output && it.output.fields === undefined);
  const wanted = all
    ? [...known.keys()]
    : texts.flatMap((it) => [...(it.trial?.fields ?? []), ...(it.output?.fields ?? [])]);
  const more = [...by, ...timestampFields(dataset, extra).slice(0, 1)];
  const ofRules = texts.some((it) => it.rule) ? subrequestFields : [];
  return [...new Set([...wanted, ...more, ...ofRules])].filter((it) => known.has(it));
}

async function sessionFor(file: string, io: Io): Promise<{ session: Session; zone: string }> {
  const session = await readSession(file, undefined, io);
  const { zone, profile } = session.place;
  if (zone === undefined)
    throw new UsageError(
      `'--logs service:' needs a 'zone' in the profile '${profile}' of 'weir.json'.`,
    );
  return { session, zone };
}
