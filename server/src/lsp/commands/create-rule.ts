import { isRule } from "../../languages.ts";
import { manner, pushOne } from "./push.ts";
import type { Command } from "./running/command.ts";
import { eachFile, meantBy } from "./running/files.ts";

/** A push that only accepts rules. */
export const createRule: Command = {
  title: "Creating",
  writes: true,
  async run(running) {
    const meant = meantBy(running);
    if ("refusal" in meant) return meant;
    const other = meant.find((it) => !isRule(it.path));
    if (other)
      return {
        refusal: `'${other.path}' is not a rule. '${running.options.name}' needs a '.cfrule' file.`,
      };
    return eachFile(running, {
      ...manner,
      agree: "Create",
      question: "Create this?",
      meant,
      handle: (path, session, file) => pushOne(path, session, file, running),
    });
  },
};
