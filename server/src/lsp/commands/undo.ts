import { undo, undoKept } from "../../push/undo.ts";
import { pathOf } from "../files/disk.ts";
import type { FileResults, Refusal } from "../protocol.ts";
import type { Command } from "./running/command.ts";
import { eachFile } from "./running/files.ts";
import type { PromptOptions, Running } from "./running/running.ts";

const prompt: PromptOptions = { question: "Undo that push?", agree: "Undo", texts: "shown" };

/**
 * Undoes a push. The file is not changed. A push of this server is found by its undo ID; the last push of a file, from any
 * process, by its path.
 */
export const undoPush: Command = {
  title: "Undoing",
  writes: true,
  async run(running) {
    const { dryRun, undo: wanted } = running.args;
    if (wanted !== undefined) return undoNamed(wanted, running);
    return eachFile(running, {
      ...prompt,
      handle: (path, session) => undoKept(path, session, { dryRun }),
    });
  },
};

async function undoNamed(wanted: string, running: Running): Promise<FileResults | Refusal> {
  const { undos } = running.options;
  const kept = undos.get(wanted);
  const path = kept && pathOf(kept.uri);
  if (!kept || path === undefined)
    return {
      refusal: "That push can no longer be undone. Undo the last push of its file instead.",
    };
  return eachFile(running, {
    ...prompt,
    profile: kept.profile,
    targets: [{ uri: kept.uri, path }],
    async handle(path, session) {
      const result = await undo(path, session, kept.undo);
      if (!result.refused) undos.forget(wanted);
      return result;
    },
  });
}
