import { escapedText } from "./running/escaped-text.ts";
import { targetFiles } from "./running/files.ts";
import { filterText } from "./running/filter-text.ts";
import type { Command } from "./running/running.ts";
import { sqlText } from "./running/sql-text.ts";

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

/** A filter, a job or a rule as SQL. Uses the text of the editor; needs no profile and no trust. */
export const copySql: Command = {
  isLocal: true,
  async run(running) {
    const { editor, args } = running;
    const { dialect } = args;
    const uri = args.uri ?? args.uris?.[0];
    if (uri !== undefined && editor.snapshots.of(uri)) return sqlText(uri, dialect, editor);
    const targets = targetFiles(running);
    return "refusal" in targets ? targets : sqlText(targets[0]?.uri ?? "", dialect, editor);
  },
};
