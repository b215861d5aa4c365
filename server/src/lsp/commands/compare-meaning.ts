import { dirname, resolve } from "node:path";
import { filterFileOf, hostOfPath, isJob } from "../../languages.ts";
import { remoteText } from "../../push/pulled/remote-text.ts";
import { textInCommit } from "../../workspace/files/git-files.ts";
import type { Refusal } from "../protocol.ts";
import { oursOnly, targetFiles } from "./running/files.ts";
import { compareFiles, compareVersions, currentVersion, type Version } from "./running/meanings.ts";
import { openOne } from "./running/one-session.ts";
import type { Command, Running } from "./running/running.ts";

/** How the meaning of a file relates to that of another file, of its version in a commit, or on the service. */
export const compareMeaning: Command = {
  title: "Comparing",
  async run(running) {
    const { editor, args } = running;
    const uri = args.uri ?? args.uris?.[0];
    if (uri !== undefined && args.other !== undefined)
      return compareFiles([uri, args.other], args, editor);
    const targets = targetFiles(running);
    if ("refusal" in targets) return targets;
    const [file] = targets;
    if (!file || targets.length > 1)
      return { refusal: `'${running.options.name}' needs exactly one file.` };
    const refused = oursOnly(targets);
    if (refused && (args.commit === undefined || !hostOfPath(file.path))) return refused;
    const now = currentVersion(file.uri, editor, undefined, args.position);
    if ("refusal" in now) return now;
    const before =
      args.commit === undefined
        ? await onService(now, running)
        : await inCommit(now, file.path, args.commit);
    return "refusal" in before ? before : compareVersions(now, before, editor);
  },
};

async function inCommit(now: Version, path: string, commit: string): Promise<Version | Refusal> {
  const read = await textInCommit(path, now.name, commit);
  if ("error" in read) return { refusal: read.error };
  const name = `${now.name} in ${commit}`;
  const version: Version = { ...now, name, text: read.text, isElsewhere: "commit" };
  const filter = isJob(path) ? filterFileOf(read.text)?.path : undefined;
  if (filter === undefined) return version;
  const found = await textInCommit(resolve(dirname(path), filter), filter, commit);
  if ("error" in found) return { refusal: found.error };
  return { ...version, filterText: found.text };
}

async function onService(now: Version, running: Running): Promise<Version | Refusal> {
  const opened = await openOne(running);
  if ("refusal" in opened) return opened;
  const text = await remoteText(opened.path, opened.session);
  if (text === "") return { refusal: `'${now.name}' is not on the service.` };
  return { ...now, name: `${now.name} on the service`, text, isElsewhere: "service" };
}
