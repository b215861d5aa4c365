import { filterOf } from "../../../bridge/filter-of.ts";
import { languageFor, languageOfPath } from "../../../languages.ts";
import type { TextResult } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";

/** The filter for the log lines of a rule, from the editor. Comments in it name what was not carried over. */
export function filterText(
  uri: string,
  editor: Pick<ServerState, "snapshots" | "read" | "contextOf">,
): TextResult {
  const open = editor.snapshots.of(uri)?.source;
  const text = open?.text ?? editor.read(uri);
  if (text === undefined) return { refusal: "File not found." };
  const language = open?.language ?? languageOfPath(uri);
  if (language?.id !== languageFor("rule").id) {
    return { refusal: "Only a rule can be copied as a filter." };
  }
  const copied = filterOf(text, editor.contextOf(uri));
  return "error" in copied ? { refusal: copied.error } : { text: copied.text };
}
