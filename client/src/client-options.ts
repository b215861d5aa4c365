import { workspace } from "vscode";
import {
  type BaseLanguageClient,
  type ErrorHandler,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type StaticFeature,
} from "vscode-languageclient";
import type { ClientOffers, CommandName, WorkspaceState } from "../../server/src/lsp/protocol.ts";
import { languageIds } from "./languages.ts";
import type { TraceLog, Tracing } from "./log.ts";
import { provideCompletionItem } from "./server/completion-middleware.ts";
import { provideDiagnostics } from "./server/diagnostics-middleware.ts";
import { isCompared } from "./view/remote-text.ts";

export interface ClientParts {
  readonly schemes: readonly string[];
  readonly log: NonNullable<LanguageClientOptions["outputChannel"]>;
  readonly trace: TraceLog;
  readonly crashes: ErrorHandler;
  /** Read when the server starts. */
  state(): WorkspaceState;
  /** Runs a command of the server. */
  run(command: CommandName, args: readonly unknown[]): Promise<unknown>;
}

export function clientOptions({ schemes, log, trace, crashes, state, run }: ClientParts) {
  return {
    documentSelector: languageIds.flatMap((language) =>
      [...schemes, "untitled"].map((scheme) => ({ scheme, language })),
    ),
    outputChannel: log,
    traceOutputChannel: trace.channel,
    // Commands show their own errors; the rest is only logged.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: state,
    initializationFailedHandler: () => false,
    errorHandler: crashes,
    middleware: {
      executeCommand: (command, args) => run(command as CommandName, args),
      provideCompletionItem,
      provideDiagnostics,
      // No inlay hints in a diff: the other side has none, so they would look like a difference.
      provideInlayHints: (document, range, token, next) =>
        isCompared(document.uri) ? [] : next(document, range, token),
    },
  } satisfies LanguageClientOptions;
}

const offers: ClientOffers = {
  confirm: true,
  choose: true,
  credential: true,
  lab: true,
  editorCommands: true,
};

/** Declares the requests that this client supports beyond LSP. */
export const ourOffers: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...(capabilities.experimental as object), weir: offers };
  },
  initialize() {},
  getState: () => ({ kind: "static" }),
  clear() {},
};

/** Suppresses the library's own error messages: errors are logged, and a crash has its own prompt. */
export function withoutPopups<Client extends BaseLanguageClient>(client: Client): Client {
  const log = client.error.bind(client);
  client.error = (message, data) => log(message, data, false);
  return client;
}

export function readTracing(): Tracing {
  return workspace.getConfiguration("weir").get("trace.server", "off");
}
