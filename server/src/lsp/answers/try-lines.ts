import { tryLines } from "../../try/lines.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import type { TryLinesParams, TryLinesResponse } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";

/** Tries an open document on lines that the client sends, where there are no files. */
export function tryLinesOn(
  { source, places }: Pick<Snapshot, "source" | "places">,
  state: Pick<ServerState, "read">,
  { lines, position }: TryLinesParams,
): TryLinesResponse {
  const subject = subjectOf(source, source.uri, (it) => state.read(it));
  return tryLines(subject, String(lines), position && places.offset(position));
}
