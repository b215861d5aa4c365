import { dirname } from "node:path/posix";
import { pull } from "../../push/pull.ts";
import { cancelled } from "../../push/result.ts";
import type { Session } from "../../push/session/session.ts";
import { configName } from "../../workspace/workspace.ts";
import { isFolder, uriBelow } from "../files/disk.ts";
import type { FileResult, FileResults, Refusal } from "../protocol.ts";
import { shownResult, type TargetFile, targetFiles } from "./running/files.ts";
import { unsavedMessage } from "./running/open-files.ts";
import type { Command, Running } from "./running/running.ts";

/** Writes resources into files. A folder means all its existing and new files. */
export const pullFiles: Command = {
  title: "Pulling",
  writes: true,
  async run(running) {
    const targets = targetFiles(running);
    if ("refusal" in targets) return targets;
    const works = await worksFor(targets, running);
    if ("refusal" in works) return works;
    return pullAll(works, running);
  },
};

type Parts = { readonly files: string[]; readonly folders: string[] };

async function worksFor(
  targets: readonly TargetFile[],
  running: Running,
): Promise<Map<Session, Parts> | Refusal> {
  const sessionFor = running.sessions({ question: "Write this?", agree: "Write", texts: "saved" });
  const works = new Map<Session, Parts>();
  for (const { path } of targets) {
    const isConfig = path.endsWith(`/${configName}`);
    const folder = isConfig ? dirname(path) : isFolder(path) ? path : undefined;
    if (folder === undefined && running.open.isUnsaved(path))
      return { refusal: unsavedMessage(path.slice(path.lastIndexOf("/") + 1)) };
    // A folder uses the settings of the files in it.
    const work = await sessionFor(folder === undefined ? path : `${folder}/.`);
    if ("refusal" in work) return work;
    const parts = works.get(work.session) ?? { files: [], folders: [] };
    works.set(work.session, parts);
    if (folder === undefined) parts.files.push(work.path);
    else parts.folders.push(work.path.replace(/\/?\.$/, ""));
  }
  return running.isCancelled ? { refusal: cancelled } : works;
}

async function pullAll(works: Map<Session, Parts>, running: Running): Promise<FileResults> {
  const results: FileResult[] = [];
  for (const [session, parts] of works) {
    const folder = dirname(session.lock.path);
    for (const it of await pull(session, parts)) {
      const uri = session.files.exists(it.path) ? { uri: uriBelow(folder, it.path) } : undefined;
      results.push({ ...uri, ...shownResult(it, session, running) });
    }
  }
  return { version: 1, results };
}
