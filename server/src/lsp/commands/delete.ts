import { deleteResources } from "../../push/delete.ts";
import { changeFiles, undoable } from "./push.ts";
import type { Command, PromptOptions } from "./running/running.ts";

const prompt: PromptOptions = { act: "delete", texts: "shown" };

/** Deletes the resources of files. The files are kept, and need not exist. */
export const deleteFiles: Command = {
  title: "Deleting",
  writes: true,
  run(running) {
    const { dryRun } = running.args;
    return changeFiles(running, prompt, { dryRun }, deleteResources, (result, session, { uri }) =>
      undoable(result, session, uri, running),
    );
  },
};
