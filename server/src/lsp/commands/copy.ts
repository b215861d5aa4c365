import process from "node:process";
import { usualShell } from "../../push/curl/shells.ts";
import { curlFor } from "../../push/curl.ts";
import type { editorTexts } from "./running/editor-texts.ts";
import { openOne, requireOurs, targetFile, targetFiles } from "./running/files.ts";
import type { Command } from "./running/running.ts";

/** The calls of a push as shell commands, which read the token from the environment. */
export const copyCurl: Command = {
  title: "Reading from the service",
  async run(running) {
    requireOurs([targetFile(running)]);
    const { session, path } = await openOne(running);
    const { action, inline, job, shell = usualShell(process.platform) } = running.args;
    const credential = await running.credentialFor(session.place.address.origin);
    return { text: await curlFor(path, session, { action, inline, job, credential, shell }) };
  },
};

/** Copies the text of a push as an escaped JSON string, a text as SQL, or a rule as a filter. */
export function copying(text: (typeof editorTexts)[keyof typeof editorTexts]): Command {
  return {
    isLocal: true,
    async run(running) {
      const { editor, args } = running;
      const uri = args.uri ?? args.uris?.[0];
      if (uri !== undefined && editor.snapshots.of(uri)) return text(uri, args, editor);
      return text(targetFiles(running)[0]?.uri ?? "", args, editor);
    },
  };
}
