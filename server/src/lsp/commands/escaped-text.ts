import { languageOfPath } from "../../languages.ts";
import { escaped } from "../../push/escaped.ts";
import { judge } from "../../push/judge.ts";
import { Refusal } from "../../push/refusal.ts";
import type { TextResult } from "../protocol.ts";
import type { Session } from "../session.ts";

/** What would be pushed of a file, as the editor shows it, written as a string inside JSON. */
export function escapedText(
  uri: string,
  editor: Pick<Session, "snapshots" | "read" | "contextOf">,
): TextResult {
  const open = editor.snapshots.of(uri)?.source;
  const text = open?.text ?? editor.read(uri);
  if (text === undefined) return { refusal: "There is no such file." };
  const language = open?.language ?? languageOfPath(uri);
  const path = uri.slice(uri.lastIndexOf("/") + 1);
  if (!language) return { refusal: `'${path}' is no file that can be pushed.` };
  const pushed = judge(`a${language.extension}`, text, editor.contextOf(uri)).pushed();
  if (!pushed) throw new Refusal(`'${path}' holds nothing that is pushed.`);
  return { text: escaped(pushed) };
}
