import { dirname } from "node:path/posix";
import { type UndoRunOptions, undoFile, undoRun } from "../../push/undo.ts";
import { isFolder } from "../../workspace/files/file-status.ts";
import { pathOf, uriBelow } from "../files/disk.ts";
import type { FileResults } from "../protocol.ts";
import { eachFile, shownResult, targetFiles } from "./running/files.ts";
import { Refused, refuse } from "./running/refused.ts";
import type { Command, PromptOptions, Running } from "./running/running.ts";

const prompt: PromptOptions = { act: "undo", texts: "shown" };

/**
 * Undoes a push. The files are not changed. A run of this server is found by its undo ID, the last run of any process by a
 * folder, and the last push of a file by its path.
 */
export const undoPush: Command = {
  title: "Undoing",
  writes: true,
  async run(running) {
    const { dryRun, undo: wanted } = running.args;
    if (wanted !== undefined) return undoNamed(wanted, running);
    const targets = targetFiles(running);
    const [only] = targets;
    if (only && targets.length === 1 && isFolder(only.path))
      return wholeRun(running, `${only.path}/.`, running.profile, {});
    return eachFile(running, {
      ...prompt,
      targets,
      handle: (path, session) => undoFile(path, session, { dryRun }),
    });
  },
};

async function undoNamed(wanted: string, running: Running): Promise<FileResults> {
  const { undos } = running.options;
  const kept = undos.get(wanted);
  const path = kept && pathOf(kept.uri);
  if (!kept || path === undefined)
    return refuse("That push can no longer be undone. Undo the last push of its file instead.");
  const { run } = kept;
  const answer = await wholeRun(running, path, kept.profile, { run });
  const isDone = answer.results.every((it) => !/^(skipped|failed)$/.test(it.outcome));
  if (isDone && !running.args.dryRun) undos.forget(wanted);
  return answer;
}

async function wholeRun(
  running: Running,
  file: string,
  profile: string | undefined,
  which: Pick<UndoRunOptions, "run">,
): Promise<FileResults> {
  const work = await running.sessions(prompt, profile)(file);
  if ("refusal" in work) throw new Refused(work);
  const { session } = work;
  const { known } = running.options.undos;
  const results = await undoRun(session, { ...which, known, dryRun: running.args.dryRun });
  const folder = dirname(session.lock.path);
  const shown = results.map((it) => ({
    uri: uriBelow(folder, it.path),
    ...shownResult(it, session, running),
  }));
  return { version: 1, results: shown };
}
