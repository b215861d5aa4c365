import type { CodeLens } from "vscode-languageserver";
import { languageFor } from "../../languages.ts";
import { contains } from "../../text/span.ts";
import { mayConfigure } from "../documents/configurations.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ServerState } from "../server-state.ts";

/** Lenses in a host document that open the lab for each of its texts, and the trace and the review for each of its rules. */
export function hostLenses({ source, analysis, places }: Snapshot, state: ServerState): CodeLens[] {
  const { uri, language, context } = source;
  if (!state.client.offers?.lab || language.resource || context.brief) return [];
  const rule = languageFor("rule");
  const rules = mayConfigure(uri)
    ? (analysis.regions?.() ?? []).filter((it) => it.language === rule.id && it.owner?.isMain)
    : [];
  return analysis.lenses().flatMap((it) => {
    const range = places.range(it);
    const lens = (title: string, command: string) => ({
      range,
      command: { title, command, arguments: [uri, range.start] },
    });
    const isRule = rules.some((region) => contains(region, it));
    return [
      lens("Try on logs", "weir.tryOnLogs"),
      ...(isRule ? [lens("Trace", "weir.trace"), lens("Review", "weir.reviewChanges")] : []),
    ];
  });
}
