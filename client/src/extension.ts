import type { ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { emulatorProcess } from "./emulator/process.ts";
import { start } from "./start.ts";

let stop: (() => Promise<void>) | undefined;

/** In an extension host with Node, the server is a separate process. */
export async function activate(context: ExtensionContext): Promise<void> {
  const run = { module: context.asAbsolutePath("dist/server.cjs"), transport: TransportKind.ipc };
  // Used if the extension itself is debugged: `.vscode/launch.json` attaches to that port.
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6009"] } };
  stop = await start(context, {
    createClient: (options) => new LanguageClient("weir", "Weir", { run, debug }, options),
    schemes: () => ["file"],
    hasFiles: true,
    runEmulator: emulatorProcess(context.asAbsolutePath("dist/cli.cjs")),
  });
}

export async function deactivate(): Promise<void> {
  await stop?.();
}
