import { tryLines } from "../../try/lines.ts";
import type { Source } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import type { TryLinesResponse } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";

/** Tries an open document on lines that the client sends, where there are no files. */
export function tryLinesOn(
  source: Source,
  state: Pick<ServerState, "read">,
  lines: string,
): TryLinesResponse {
  return tryLines(
    subjectOf(source, source.uri, (it) => state.read(it)),
    lines,
  );
}
