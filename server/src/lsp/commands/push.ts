import { isRule } from "../../languages.ts";
import { deleteResources } from "../../push/delete.ts";
import type { Result } from "../../push/plan/plan.ts";
import { type PushOptions, push } from "../../push/push.ts";
import { inRunOrder } from "../../push/rules/run-order.ts";
import type { RunOrders } from "../../push/session/run-order.ts";
import type { Session } from "../../push/session/session.ts";
import { Simulations } from "../../push/simulation/session.ts";
import { PushedTogether } from "../../push/together.ts";
import type { FileResults } from "../protocol.ts";
import { eachFile, type Handled, type TargetFile, targetFiles } from "./running/files.ts";
import { refuse } from "./running/refused.ts";
import type { Command, PromptOptions, Running } from "./running/running.ts";
import { showServiceErrors } from "./service-errors/show-service-errors.ts";

export const prompt: PromptOptions = { act: "push", texts: "saved" };

export const pushFiles: Command = {
  title: "Pushing",
  writes: true,
  run(running) {
    const { job, action, dryRun } = running.args;
    const options = { job, action, dryRun, askForJob: true };
    return changeFiles(running, prompt, options, push, (result, session, file) =>
      pushed(result, session, file, running),
    );
  },
};

/** Changes the resources of each file. In a dry run, it sees what the changes of earlier files would leave. */
export function changeFiles(
  running: Running,
  asked: PromptOptions,
  options: PushOptions,
  change: (path: string, session: Session, options: PushOptions) => Promise<Result>,
  done: (result: Result, session: Session, file: TargetFile) => Handled,
): Promise<FileResults> {
  const simulations = new Simulations();
  let together: PushedTogether | undefined;
  let orders: RunOrders | undefined;
  return eachFile(running, {
    ...asked,
    async inOrder(files) {
      if (change !== push) return files;
      const sorted = await inRunOrder(files, async ({ work }) =>
        "refusal" in work ? undefined : work,
      );
      orders = sorted.orders;
      return sorted.files;
    },
    async handle(path, session, file, all) {
      const its = { ...options, orders };
      together ??= new PushedTogether({ files: async () => all, change, options: its });
      const at = options.dryRun ? simulations.of(session) : session;
      return done(await change(path, at, { ...its, together }), at, file);
    },
  });
}

/** Pushes a file, shows errors of the service in it, and keeps the data for undo. */
export async function pushOne(
  path: string,
  session: Session,
  file: TargetFile,
  running: Running,
): Promise<Handled> {
  const { job, action, dryRun } = running.args;
  const result = await push(path, session, { job, action, dryRun, askForJob: true });
  return pushed(result, session, file, running);
}

function pushed(result: Result, session: Session, file: TargetFile, running: Running): Handled {
  if (!running.args.dryRun) showServiceErrors(result, file, running);
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

/** A push that only accepts rules. */
export const createRule: Command = {
  title: "Creating",
  writes: true,
  async run(running) {
    const targets = targetFiles(running);
    const other = targets.find((it) => !isRule(it.path));
    if (other)
      refuse(`'${other.path}' is not a rule. '${running.options.name}' needs a '.cfrule' file.`);
    return eachFile(running, {
      ...prompt,
      targets,
      handle: (path, session, file) => pushOne(path, session, file, running),
    });
  },
};

/** Deletes the resources of files. The files are kept, and need not exist. */
export const deleteFiles: Command = {
  title: "Deleting",
  writes: true,
  run(running) {
    const { dryRun } = running.args;
    return changeFiles(
      running,
      { act: "delete", texts: "shown" },
      { dryRun },
      deleteResources,
      (result, session, { uri }) => undoable(result, session, uri, running),
    );
  },
};
