import type { Connection } from "vscode-languageserver";
import { tryLinesOn } from "./answers/try-lines.ts";
import { WebCommands } from "./commands/running/web-commands.ts";
import { SentFiles } from "./files/sent-files.ts";
import { type FilesParams, filesNotification } from "./protocol.ts";
import { startServer } from "./server.ts";

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
