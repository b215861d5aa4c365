import { isRule } from "../../languages.ts";
import { prompt, pushOne } from "./push.ts";
import { eachFile, targetFiles } from "./running/files.ts";
import type { Command } from "./running/running.ts";

/** A push that only accepts rules. */
export const createRule: Command = {
  title: "Creating",
  writes: true,
  async run(running) {
    const targets = targetFiles(running);
    if ("refusal" in targets) return targets;
    const other = targets.find((it) => !isRule(it.path));
    if (other)
      return {
        refusal: `'${other.path}' is not a rule. '${running.options.name}' needs a '.cfrule' file.`,
      };
    return eachFile(running, {
      ...prompt,
      targets,
      handle: (path, session, file) => pushOne(path, session, file, running),
    });
  },
};
