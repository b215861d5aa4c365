import process from "node:process";
import { usualShell } from "../../push/curl/shells.ts";
import { curlFor } from "../../push/curl.ts";
import { SignInNeeded } from "../../push/push-error.ts";
import { fileSessionFor } from "../file-session.ts";
import { oursOnly, targetFiles } from "./running/files.ts";
import type { Command } from "./running/running.ts";
import { readOnly } from "./running/running.ts";

/** The calls of a push as shell commands, which read the token from the environment. */
export const copyCurl: Command = {
  async run(running) {
    const targets = targetFiles(running);
    if ("refusal" in targets) return targets;
    const refused = oursOnly(targets);
    if (refused) return refused;
    const [file] = targets;
    if (!file || targets.length > 1)
      return { refusal: `'${running.options.name}' needs exactly one file.` };
    const found = fileSessionFor(file.uri, running.editor, running.profile);
    if ("refusal" in found) return found;
    const { action, inline, job, shell = usualShell(process.platform) } = running.args;
    const conversation = running.conversation(readOnly);
    const credential = await running.credentialFor(found.offline.place.address.origin);
    const offline = { ...found.offline, conversation, credential, shell };
    try {
      return { text: await curlFor(found.path, offline, { action, inline, job }) };
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw error;
      return { refusal: error.message, signInTo: error.origin };
    }
  },
};
