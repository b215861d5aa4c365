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
