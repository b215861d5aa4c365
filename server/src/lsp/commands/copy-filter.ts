import type { Command } from "./running/command.ts";
import { targetFiles } from "./running/files.ts";
import { filterText } from "./running/filter-text.ts";

/** A rule as a filter. Uses the text of the editor; needs no profile and no trust. */
export const copyFilter: Command = {
  isLocal: true,
  async run(running) {
    const { editor, args } = running;
    const uri = args.uri ?? args.uris?.[0];
    const { position } = args;
    if (uri !== undefined && editor.snapshots.of(uri)) return filterText(uri, position, editor);
    const targets = targetFiles(running);
    return "refusal" in targets ? targets : filterText(targets[0]?.uri ?? "", position, editor);
  },
};
