import type { Result } from "../../push/plan/plan.ts";
import { push } from "../../push/push.ts";
import type { Session } from "../../push/session/session.ts";
import { Simulations } from "../../push/simulation/session.ts";
import { PushedTogether } from "../../push/together.ts";
import { eachFile, type Handled, type TargetFile } from "./running/files.ts";
import type { Command, PromptOptions, Running } from "./running/running.ts";
import { showServiceErrors } from "./service-errors/show-service-errors.ts";

export const prompt: PromptOptions = { question: "Push this?", agree: "Push", texts: "saved" };

export const pushFiles: Command = {
  title: "Pushing",
  writes: true,
  run: (running) => {
    const { job, action, dryRun } = running.args;
    const options = { job, action, dryRun, askForJob: true };
    const simulations = new Simulations();
    let together: PushedTogether | undefined;
    return eachFile(running, {
      ...prompt,
      handle(path, session, file, all) {
        together ??= new PushedTogether({ files: async () => all, options });
        const at = dryRun ? simulations.of(session) : session;
        return pushOne(path, at, file, running, together);
      },
    });
  },
};

/** Pushes a file, shows errors of the service in it, and keeps the data for undo. */
export async function pushOne(
  path: string,
  session: Session,
  file: TargetFile,
  running: Running,
  together?: PushedTogether,
): Promise<Handled> {
  const { job, action, dryRun } = running.args;
  const result = await push(path, session, { job, action, dryRun, askForJob: true, together });
  if (!dryRun) showServiceErrors(result, file, running);
  return undoable(result, session, file.uri, running);
}

/** The result of a change, with the undo ID of its run: also if it cannot be undone, because it is the last one then. */
export function undoable(
  { undo, ...result }: Result,
  session: Session,
  uri: string,
  { options }: Running,
): Handled {
  if (!/^(created|updated|deleted)$/.test(result.outcome)) return result;
  const { path, profile } = result;
  return {
    ...result,
    undo: options.undos.keep({ uri, profile, path, run: session.run.id, undo }),
  };
}
