import { type ExtensionContext, l10n, Uri, workspace } from "vscode";
import {
  type BaseLanguageClient,
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type MessageTransports,
  State,
} from "vscode-languageclient/browser";
import { filesNotification } from "../../server/src/lsp/protocol.ts";
import { SentFiles } from "./server/sent-files.ts";
import { bundlesOfServer, serverBundle, workerScript } from "./server/worker-script.ts";
import { start } from "./start.ts";

/** Declared here because the DOM types are not loaded. */
declare const Worker: new (script: string) => ConstructorParameters<typeof BrowserMessageReader>[0];

let stop: (() => Promise<void>) | undefined;

/** In a browser, the server is a web worker that receives the files; there are no processes and no service. */
export async function activate(context: ExtensionContext): Promise<void> {
  const files = new SentFiles();
  context.subscriptions.push(...files.watch());
  stop = await start(context, {
    createClient: (options) => {
      const startServer = () => startWorker(context.extensionUri);
      return sendTo(new LanguageClient("weir", "Weir", startServer, options), files);
    },
    schemes: () => schemesOf(workspace.workspaceFolders ?? []),
    hasFiles: false,
    whyNoService: l10n.t(
      "Cannot push from a browser: the service does not accept requests from web pages. Open the folder in desktop VS Code, or run 'weir push' in a terminal.",
    ),
  });
}

export async function deactivate(): Promise<void> {
  await stop?.();
}

/** The script is read as a file, because a worker cannot be started from every extension location. */
async function startWorker(extension: Uri): Promise<MessageTransports> {
  const texts = await Promise.all(
    bundlesOfServer.map(async (name) => {
      const bytes = await workspace.fs.readFile(Uri.joinPath(extension, "dist", name));
      return [name, new TextDecoder().decode(bytes)] as const;
    }),
  );
  const script = workerScript(new Map(texts), serverBundle);
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
}

function sendTo<Client extends BaseLanguageClient>(client: Client, files: SentFiles): Client {
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running)
      files.start((params) => client.sendNotification(filesNotification, params));
  });
  return client;
}

/** URI schemes of the folders, and of files on vscode.dev. */
function schemesOf(folders: readonly { readonly uri: Uri }[]): string[] {
  return [...new Set(["file", "vscode-vfs", ...folders.map((it) => it.uri.scheme)])];
}
