import type { Command } from "./running/command.ts";
import { escapedText } from "./running/escaped-text.ts";
import { targetFiles } from "./running/files.ts";

/** What would be pushed, as an escaped JSON string. Uses the text of the editor; needs no profile and no trust. */
export const copyEscaped: Command = {
  isLocal: true,
  async run(running) {
    const { editor, args } = running;
    const uri = args.uri ?? args.uris?.[0];
    if (uri !== undefined && editor.snapshots.of(uri)) return escapedText(uri, editor);
    const targets = targetFiles(running);
    return "refusal" in targets ? targets : escapedText(targets[0]?.uri ?? "", editor);
  },
};
