import { isJob } from "../../languages.ts";
import type { Session } from "../../push/session/session.ts";
import { enableById, enabledText } from "../../push/set-enabled.ts";
import { uriBelow } from "../files/disk.ts";
import type { FileResults } from "../protocol.ts";
import { prompt, pushOne, undoable } from "./push.ts";
import {
  eachFile,
  type Handled,
  openOne,
  shownResult,
  type TargetFile,
  targetFiles,
} from "./running/files.ts";
import { refuse } from "./running/refused.ts";
import type { Command, Running } from "./running/running.ts";

/** Enables or disables jobs: a push of their files with another `enabled`. A file is only changed if the push succeeds. */
export const setEnabled: Command = {
  title: "Pushing",
  writes: true,
  async run(running) {
    const { enabled } = running.args;
    if (enabled === undefined) refuse("Argument 'enabled' needs true or false.");
    if (running.args.job !== undefined) return enableJob(running, running.args.job, enabled);
    const targets = targetFiles(running);
    const other = targets.find((it) => !isJob(it.path));
    if (other) refuse(`'${other.path}' is not a job.`);
    return eachFile(running, {
      ...prompt,
      targets,
      handle: (path, session, file) => pushEnabled(path, session, file, running, enabled),
    });
  },
};

/** A job without a file. */
async function enableJob(running: Running, id: string, isOn: boolean): Promise<FileResults> {
  const { session } = await openOne(running, prompt);
  const { dryRun } = running.args;
  const result = await enableById(id, isOn, session, { dryRun });
  const handled = undoable(result, session, uriBelow(session.lock.path, ""), running);
  return { version: 1, results: [shownResult(handled, session, running)] };
}

async function pushEnabled(
  path: string,
  session: Session,
  file: TargetFile,
  running: Running,
  isOn: boolean,
): Promise<Handled> {
  const before = session.files.read(path) ?? "";
  const after = enabledText(path, before, isOn);
  running.open.replace(file.path, after);
  const result = await pushOne(path, session, file, running);
  running.open.replace(file.path, undefined);
  const isDone = result.outcome === "updated" || result.outcome === "unchanged";
  if (isDone && after !== before) session.files.write(path, after);
  return result;
}
