import type { Location } from "vscode-languageserver";
import { touches } from "../text/span.ts";
import { toLinks } from "./answers.ts";
import type { Session } from "./session.ts";
import type { SharedLists } from "./shared-lists.ts";
import type { Snapshot } from "./snapshots.ts";

/** Where what is named at the cursor is written down: a list in `weir.json`, a filter in its file. */
export function definition(
  it: Snapshot,
  offset: number,
  lists: SharedLists,
  session: Pick<Session, "read">,
): Location[] | null {
  const entries = lists.entries(it, offset);
  if (entries.length > 0) return entries;
  const here = it.analysis.links().filter((link) => touches(link, offset));
  const files = toLinks(here, it.places).flatMap(({ target }) =>
    target !== undefined && session.read(target) !== undefined ? [target] : [],
  );
  const start = { line: 0, character: 0 };
  return files.length > 0 ? files.map((uri) => ({ uri, range: { start, end: start } })) : null;
}
