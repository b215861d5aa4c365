import process from "node:process";
import { credentialFor } from "../../api/credential.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { ShellName } from "../../push/curl/shells.ts";
import { curlFor } from "../../push/curl.ts";
import { PushError } from "../../push/push-error.ts";
import type { PushChoices } from "../../push/session/session.ts";
import { printable } from "../../text/printable.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import { exit, type Io } from "../io.ts";
import { openReading } from "./read-session.ts";

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
  const { sessions, questions } = openReading(profile, io);
  const fail = (message: string, status: number) => {
    io.err(`weir: ${printable(message)}\n`);
    return status;
  };
  try {
    const work = await sessions.sessionFor(file);
    if ("refusal" in work)
      return fail(work.refusal, sessions.couldNotRun ? exit.couldNotRun : exit.found);
    const { session, path } = work;
    const credential = credentialFor(session.place.address.origin, io.env ?? process.env);
    try {
      io.out(`${await curlFor(path, session, { ...choices, credential, shell })}\n`);
      return exit.fine;
    } catch (error) {
      if (![PushError, ServiceError, LockError].some((it) => error instanceof it)) throw error;
      return fail(session.service.secrets.hide((error as Error).message), exit.found);
    }
  } finally {
    questions.close();
  }
}
