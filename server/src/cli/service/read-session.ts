import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { ServiceConfiguration } from "../../api/configuration.ts";
import { ServiceError } from "../../api/service-error.ts";
import { type Configuration, emptyConfiguration } from "../../core/configuration/model.ts";
import type { Plan } from "../../push/plan/plan.ts";
import { Cancellation } from "../../push/session/cancellation.ts";
import type { Session } from "../../push/session/session.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { type Io, UsageError } from "../io.ts";
import { refusalOf, terminalConversation } from "./conversation.ts";
import { Questions } from "./questions.ts";
import { CommandSessions } from "./sessions.ts";

/** Sessions that only read, with questions at the terminal. */
export function openReading(profile: string | undefined, io: Io) {
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const options = { yes: false, forProgram: true, progress() {} };
  const conversation = terminalConversation(io, questions, options);
  const stop = new Cancellation(new AbortController().signal);
  const refusal = (plan: Plan) => refusalOf(plan, {});
  const asking = { ...conversation, refusal };
  return { questions, sessions: new CommandSessions(io, profile, asking, stop) };
}

/** A session that only reads, for the `weir.json` that applies to a file (absolute, with `/`). */
export async function readSession(
  file: string,
  profile: string | undefined,
  io: Io,
): Promise<Session> {
  const work = await openReading(profile, io).sessions.sessionFor(file);
  if ("refusal" in work) throw new UsageError(work.refusal);
  return work.session;
}

/** The configuration of a profile's zone and account on the service, now and after a push of files. */
export interface ServiceSides extends ServiceConfiguration {
  readonly after: Configuration;
}

/** The `weir.json` of the file decides (absolute, with `/`). */
export async function readServiceConfiguration(
  io: Io,
  profile: string | undefined,
  near: string,
  files: Configuration = emptyConfiguration,
): Promise<ServiceSides> {
  const session = await readSession(near, profile, io);
  const { service, place, lock } = session;
  const folder = withForwardSlashes(dirname(lock.path));
  const pathOf = (shown: string) => {
    const path = withForwardSlashes(relative(folder, resolve(io.cwd, shown)));
    return path.startsWith("../") || isAbsolute(path) ? undefined : path;
  };
  try {
    const found = await service.configuration(place, files);
    const { afterPush } = await import("../../push/reviewed.ts");
    return { ...found, after: await afterPush(found.configuration, files, session, pathOf) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(service.secrets.hide(error.message));
  }
}
