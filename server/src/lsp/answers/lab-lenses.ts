import type { CodeLens } from "vscode-languageserver";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ServerState } from "../server-state.ts";

/** Lenses in a host document that open the lab for each of its texts. */
export function labLenses({ source, analysis, places }: Snapshot, state: ServerState): CodeLens[] {
  const { uri, language, context } = source;
  if (!state.client.offers?.lab || language.resource || context.brief) return [];
  return analysis.lenses().map((it) => {
    const range = places.range(it);
    const command = {
      title: "Try on logs",
      command: "weir.tryOnLogs",
      arguments: [uri, range.start],
    };
    return { range, command };
  });
}
