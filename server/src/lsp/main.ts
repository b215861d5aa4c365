import process from "node:process";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { HeaderWatch } from "./header-watch.ts";
import { log } from "./log.ts";
import { nodePlatform } from "./node-platform.ts";
import { startServer } from "./server.ts";

/**
 * Serves the editor that started this process, over what it named on the command line: `--stdio`, `--node-ipc`, `--socket=N`
 * or `--pipe=NAME`. The process ends with the editor's `exit`, or when the editor is gone.
 */
export function serve(): void {
  if (process.argv.includes("--stdio")) watchHeaders();
  const connection = createConnection(ProposedFeatures.all);
  process.on("unhandledRejection", (error) => log(connection, "error", "Unexpected", error));
  startServer(connection, nodePlatform);
}

/** What can never be read is not kept either. */
function watchHeaders(): void {
  const watch = new HeaderWatch();
  process.stdin.on("data", (chunk) => {
    if (watch.take(chunk)) return;
    const why = "What came in is no message: its header has no end.\n";
    process.stderr.write(why, () => process.exit(1));
  });
}
