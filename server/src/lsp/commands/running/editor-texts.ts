import { languageOfPath } from "../../../languages.ts";
import { requireValid } from "../../../push/plan/require-valid.ts";
import { PushError } from "../../../push/push-error.ts";
import { decoded } from "../../../text/encode-path.ts";
import type { CommandArguments, CommandName, TextResult } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";
import { filterText } from "./filter-text.ts";
import { sqlText } from "./sql-text.ts";

type EditorText = (uri: string, args: CommandArguments, editor: ServerState) => TextResult;

/** Commands that only need the text of the editor: no profile, no trust and no files. */
export const editorTexts = {
  "weir.copyEscaped": (uri, _, editor) => escapedText(uri, editor),
  "weir.copySql": (uri, { dialect }, editor) => sqlText(uri, dialect, editor),
  "weir.copyFilter": (uri, { position }, editor) => filterText(uri, position, editor),
} as const satisfies Partial<Record<CommandName, EditorText>>;

/** The text that a push of a file would send, from the editor, as an escaped JSON string. */
export function escapedText(
  uri: string,
  editor: Pick<ServerState, "snapshots" | "read" | "contextOf">,
): TextResult {
  const open = editor.snapshots.of(uri)?.source;
  const text = open?.text ?? editor.read(uri);
  if (text === undefined) return { refusal: "File not found." };
  const language = open?.language ?? languageOfPath(uri);
  const path = nameIn(uri);
  if (!language) return { refusal: `'${path}' is not a file type that can be pushed.` };
  const pushed = requireValid(path, text, editor.contextOf(uri), language).pushed();
  if (!pushed) throw new PushError(`'${path}' has nothing to push.`);
  return { text: JSON.stringify(pushed) };
}

/** As shown to the user; it may be untitled: 'untitled:Untitled-1'. */
function nameIn(uri: string): string {
  return decoded(uri.slice(Math.max(uri.lastIndexOf("/"), uri.indexOf(":")) + 1));
}
