import { filterOf } from "../../../bridge/filter-of.ts";
import { type FileContext, hostOfPath, languageFor, languageOfPath } from "../../../languages.ts";
import { Lines, type Position } from "../../../text/lines.ts";
import type { TextResult } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";

/**
 * The filter for the log lines of a rule, from the editor. Comments in it name what was not carried over. In a host document, the
 * position selects the rule.
 */
export function filterText(
  uri: string,
  position: Position | undefined,
  editor: Pick<ServerState, "snapshots" | "read" | "contextOf">,
): TextResult {
  const open = editor.snapshots.of(uri)?.source;
  const text = open?.text ?? editor.read(uri);
  if (text === undefined) return { refusal: "File not found." };
  const context = editor.contextOf(uri);
  const language = open?.language ?? languageOfPath(uri) ?? hostOfPath(uri);
  if (language?.id === languageFor("rule").id) return copied(text, context);
  const analysis = language?.analyse(text, context);
  const regions = analysis?.regions?.() ?? [];
  const embedded = analysis?.embedded?.() ?? [];
  const rules = regions.flatMap((region, index) => {
    const inner = embedded[index];
    return inner && region.language === languageFor("rule").id ? [{ ...region, inner }] : [];
  });
  const lines = new Lines(text);
  const at = position && lines.offsetAt(position);
  const selected =
    rules.length === 1
      ? rules[0]
      : rules.find(({ start, end }) => at !== undefined && start <= at && at <= end);
  if (selected) {
    const { text: rule, hasHoles } = selected.inner;
    return hasHoles ? { refusal: onlyKnownLater } : copied(rule, context);
  }
  if (rules.length === 0) return { refusal: "Only a rule can be copied as a filter." };
  const places = rules.slice(0, 5).map((it) => lines.positionAt(it.start).line + 1);
  const more = rules.length > places.length ? ", …" : "";
  return {
    refusal: `This file has ${rules.length} rules. Place the cursor in one of them: line ${places.join(", ")}${more}.`,
  };
}

const onlyKnownLater = "Parts of the rule are filled in later, so it cannot be copied as a filter.";

function copied(rule: string, context: FileContext): TextResult {
  const filter = filterOf(rule, context);
  return "error" in filter ? { refusal: filter.error } : { text: filter.text };
}
