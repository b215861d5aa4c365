import { dirname, resolve } from "node:path";
import { filterFileOf, hostOfPath, isJob } from "../../languages.ts";
import { remoteText } from "../../push/pulled/remote-text.ts";
import { textInCommit } from "../../workspace/files/git-files.ts";
import { openOne, requireOurs, targetFile } from "./running/files.ts";
import { compareFiles, compareVersions, currentVersion, type Version } from "./running/meanings.ts";
import { refuse } from "./running/refused.ts";
import type { Command, Running } from "./running/running.ts";

/** Relates the meaning of a file to another file, or to its version in a commit or on the service. */
export const compareMeaning: Command = {
  title: "Comparing",
  async run(running) {
    const { editor, args } = running;
    const uri = args.uri ?? args.uris?.[0];
    if (uri !== undefined && args.other !== undefined)
      return compareFiles([uri, args.other], args, editor);
    const file = targetFile(running);
    if (args.commit === undefined || !hostOfPath(file.path)) requireOurs([file]);
    const now = currentVersion(file.uri, editor, undefined, args.position);
    const before =
      args.commit === undefined
        ? await onService(now, running)
        : await inCommit(now, file.path, args.commit);
    return compareVersions(now, before, editor);
  },
};

async function inCommit(now: Version, path: string, commit: string): Promise<Version> {
  const read = await textInCommit(path, now.name, commit);
  if ("error" in read) return refuse(read.error);
  const name = `${now.name} in ${commit}`;
  const version: Version = { ...now, name, text: read.text, isElsewhere: "commit" };
  const filter = isJob(path) ? filterFileOf(read.text)?.path : undefined;
  if (filter === undefined) return version;
  const found = await textInCommit(resolve(dirname(path), filter), filter, commit);
  return "error" in found ? refuse(found.error) : { ...version, filterText: found.text };
}

async function onService(now: Version, running: Running): Promise<Version> {
  const { path, session } = await openOne(running);
  const text = await remoteText(path, session);
  if (text === "") refuse(`'${now.name}' is not on the service.`);
  return { ...now, name: `${now.name} on the service`, text, isElsewhere: "service" };
}
