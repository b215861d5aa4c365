import process from "node:process";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { log } from "./log.ts";
import { startServer } from "./server.ts";

/**
 * Serves the editor that started this process, over what it named on the command line: `--stdio`, `--node-ipc`, `--socket=N`
 * or `--pipe=NAME`. The process ends with the editor's `exit`, or when the editor is gone.
 */
export function serve(): void {
  const connection = createConnection(ProposedFeatures.all);
  process.on("unhandledRejection", (error) => log(connection, "error", "Unexpected", error));
  startServer(connection);
}

// The command line loads this file as a part of itself, and serves when it has read its arguments.
if (typeof require !== "undefined" && require.main === module) {
  if (process.argv.some((it) => /^--(stdio|node-ipc|socket|pipe)\b/.test(it))) {
    serve();
  } else {
    process.stderr.write(
      "Say how the editor talks to the server: '--stdio', '--node-ipc', '--socket=N' or '--pipe=NAME'.\n",
    );
    process.exitCode = 2;
  }
}
