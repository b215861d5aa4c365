import type { TryAnswer } from "../../try/answer.ts";
import { plainContext, resolveTry, runnerFor, runTry, sourcesIn } from "../../try/try.ts";
import type { Samples } from "../../try/try-request.ts";
import type { Source } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import { pathOf } from "../files/disk.ts";
import { isAgreed } from "../files/outside-sample.ts";
import type { Refusal, TryParams } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";

type TryOptions = Pick<TryParams, "by" | "explain" | "head" | "logs">;

/** Tries an open document on logs. */
export async function tryDocument(
  source: Source,
  state: ServerState,
  { by = [], explain = false, head, logs = [] }: TryOptions,
  isStopped: () => boolean,
): Promise<TryAnswer | Refusal> {
  if (!state.choices.trusted) return { refusal: "Logs are not read in an untrusted workspace." };
  const samples = samplesFor(source, state);
  const folder = samples?.folder ?? folderOf(source);
  if (folder === undefined) return { refusal: "The document is not in a folder. Save it first." };
  const found = subjectOf(source, pathOf(source.uri) ?? source.uri, (it) => state.read(it));
  // Sent to other threads, so it must be plain data.
  const subject = { ...found, context: plainContext(found.context) };
  const request = {
    subjects: [subject],
    logs,
    folder,
    samplesFor: () => samples,
    outside: { isAgreed, advice: "Agree in the lab, or at a terminal with 'weir try'." },
    question: { by, explain, print: undefined, head },
  };
  const resolved = resolveTry(request);
  if (resolved.texts.length === 0) return { refusal: "Nothing to try in this document." };
  if (resolved.groups.length === 0)
    return { refusal: "No sample logs. Add 'samples' to 'weir.json'." };
  const answered = await runTry(request, resolved, { isStopped }, runnerFor([subject]));
  const [only, ...others] = sourcesIn(resolved);
  if (!only || others.length > 0) return answered;
  return { ...answered, logs: { ...answered.logs, path: only.path } };
}

/** The samples of the nearest `weir.json`. */
export function samplesFor({ uri }: Pick<Source, "uri">, state: ServerState): Samples | undefined {
  const config = state.sampleConfigFor(uri);
  const folder = config && pathOf(config.folder);
  return config && folder !== undefined ? { folder, samples: config.config.samples } : undefined;
}

function folderOf({ uri }: Source): string | undefined {
  return pathOf(uri.slice(0, uri.lastIndexOf("/")));
}
