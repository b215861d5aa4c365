import { languageOfPath } from "../../languages.ts";
import { escaped } from "../../push/curl.ts";
import { judge } from "../../push/judge.ts";
import { Refusal } from "../../push/refusal.ts";
import type { Command } from "./command.ts";
import { meantBy } from "./files.ts";

/** What would be pushed, as a string inside JSON. It is read from the editor, and needs neither profile nor trust. */
export const copyEscaped: Command = {
  isLocal: true,
  async run(running) {
    const { editor, args } = running;
    const uri = args.uri ?? args.uris?.[0];
    const snapshot = uri === undefined ? undefined : editor.snapshots.of(uri);
    const meant = snapshot ? [] : meantBy(running);
    if ("refusal" in meant) return meant;
    const text = snapshot?.source.text ?? editor.read(meant[0]?.uri ?? "");
    if (uri === undefined || text === undefined) return { refusal: "There is no such file." };
    const language = snapshot?.source.language ?? languageOfPath(uri);
    const path = uri.slice(uri.lastIndexOf("/") + 1);
    if (!language) return { refusal: `'${path}' is no file that can be pushed.` };
    const pushed = judge(`a${language.extension}`, text, editor.contextOf(uri)).pushed();
    if (!pushed) throw new Refusal(`'${path}' holds nothing that is pushed.`);
    return { text: escaped(pushed) };
  },
};
