import { deleteResources } from "../../push/delete.ts";
import { undoable } from "./push.ts";
import { eachFile } from "./running/files.ts";
import type { Command } from "./running/running.ts";

/** Deletes the resources of files. The files are kept, and need not exist. */
export const deleteFiles: Command = {
  title: "Deleting",
  writes: true,
  run: (running) =>
    eachFile(running, {
      question: "Delete this?",
      agree: "Delete",
      texts: "shown",
      async handle(path, session, { uri }) {
        const result = await deleteResources(path, session, { dryRun: running.args.dryRun });
        return undoable(result, session, uri, running);
      },
    }),
};
