import { dirname } from "node:path/posix";
import { pull } from "../../push/pull.ts";
import { merge } from "../../push/pulled/merge.ts";
import { canceled } from "../../push/result.ts";
import type { Session } from "../../push/session/session.ts";
import { isFolder } from "../../workspace/files/file-status.ts";
import { configName } from "../../workspace/workspace.ts";
import { uriBelow } from "../files/disk.ts";
import type { FileResult, FileResults } from "../protocol.ts";
import { shownResult, type TargetFile, targetFiles } from "./running/files.ts";
import { unsavedMessage } from "./running/open-files.ts";
import { Refused, refuse } from "./running/refused.ts";
import type { Command, Running } from "./running/running.ts";

/** Writes resources into files. A folder means all its existing and new files. */
export const pullFiles: Command = {
  title: "Pulling",
  writes: true,
  async run(running) {
    return pullAll(await worksFor(targetFiles(running), running), running);
  },
};

type Parts = { readonly files: string[]; readonly folders: string[] };

async function worksFor(
  targets: readonly TargetFile[],
  running: Running,
): Promise<Map<Session, Parts>> {
  const sessionFor = running.sessions({ act: "pull", texts: "saved" });
  const works = new Map<Session, Parts>();
  for (const { path } of targets) {
    const isConfig = path.endsWith(`/${configName}`);
    const folder = isConfig ? dirname(path) : isFolder(path) ? path : undefined;
    if (folder === undefined && running.open.isUnsaved(path))
      refuse(unsavedMessage(path.slice(path.lastIndexOf("/") + 1)));
    // A folder uses the settings of the files in it.
    const work = await sessionFor(folder === undefined ? path : `${folder}/.`);
    if ("refusal" in work) throw new Refused(work);
    const parts = works.get(work.session) ?? { files: [], folders: [] };
    works.set(work.session, parts);
    if (folder === undefined) parts.files.push(work.path);
    else parts.folders.push(work.path.replace(/\/?\.$/, ""));
  }
  return running.isCanceled ? refuse(canceled) : works;
}

async function pullAll(works: Map<Session, Parts>, running: Running): Promise<FileResults> {
  const all: FileResult[] = [];
  for (const [session, parts] of works) {
    const folder = dirname(session.lock.path);
    const results = running.args.merge
      ? await Promise.all(parts.files.map((it) => merge(it, session)))
      : await pull(session, parts);
    for (const it of results) {
      const uri = session.files.exists(it.path) ? { uri: uriBelow(folder, it.path) } : undefined;
      all.push({ ...uri, ...shownResult(it, session, running) });
    }
  }
  return { version: 1, results: all };
}
