import { basename } from "node:path";
import { filterFileOf, isJob } from "../../languages.ts";
import type { Samples } from "../../try/ask.ts";
import type { TryAnswer } from "../../try/report.ts";
import type { Subject } from "../../try/subject.ts";
import { answer, ask, plainContext, runnerFor, sourcesIn } from "../../try/try.ts";
import type { Source } from "../documents/snapshots.ts";
import { pathOf } from "../files/disk.ts";
import type { Refused, TryParams } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";

type Asked = Pick<TryParams, "by" | "explain" | "head" | "logs">;

/** Tries an open document on logs. */
export async function tryDocument(
  source: Source,
  state: ServerState,
  { by = [], explain = false, head, logs = [] }: Asked,
  isStopped: () => boolean,
): Promise<TryAnswer | Refused> {
  if (!state.choices.trusted) return { refusal: "Logs are not read in an untrusted workspace." };
  const samples = samplesFor(source, state);
  const folder = samples?.folder ?? folderOf(source);
  if (folder === undefined) return { refusal: "The document is not in a folder. Save it first." };
  const subject = subjectOf(source, state);
  const request = {
    subjects: [subject],
    logs,
    folder,
    samplesFor: () => samples,
    question: { by, explain, print: undefined, head },
  };
  const asked = ask(request);
  if (asked.texts.length === 0) return { refusal: "Nothing to try in this document." };
  if (asked.groups.length === 0)
    return { refusal: "No sample logs. Add 'samples' to 'weir.json'." };
  const found = await answer(request, asked, { isStopped }, runnerFor([subject]));
  const [only, ...others] = sourcesIn(asked);
  if (!only || others.length > 0) return found;
  return { ...found, logs: { ...found.logs, path: only.path } };
}

/** The samples of the nearest `weir.json`. */
export function samplesFor({ uri }: Pick<Source, "uri">, state: ServerState): Samples | undefined {
  const config = state.configFor(uri);
  const folder = config && pathOf(config.folder);
  return config && folder !== undefined ? { folder, samples: config.config.samples } : undefined;
}

function folderOf({ uri }: Source): string | undefined {
  return pathOf(uri.slice(0, uri.lastIndexOf("/")));
}

/** The name decides the language, so a document without a name gets one. */
function subjectOf({ uri, text, language, context }: Source, state: ServerState): Subject {
  const file = pathOf(uri) ?? uri;
  const name = basename(file);
  const isNamed = language.extensions.some((it) => name.toLowerCase().endsWith(it));
  const path = isNamed ? name : `${name}${language.extensions[0]}`;
  const filter = isJob(path) ? filterFileOf(text)?.path : undefined;
  const subject = { path, file, text, context: plainContext(context) };
  if (filter === undefined || !URL.canParse(filter, uri)) return subject;
  const content = state.read(new URL(filter, uri).href);
  return {
    ...subject,
    filter: content === undefined ? { error: "No such file." } : { path: filter, text: content },
  };
}
