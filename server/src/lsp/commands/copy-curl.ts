import process from "node:process";
import { usualShell } from "../../push/curl/shells.ts";
import { curlFor } from "../../push/curl.ts";
import { oursOnly, targetFiles } from "./running/files.ts";
import { openOne } from "./running/one-session.ts";
import type { Command } from "./running/running.ts";

/** The calls of a push as shell commands, which read the token from the environment. */
export const copyCurl: Command = {
  title: "Reading from the service",
  async run(running) {
    const targets = targetFiles(running);
    if ("refusal" in targets) return targets;
    const refused = oursOnly(targets);
    if (refused) return refused;
    const opened = await openOne(running);
    if ("refusal" in opened) return opened;
    const { session, path } = opened;
    const { action, inline, job, shell = usualShell(process.platform) } = running.args;
    const credential = await running.credentialFor(session.place.address.origin);
    return { text: await curlFor(path, session, { action, inline, job, credential, shell }) };
  },
};
