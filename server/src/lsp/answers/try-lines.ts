import { filterFileOf, isJob } from "../../languages.ts";
import { tryLines } from "../../try/lines.ts";
import type { Subject } from "../../try/subject.ts";
import type { Source } from "../documents/snapshots.ts";
import type { TryLinesResponse } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";

/** Tries an open document on lines that the client sends, where there are no files. */
export function tryLinesOn(
  source: Source,
  state: Pick<ServerState, "read">,
  lines: string,
): TryLinesResponse {
  return tryLines(subjectOf(source, state), lines);
}

function subjectOf({ uri, text, context }: Source, state: Pick<ServerState, "read">): Subject {
  const subject: Subject = { path: uri, file: uri, text, context };
  const path = isJob(uri) ? filterFileOf(text)?.path : undefined;
  if (path === undefined) return subject;
  const found = URL.canParse(path, uri) ? state.read(new URL(path, uri).href) : undefined;
  const filter = found === undefined ? { error: "No such file." } : { path, text: found };
  return { ...subject, filter };
}
