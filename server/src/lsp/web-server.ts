import type { Connection } from "vscode-languageserver";
import { tryLines } from "../try/lines.ts";
import { WebCommands } from "./commands/running/web-commands.ts";
import type { Snapshot } from "./documents/snapshots.ts";
import { subjectOf } from "./documents/subject.ts";
import { SentFiles } from "./files/sent-files.ts";
import {
  type FilesParams,
  filesNotification,
  type TryLinesParams,
  type TryLinesResponse,
} from "./protocol.ts";
import { startServer } from "./server.ts";
import type { ServerState } from "./server-state.ts";

/** Serves a client that sends its files; there is no disk and no service. */
export function serveSentFiles(connection: Connection): void {
  const host = new SentFiles();
  connection.onNotification(filesNotification, (sent: FilesParams) => host.take(sent));
  startServer(connection, {
    host,
    commands: async (session) => new WebCommands(session),
    // No push lenses, because pushing is not possible.
    lenses: () => [],
    hints: () => [],
    tryLines: tryLinesOn,
    actions: () => [],
  });
}

/** Tries an open document on lines that the client sends, where there are no files. */
function tryLinesOn(
  { source, places }: Pick<Snapshot, "source" | "places">,
  state: Pick<ServerState, "read">,
  { lines, position }: TryLinesParams,
): TryLinesResponse {
  const subject = subjectOf(source, source.uri, (it) => state.read(it));
  return tryLines(subject, String(lines), position && places.offset(position));
}
