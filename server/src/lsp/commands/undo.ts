import { undo } from "../../push/undo.ts";
import { pathOf } from "../disk.ts";
import type { Command } from "./command.ts";
import { eachFile } from "./files.ts";

/** Takes a push back. The file stays as it is. */
export const undoPush: Command = {
  title: "Undoing",
  writes: true,
  async run(running) {
    const { undos, name } = running.options;
    const wanted = running.args.undo;
    if (wanted === undefined)
      return { refusal: `'${name}' needs the 'undo' that came with the result of a push.` };
    const kept = undos.get(wanted);
    const path = kept && pathOf(kept.uri);
    if (!kept || path === undefined)
      return { refusal: "That push is not remembered any more, so it cannot be undone." };
    return eachFile(running, {
      question: "Undo that push?",
      agree: "Undo",
      texts: "shown",
      profile: kept.profile,
      meant: [{ uri: kept.uri, path }],
      async handle(path, session) {
        const result = await undo(path, session, kept.undo);
        if (!result.refused) undos.forget(wanted);
        return result;
      },
    });
  },
};
