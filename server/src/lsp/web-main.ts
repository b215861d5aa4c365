import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from "vscode-languageserver/browser";
import { serveSentFiles } from "./web-server.ts";
import { connectionOptions } from "./wire/parameters.ts";

/** The only browser API that is used, declared here instead of adding the DOM types. */
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0] & { close(): void };

/** Serves the client that started this worker. */
const connection = createConnection(
  ProposedFeatures.all,
  new BrowserMessageReader(self),
  new BrowserMessageWriter(self),
  connectionOptions,
);
connection.onExit(() => self.close());
serveSentFiles(connection);
