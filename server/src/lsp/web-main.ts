import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from "vscode-languageserver/browser";
import { type FilesParams, filesNotification } from "./protocol.ts";
import { SentFiles } from "./sent-files.ts";
import { startServer } from "./server.ts";
import { WebCommands } from "./web-commands.ts";

/** The types of browsers are left out, as nothing else here has need of them. */
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0] & { close(): void };

/** Serves the client that started this worker. */
const connection = createConnection(
  ProposedFeatures.all,
  new BrowserMessageReader(self),
  new BrowserMessageWriter(self),
);
const host = new SentFiles();
connection.onNotification(filesNotification, (sent: FilesParams) => host.take(sent));
connection.onExit(() => self.close());
startServer(connection, {
  host,
  commands: async (session) => new WebCommands(session),
  // There is nothing to press that would do anything.
  lenses: () => [],
});
