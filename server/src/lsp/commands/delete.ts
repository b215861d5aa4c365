import { deleteResources } from "../../push/delete.ts";
import type { Command } from "./running/command.ts";
import { eachFile } from "./running/files.ts";

/** Deletes the resources of files. The files are kept, and need not exist. */
export const deleteFiles: Command = {
  title: "Deleting",
  writes: true,
  run: (running) =>
    eachFile(running, {
      question: "Delete this?",
      agree: "Delete",
      texts: "shown",
      handle: (path, session) => deleteResources(path, session, { dryRun: running.args.dryRun }),
    }),
};
