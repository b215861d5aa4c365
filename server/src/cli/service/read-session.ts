import type { ServiceConfiguration } from "../../api/configuration.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { Configuration } from "../../core/configuration/model.ts";
import { Cancellation } from "../../push/session/cancellation.ts";
import type { Session } from "../../push/session/session.ts";
import { type Io, UsageError } from "../io.ts";
import { terminalConversation } from "./conversation.ts";
import { Questions } from "./questions.ts";
import { CommandSessions } from "./sessions.ts";

/** A session that only reads, for the `weir.json` that applies to a file (absolute, with `/`). */
export async function readSession(
  file: string,
  profile: string | undefined,
  io: Io,
): Promise<Session> {
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const options = { yes: false, forProgram: true, quiet: false, question: "", progress() {} };
  const conversation = terminalConversation(io, questions, options);
  const stop = new Cancellation(new AbortController().signal);
  const sessions = new CommandSessions(io, profile, conversation, stop, undefined);
  const work = await sessions.sessionFor(file);
  if ("refusal" in work) throw new UsageError(work.refusal);
  return work.session;
}

/** What the zone and the account of a profile have on the service. The `weir.json` is that of a file (absolute, with `/`). */
export async function readServiceConfiguration(
  io: Io,
  profile: string | undefined,
  near: string,
  also?: Configuration,
): Promise<ServiceConfiguration> {
  const { service, place } = await readSession(near, profile, io);
  try {
    return await service.configuration(place, also);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(service.secrets.hide(error.message));
  }
}
