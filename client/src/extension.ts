import type { ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { emulatorProcess } from "./emulator/process.ts";
import { start } from "./start.ts";

let stop: (() => Promise<void>) | undefined;

/** In an extension host with Node, the server is a separate process. */
export async function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath("dist/server.cjs");
  stop = await start(context, {
    createClient: (options) =>
      new LanguageClient("weir", "Weir", { module, transport: TransportKind.ipc }, options),
    schemes: () => ["file"],
    hasFiles: true,
    runEmulator: emulatorProcess(context.asAbsolutePath("dist/cli.cjs")),
  });
}

export async function deactivate(): Promise<void> {
  await stop?.();
}
