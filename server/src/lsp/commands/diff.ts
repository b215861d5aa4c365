import { diff } from "../../push/diff.ts";
import type { Command } from "./running/command.ts";
import { eachFile } from "./running/files.ts";
import { readOnly } from "./running/running.ts";

/** What a push would change, and what changed since the last one. */
export const diffFiles: Command = {
  title: "Comparing",
  run: (running) =>
    eachFile(running, {
      ...readOnly,
      texts: "saved",
      handle: (path, session) => diff(path, session, { job: running.args.job }),
    }),
};
