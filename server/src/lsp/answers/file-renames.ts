import type { CancellationToken, RenameFilesParams, WorkspaceEdit } from "vscode-languageserver";
import { isJob } from "../../languages.ts";
import { replace } from "../../text/edit.ts";
import { encodePath } from "../../text/encode-path.ts";
import { relativePath } from "../../workspace/jobs.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ServerState } from "../server-state.ts";
import { toWorkspaceEdits } from "../wire/convert.ts";

/** The edits with which the paths in jobs still lead to their filters, after files or folders are renamed. */
export async function renameEdits(
  { files }: RenameFilesParams,
  { texts, client }: Pick<ServerState, "texts" | "client">,
  token: CancellationToken,
): Promise<WorkspaceEdit | null> {
  const moves = files.map((it) => [pathOf(it.oldUri), pathOf(it.newUri)] as const);
  const moved = (path: string) => {
    const [from, to] = moves.find(([it]) => path === it || path.startsWith(`${it}/`)) ?? [];
    return from === undefined ? path : `${to}${path.slice(from.length)}`;
  };
  const changes = [];
  const look = async (text: { readonly uri: string; read(): Promise<Snapshot | undefined> }) => {
    const snapshot = isJob(text.uri) ? await text.read() : undefined;
    return snapshot && { places: snapshot.places, edits: editsOf(snapshot, text.uri, moved) };
  };
  for await (const [, found] of texts.each(token, look))
    if (found && found.edits.length > 0) changes.push(found);
  return changes.length === 0 ? null : toWorkspaceEdits(changes, client);
}

function editsOf({ analysis, source }: Snapshot, uri: string, moved: (path: string) => string) {
  const [from, folder] = [pathOf(uri), pathOf(moved(pathOf(uri)))];
  return analysis.links().flatMap((link) => {
    if (!link.target.startsWith("./")) return [];
    const filter = new URL(link.target, `file://${encodePath(from)}`).pathname;
    const target = decodeURIComponent(filter);
    if (moved(target) === target && folder === from) return [];
    const written = source.text.slice(link.start, link.end);
    const path = relativePath(folder.slice(0, folder.lastIndexOf("/") + 1), moved(target));
    const now = written.startsWith("./") && !path.startsWith("../") ? `./${path}` : path;
    return now === written ? [] : [replace(link, JSON.stringify(now).slice(1, -1))];
  });
}

function pathOf(uri: string): string {
  return decodeURIComponent(uri.replace(/^[\w-]+:\/\/[^/]*/, "")).replace(/\/$/, "");
}
