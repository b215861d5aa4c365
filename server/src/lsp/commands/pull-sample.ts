import process from "node:process";
import { logFieldsOf } from "../../languages.ts";
import { receivedDataset, receivedLimits, receivedLines } from "../../push/received-lines.ts";
import { canceled } from "../../push/result.ts";
import { bytesText, plural } from "../../text/wording.ts";
import {
  deliveredLogs,
  destinationName,
  firstLines,
  isInBucket,
  remoteLogs,
  serviceName,
  textsIn,
} from "../../try/try.ts";
import { subjectOf } from "../documents/subject.ts";
import type { PulledSampleResult } from "../protocol.ts";
import { openOne } from "./running/files.ts";
import { refuse } from "./running/refused.ts";
import type { Command, Running } from "./running/running.ts";

/** The limits of a sample in memory. */
const most = { lines: 50_000, bytes: 50_000_000 };
const hour = 3_600_000;

type Read = { readonly text: string; readonly lines: number; readonly note?: string };

/** Reads log lines of the service or a bucket for the lab, which shows them until others are read. */
export const pullSample: Command = {
  title: "Reading logs",
  async run(running): Promise<PulledSampleResult> {
    const { logs = "" } = running.args;
    const now = Date.now();
    const read =
      logs === serviceName ? await fromService(running, now) : await fromBucket(running, logs, now);
    if (running.isCanceled) refuse(canceled);
    if (read.lines === 0) refuse(`There are no lines in '${logs}' of this time.`);
    const time = new Date(now).toISOString().slice(0, 16).replace("T", " ");
    const { id, name } = running.editor.pulledLines.keep({
      ...{ name: `${logs} (read ${time} UTC)`, text: read.text },
      ...(read.note !== undefined && { note: read.note }),
    });
    return { id, name, lines: read.lines };
  },
};

async function fromService(running: Running, now: number): Promise<Read> {
  const { session } = await openOne(running);
  const { zone, profile } = session.place;
  if (zone === undefined) refuse(`The profile '${profile}' of 'weir.json' needs a 'zone'.`);
  const end = now - receivedLimits.recommended;
  const fields = [...logFieldsOf(receivedDataset, {}).keys()];
  const { signal } = running.options;
  const window = { start: end - hour, end };
  const stream = receivedLines(session, zone, window, fields, signal);
  const source = { path: serviceName, file: undefined, stream };
  return linesIn(running, [source]);
}

async function fromBucket(running: Running, logs: string, now: number): Promise<Read> {
  const { hours } = running.args;
  const since = hours === undefined ? undefined : BigInt(now - hours * hour) * 1_000_000n;
  const window = { since, until: undefined };
  const events = { isStopped: () => running.isCanceled };
  if (logs !== destinationName) {
    if (!isInBucket(logs)) refuse("Expected 's3://BUCKET/PREFIX' or 'r2://ACCOUNT/BUCKET/PREFIX'.");
    const found = await remoteLogs([logs], window, process.env, events);
    return linesIn(running, found.get(logs) ?? []);
  }
  const job = jobOf(running) ?? refuse("Only a job delivers logs.");
  return linesIn(running, await deliveredLogs(job, window, process.env, events));
}

/** The text of the editor. */
function jobOf({ args, editor }: Running) {
  const snapshot = args.uri === undefined ? undefined : editor.snapshots.of(args.uri);
  if (!snapshot) return undefined;
  const subject = subjectOf(snapshot.source, snapshot.source.uri, (it) => editor.read(it));
  const jobs = textsIn(subject).flatMap((it) => it.delivered ?? []);
  return jobs.length === 1 ? jobs[0] : undefined;
}

async function linesIn(running: Running, found: Parameters<typeof firstLines>[0]): Promise<Read> {
  let bytes = 0;
  const read = await firstLines(
    found,
    most,
    () => running.isCanceled,
    (count) => {
      bytes += count;
      running.options.progress.report(bytesText(bytes));
    },
  );
  const [problem] = read.problems;
  if (read.lines === 0 && problem) refuse(`${problem.path}: ${running.hide(problem.message)}`);
  const notes = [
    ...(read.isCut ? [`Only the first ${plural(read.lines, "line")} were read.`] : []),
    ...(problem ? [`${problem.path}: ${running.hide(problem.message)}`] : []),
  ];
  return { ...read, ...(notes.length > 0 && { note: notes.join(" ") }) };
}
