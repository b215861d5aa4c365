import type { Location } from "vscode-languageserver";
import { touches } from "../../text/span.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ServerState } from "../server-state.ts";
import { Places } from "../wire/convert.ts";
import { toLinks } from "../wire/results.ts";
import type { SharedLists } from "./shared-lists.ts";

/** The definition of the name at the cursor: a list, what a Terraform file refers to, or the file of a filter. */
export function definition(
  it: Snapshot,
  offset: number,
  lists: SharedLists,
  state: Pick<ServerState, "read" | "client">,
): Location[] | null {
  const entries = lists.entries(it, offset);
  const declared = (it.analysis.targets?.(offset) ?? []).map(({ path: uri, text, ...span }) => ({
    uri,
    range: new Places({ uri, version: null }, text, state.client).range(span),
  }));
  if (entries.length + declared.length > 0) return [...entries, ...declared];
  const here = it.analysis.links().filter((link) => touches(link, offset));
  const files = toLinks(here, it.places).flatMap(({ target }) =>
    target !== undefined && state.read(target) !== undefined ? [target] : [],
  );
  const start = { line: 0, character: 0 };
  return files.length > 0 ? files.map((uri) => ({ uri, range: { start, end: start } })) : null;
}
