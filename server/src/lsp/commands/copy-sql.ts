import type { Command } from "./running/command.ts";
import { targetFiles } from "./running/files.ts";
import { sqlText } from "./running/sql-text.ts";

/** A filter, a job or a rule as SQL. Uses the text of the editor; needs no profile and no trust. */
export const copySql: Command = {
  isLocal: true,
  async run(running) {
    const { editor, args } = running;
    const { dialect = "duckdb" } = args;
    const uri = args.uri ?? args.uris?.[0];
    if (uri !== undefined && editor.snapshots.of(uri)) return sqlText(uri, dialect, editor);
    const targets = targetFiles(running);
    return "refusal" in targets ? targets : sqlText(targets[0]?.uri ?? "", dialect, editor);
  },
};
