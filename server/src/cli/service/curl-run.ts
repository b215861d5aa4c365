import process from "node:process";
import { credentialFor } from "../../api/credential.ts";
import type { ShellName } from "../../push/curl/shells.ts";
import { curlFor } from "../../push/curl.ts";
import { PushError } from "../../push/push-error.ts";
import { configHasErrors, noConfig, openOffline } from "../../push/session/open-offline.ts";
import type { PushChoices } from "../../push/session/session.ts";
import { printable } from "../../text/printable.ts";
import { spelledOnDisk } from "../../workspace/files/spelling.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import { Workspace } from "../../workspace/workspace.ts";
import { exit, type Io } from "../io.ts";
import { readSettings, reportProblems } from "../settings.ts";
import { terminalConversation } from "./conversation.ts";
import { Questions } from "./questions.ts";

export interface CurlOptions {
  readonly profile: string | undefined;
  readonly shell: ShellName;
  readonly choices: PushChoices;
}

/** Prints the commands for a file (absolute, with `/`). Prompts go to standard error. */
export async function printCurl(
  file: string,
  io: Io,
  { profile, shell, choices }: CurlOptions,
): Promise<number> {
  const env = io.env ?? process.env;
  const workspace = new Workspace((path) => readSettings(path, io.cwd));
  const config = workspace.configFor(file);
  if (!config || config.problems.length > 0) {
    if (config) reportProblems(config, io);
    io.err(`weir: ${config ? configHasErrors : noConfig}\n`);
    return exit.couldNotRun;
  }
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const options = { yes: false, forProgram: true, quiet: false, question: "", progress() {} };
  const conversation = terminalConversation(io, questions, options);
  try {
    const offline = openOffline({ config, profile, env, workspace });
    const credential = credentialFor(offline.place.address.origin, env);
    const path = spelledOnDisk(config.folder, file.slice(config.folder.length + 1));
    const text = await curlFor(path, { ...offline, conversation, credential, shell }, choices);
    io.out(`${text}\n`);
    return exit.fine;
  } catch (error) {
    if (!(error instanceof PushError) && !(error instanceof LockError)) throw error;
    io.err(`weir: ${printable(error.message)}\n`);
    return exit.found;
  } finally {
    questions.close();
  }
}
