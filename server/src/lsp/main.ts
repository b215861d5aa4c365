import process from "node:process";
import { createConnection, ErrorCodes, ProposedFeatures } from "vscode-languageserver/node";
import { log } from "./log.ts";
import { nodePlatform } from "./node-platform.ts";
import { startServer } from "./server.ts";
import { Messages } from "./wire/messages.ts";
import { connectionOptions } from "./wire/parameters.ts";
import { type Transport, transportOf } from "./wire/transport.ts";

/** Serves the editor over the transport of the command line. The process ends on `exit`, or when the editor is gone. */
export function serve(): void {
  const transport = transportOf(process.argv.slice(2));
  const connection = transport
    ? connectionOver(transport)
    : createConnection(ProposedFeatures.all, connectionOptions);
  process.on("unhandledRejection", (error) => log(connection, "error", "Unexpected", error));
  startServer(connection, nodePlatform);
}

/** The response to a message without a readable ID. */
const notJson = framed({
  jsonrpc: "2.0",
  id: null,
  error: { code: ErrorCodes.ParseError, message: "The message is not valid JSON." },
});

function framed(message: object): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function connectionOver({ input, output }: Transport) {
  // Output of libraries must not be mixed with messages.
  const { error } = console;
  Object.assign(console, { log: error, info: error, debug: error });
  const messages = new Messages(
    (header) =>
      log(connection, "warn", "Left out", `a header without a length: ${header.slice(0, 200)}`),
    () => output.write(notJson),
  );
  const end = (why: string) => process.stderr.write(`${why}\n`, () => process.exit(1));
  input.once("error", ({ message }) => end(`The editor cannot be reached: ${message}.`));
  messages.once("error", ({ message }) => end(message));
  const connection = createConnection(
    ProposedFeatures.all,
    input.pipe(messages),
    output,
    connectionOptions,
  );
  return connection;
}
