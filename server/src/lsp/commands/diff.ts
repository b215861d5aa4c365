import { compare } from "../../push/compare.ts";
import type { Command } from "./command.ts";
import { eachFile } from "./files.ts";
import { reading } from "./running.ts";

/** What a push would do, and what has changed since the last one. */
export const diff: Command = {
  title: "Comparing",
  run: (running) =>
    eachFile(running, {
      ...reading,
      texts: "saved",
      handle: (path, session) => compare(path, session, { job: running.args.job }),
    }),
};
