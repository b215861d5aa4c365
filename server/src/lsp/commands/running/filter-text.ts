import { filterOf } from "../../../bridge/filter-of.ts";
import { itemsIn } from "../../../compare/items.ts";
import { oneItem } from "../../../compare/select.ts";
import { hostOfPath, languageOfPath } from "../../../languages.ts";
import { hasHole } from "../../../text/hole.ts";
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
  const all = language ? itemsIn(text, language, context) : [];
  const items = all.filter((it) => it.kind === "rule");
  if (items.length === 0) return { refusal: "Only a rule can be copied as a filter." };
  // The cursor is always somewhere, and only matters if there are several rules.
  const offset = position && items.length > 1 ? new Lines(text).offsetAt(position) : undefined;
  const howToSelect = "Place the cursor in one of them.";
  const rule = oneItem({ name: "this file", text, items, selection: { offset }, howToSelect });
  if ("error" in rule) return { refusal: rule.error };
  if (rule.source !== undefined || hasHole(rule.text)) return { refusal: onlyKnownLater };
  const filter = filterOf(rule.text, context);
  return "error" in filter ? { refusal: filter.error } : { text: filter.text };
}

const onlyKnownLater = "Parts of the rule are filled in later, so it cannot be copied as a filter.";
