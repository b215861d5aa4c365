import { commands, type ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { Crashes } from "./crashes.ts";
import { languageIds } from "./languages.ts";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const started = createClient(context.asAbsolutePath("dist/server.cjs"));
  client = started;
  context.subscriptions.push(
    commands.registerCommand("weir.restartServer", () => restart(started)),
    commands.registerCommand("weir.showOutput", () => started.outputChannel.show()),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  if (client?.isRunning()) await client.stop();
}

function createClient(module: string): LanguageClient {
  const created: LanguageClient = new LanguageClient(
    "weir",
    "Weir",
    { module, transport: TransportKind.ipc },
    {
      // Other schemes show old versions of files, whose findings nobody can mend.
      documentSelector: languageIds.flatMap((language) => [
        { scheme: "file", language },
        { scheme: "untitled", language },
      ]),
      errorHandler: new Crashes(
        () => restart(created),
        () => created.outputChannel.show(),
      ),
    },
  );
  return created;
}

/** A client that has given up is not running, and has nothing to stop. */
function restart(stopped: LanguageClient): Promise<void> {
  return stopped.isRunning() ? stopped.restart() : stopped.start();
}
