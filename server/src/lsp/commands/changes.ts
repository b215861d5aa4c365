import { resourceOf } from "../../languages.ts";
import { plainPath } from "../../workspace/workspace.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { type FileSession, fileSessionFor } from "../file-session.ts";
import { fileStatus, jobsUsing } from "../file-status.ts";
import { below } from "../files/uris.ts";
import { pauses } from "../files/yield-to-messages.ts";
import type { ChangesResult, FileChange } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type { Command, Running } from "./running/running.ts";

/** The files of a `weir.json` that differ from the service, as far as it is known. Sends nothing. */
export const changes: Command = {
  async run(running): Promise<ChangesResult> {
    const { args, editor } = running;
    const { uri } = args;
    if (uri === undefined) return { refusal: "'weir.changes' needs the URI of a 'weir.json'." };
    const found = fileSessionFor(uri, editor, running.profile);
    if ("refusal" in found) return found;
    editor.index.prepare(found.folder);
    await editor.index.known();
    return { profile: found.offline.place.profile, files: await changedFiles(found, running) };
  },
};

async function changedFiles(session: FileSession, running: Running): Promise<FileChange[]> {
  const { editor } = running;
  const own = editor.configFor(`${session.folder}/.`)?.path;
  const files: FileChange[] = [];
  const pause = pauses();
  const isOurs = (path: string) => resourceOf(path) !== undefined;
  for await (const { uri } of editor.host.filesIn([session.folder], isOurs)) {
    await pause();
    if (running.isCanceled) break;
    // A subfolder may have its own `weir.json`.
    if (editor.configFor(uri)?.path !== own) continue;
    const change = await changeOf(uri, session, editor);
    if (change) files.push(change);
  }
  return files;
}

/** Undefined for a file that is in sync, or whose status is not known, as while it is pushed. */
async function changeOf(
  uri: string,
  session: FileSession,
  editor: ServerState,
): Promise<FileChange | undefined> {
  const path = plainPath(uri.slice(session.folder.length + 1), uri);
  const kind = resourceOf(path);
  const file = { ...session, path };
  const status = fileStatus(uri, file, editor);
  if (!kind || status === "in-sync" || status === "unknown" || status === "running")
    return undefined;
  if (status === "never-pushed" && (await isValue(uri, editor))) return undefined;
  const jobs = jobsUsing(uri, file, editor).map((it) => below(session.folder, `/${it}`));
  return { uri, kind, status, ...(jobs.length > 0 && { jobs }) };
}

/** A value expression is part of a rule elsewhere, and never pushed. */
async function isValue(uri: string, { texts }: ServerState): Promise<boolean> {
  const found = await (await texts.find(uri))?.get(valueDirectives);
  return found !== undefined && found.length > 0;
}

function valueDirectives({ source, analysis }: Snapshot): readonly true[] {
  const all = (source.text.includes("@value") && analysis.directives?.()) || [];
  return all.flatMap((it) => (it.name === "value" ? [true] : []));
}
