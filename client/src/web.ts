import { type ExtensionContext, Uri } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { start } from "./start.ts";

/** The types of browsers are left out, as everything else here has no need of them. */
declare const Worker: new (script: string) => object;

let stop: (() => Promise<void>) | undefined;

/** In a browser: the server is a worker, and there are no processes. */
export async function activate(context: ExtensionContext): Promise<void> {
  const script = Uri.joinPath(context.extensionUri, "dist/web-server.js").toString(true);
  stop = await start(context, {
    createClient: (options) => new LanguageClient("weir", "Weir", new Worker(script), options),
  });
}

export async function deactivate(): Promise<void> {
  await stop?.();
}
