import { remove } from "../../push/delete.ts";
import type { Command } from "./running/command.ts";
import { eachFile } from "./running/files.ts";

/** Deletes what files have become at the service. The files stay, and need not be there any more. */
export const deleteFiles: Command = {
  title: "Deleting",
  writes: true,
  run: (running) =>
    eachFile(running, {
      question: "Delete this?",
      agree: "Delete",
      texts: "shown",
      handle: (path, session) => remove(path, session, { dryRun: running.args.dryRun }),
    }),
};
