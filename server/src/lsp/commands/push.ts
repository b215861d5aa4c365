import type { Result } from "../../push/plan/plan.ts";
import { push } from "../../push/push.ts";
import type { Session } from "../../push/session/session.ts";
import type { Command } from "./running/command.ts";
import { eachFile, type Handled, type TargetFile } from "./running/files.ts";
import type { PromptOptions, Running } from "./running/running.ts";
import { showServiceErrors } from "./service-errors/show-service-errors.ts";

export const prompt: PromptOptions = { question: "Push this?", agree: "Push", texts: "saved" };

export const pushFiles: Command = {
  title: "Pushing",
  writes: true,
  run: (running) =>
    eachFile(running, {
      ...prompt,
      handle: (path, session, file) => pushOne(path, session, file, running),
    }),
};

/** Pushes a file, shows errors of the service in it, and keeps the data for undo. */
export async function pushOne(
  path: string,
  session: Session,
  file: TargetFile,
  running: Running,
): Promise<Handled> {
  const { job, action, dryRun } = running.args;
  const result = await push(path, session, { job, action, dryRun, askForJob: true });
  if (!dryRun) showServiceErrors(result, file, running);
  return undoable(result, file, running);
}

function undoable(result: Result, { uri }: TargetFile, running: Running): Handled {
  const { undo, ...rest } = result;
  if (!undo) return rest;
  return { ...rest, undo: running.options.undos.keep({ uri, profile: result.profile, undo }) };
}
