import type { Hono } from "hono";
import { defaultContext, languageFor, linePredicate, logFieldsOf } from "../../languages.ts";
import { isRecord } from "../../text/record.ts";
import type { Job, State } from "../state/state.ts";
import { lineAt, minute, minutesIn } from "./made-up-lines.ts";

/** The parts of the emulator that the buckets need. */
export interface Delivering {
  readonly state: State;
  readonly now: () => Date;
}

/** Log push delivers a file for five minutes; the files of a day are kept. */
const span = 5 * minute;
const kept = (24 * 60 * minute) / span;

/**
 * The buckets of jobs, as a client of S3 reads them: `s3://bucket/path` of a destination has the made-up lines that the job keeps.
 * Any key is accepted, because the service never sees the keys of a reader.
 */
export function addBuckets(app: Hono, emulator: Delivering): void {
  // Not as a route: the routes of the service answer other methods and unknown paths.
  app.use("/:bucket/*", async (c, next) => {
    if (c.req.method !== "GET") return next();
    const bucket = c.req.param("bucket");
    const key = decodeURIComponent(new URL(c.req.url).pathname.slice(bucket.length + 2));
    const jobs = jobsOf(emulator.state, bucket);
    if (!c.req.header("authorization")?.startsWith("AWS4-HMAC-SHA256 ")) return next();
    if (jobs.length === 0) return refusal(404, "NoSuchBucket", `No job delivers to '${bucket}'.`);
    if (key === "") {
      const files = jobs.flatMap((it) => filesOf(it, emulator.now().getTime()));
      return listing(bucket, files, new URL(c.req.url).searchParams);
    }
    const start = startIn(key);
    const found = jobs
      .flatMap((it) => (start === undefined ? [] : fileAt(it, predicateOf(it), start)))
      .find((it) => it.key === key);
    if (!found) return refusal(404, "NoSuchKey", `No object '${key}'.`);
    return partOf(await written(found), c.req.header("range"));
  });
}

function jobsOf({ scopes }: State, bucket: string): Job[] {
  const jobs = [...scopes.values()].flatMap((it) => [...it.jobs.values()]);
  return jobs.filter((it) => it.enabled && destinationOf(it)?.bucket === bucket);
}

function destinationOf({ destination_conf }: Job): { bucket: string; path: string } | undefined {
  const [, bucket, path = ""] = /^s3:\/\/([^/?]+)\/?([^?]*)/.exec(destination_conf) ?? [];
  return bucket === undefined ? undefined : { bucket, path };
}

interface DeliveredFile {
  readonly key: string;
  readonly text: string;
  readonly time: Date;
}

function filesOf(job: Job, now: number): DeliveredFile[] {
  const isKept = predicateOf(job);
  const last = Math.floor(now / span) * span;
  return Array.from({ length: kept }, (_, i) => last - (kept - i) * span).flatMap((start) =>
    fileAt(job, isKept, start),
  );
}

/** The file that a job delivers for the time from `start`; none if it would be empty. */
function fileAt(job: Job, isKept: Predicate, start: number): DeliveredFile[] {
  const { dataset, id, output_options } = job;
  const { path = "" } = destinationOf(job) ?? {};
  const names = isRecord(output_options) ? output_options.field_names : undefined;
  const fields = Array.isArray(names) ? (names as string[]) : [];
  const known = [...logFieldsOf(dataset, {}).keys()];
  const end = start + span;
  const lines = minutesIn(start, end)
    .filter((it) => isKept(lineAt(dataset, known, it)))
    .map((it) => `${JSON.stringify(lineAt(dataset, fields, it))}\n`);
  if (lines.length === 0) return [];
  const name = `${compact(start)}_${compact(end)}_${id.toString(16).padStart(8, "0")}.log.gz`;
  const folder = path.replaceAll("{DATE}", compact(start).slice(0, 8));
  const key = `${folder}${folder === "" || folder.endsWith("/") ? "" : "/"}${name}`;
  return [{ key, text: lines.join(""), time: new Date(end) }];
}

type Predicate = (line: Readonly<Record<string, unknown>>) => boolean;

/** A filter that cannot be read keeps nothing; a missing one keeps everything. */
function predicateOf({
  filter,
  dataset,
}: Job): (line: Readonly<Record<string, unknown>>) => boolean {
  if (!filter) return () => true;
  const context = { ...defaultContext, forcedDataset: dataset };
  const [trial] = languageFor("filter").analyze(filter, context).trials?.() ?? [];
  return trial?.test ? linePredicate(trial.test) : () => false;
}

/** `20261101T000500Z`. */
function compact(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The time in the name of a file. */
function startIn(key: string): number | undefined {
  const name = key.slice(key.lastIndexOf("/") + 1);
  const [, day, hours, minutes] = /^(\d{8})T(\d{2})(\d{2})00Z_/.exec(name) ?? [];
  const date = day?.replace(/(\d{4})(\d{2})(\d{2})/, "$1-$2-$3");
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T${hours}:${minutes}:00Z`);
  return time % span === 0 ? time : undefined;
}

async function written({ text }: DeliveredFile): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const mostKeys = 1000;

/** ListObjectsV2. */
async function listing(
  bucket: string,
  files: readonly DeliveredFile[],
  query: URLSearchParams,
): Promise<Response> {
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : escaped;
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const after = query.get("continuation-token") ?? "";
  const entries = new Map<string, DeliveredFile | undefined>();
  for (const it of files) {
    if (!it.key.startsWith(prefix)) continue;
    const at = delimiter === "" ? -1 : it.key.indexOf(delimiter, prefix.length);
    if (at < 0) entries.set(it.key, it);
    else entries.set(it.key.slice(0, at + delimiter.length), undefined);
  }
  const rest = [...entries].filter(([key]) => key > after).sort(([a], [b]) => (a < b ? -1 : 1));
  const page = rest.slice(0, Math.min(mostKeys, Number(query.get("max-keys") ?? mostKeys)));
  const isTruncated = page.length < rest.length;
  const rows = await Promise.all(
    page.map(async ([key, it]) =>
      it
        ? `<Contents><Key>${encode(key)}</Key><LastModified>${it.time.toISOString()}</LastModified><Size>${(await written(it)).length}</Size></Contents>`
        : `<CommonPrefixes><Prefix>${encode(key)}</Prefix></CommonPrefixes>`,
    ),
  );
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(page.at(-1)?.[0] ?? "")}</NextContinuationToken>`
    : "";
  return xml(
    200,
    `<ListBucketResult><Name>${escaped(bucket)}</Name><Prefix>${encode(prefix)}</Prefix>${query.get("encoding-type") === "url" ? "<EncodingType>url</EncodingType>" : ""}<KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join("")}</ListBucketResult>`,
  );
}

/** GetObject, whole or from a position. */
function partOf(bytes: Uint8Array<ArrayBuffer>, range: string | undefined): Response {
  const [, from] = /^bytes=(\d+)-/.exec(range ?? "") ?? [];
  if (from === undefined) return new Response(bytes);
  const start = Number(from);
  if (start >= bytes.length)
    return refusal(416, "InvalidRange", "The range is outside the object.");
  const headers = { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
  return new Response(bytes.slice(start), { status: 206, headers });
}

function refusal(status: number, code: string, message: string): Response {
  return xml(status, `<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`);
}

function xml(status: number, body: string): Response {
  const headers = { "content-type": "application/xml" };
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, { status, headers });
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (it) => `&#${it.charCodeAt(0)};`);
}
