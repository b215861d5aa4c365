import { ServiceError } from "../../api/service-error.ts";
import { PushError } from "../../push/push-error.ts";
import { Cancellation } from "../../push/session/cancellation.ts";
import { type NamedPlace, type Verified, verifyCredential } from "../../push/verify.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { exit, type Io } from "../io.ts";
import { terminalConversation } from "./conversation.ts";
import { Questions } from "./questions.ts";
import { CommandSessions } from "./sessions.ts";

export interface VerifyOptions {
  readonly profile?: string | undefined;
  readonly format: "pretty" | "json";
}

/** Prints whether the credential is accepted. `file` is in the folder whose settings are used. */
export async function printVerified(
  file: string,
  io: Io,
  { profile, format }: VerifyOptions,
): Promise<number> {
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const options = { yes: false, forProgram: true, progress() {} };
  const conversation = terminalConversation(io, questions, options);
  const stop = new Cancellation(new AbortController().signal);
  const sessions = new CommandSessions(io, profile, conversation, stop);
  const refuse = (message: string) => {
    if (format === "json") io.out(`${printableJson({ version: 1, error: message })}\n`);
    io.err(`weir: ${printable(message)}\n`);
  };
  const work = await sessions.sessionFor(file);
  if ("refusal" in work) {
    refuse(work.refusal);
    return sessions.couldNotRun ? exit.couldNotRun : exit.found;
  }
  const { session } = work;
  try {
    const found = await verifyCredential(session);
    const { identity: credential, profile: name } = await session.where();
    if (format === "json")
      io.out(`${printableJson({ version: 1, profile: name, credential, ...found })}\n`);
    else io.out(verifiedText(found, credential));
    return exit.fine;
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof PushError)) throw error;
    refuse(session.service.secrets.hide(error.message));
    return exit.found;
  }
}

function verifiedText({ origin, identity, zones, accounts }: Verified, credential: string): string {
  const who = identity === credential ? "" : ` Identity: ${identity}.`;
  return [
    `'${origin}' accepts the credential: ${credential}.${who}`,
    `Zones: ${placesText(zones)}.`,
    `Accounts: ${placesText(accounts)}.`,
  ]
    .map((it) => `${printable(it)}\n`)
    .join("");
}

function placesText(places: readonly NamedPlace[]): string {
  return places.length === 0
    ? "none, or no permission to list them"
    : places.map(({ name, id }) => `${name} (${id})`).join(", ");
}
