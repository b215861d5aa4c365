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
import { provideCompletionItem } from "./server/selected-word.ts";
import { isCompared } from "./view/remote-text.ts";

export interface ClientParts {
  readonly schemes: readonly string[];
  readonly log: NonNullable<LanguageClientOptions["outputChannel"]>;
  readonly trace: TraceLog;
  readonly crashes: ErrorHandler;
  /** What the user lets us do here, at the time the server starts. */
  state(): WorkspaceState;
  /** Runs one of the server's commands for the user. */
  run(command: CommandName, args: readonly unknown[]): Promise<unknown>;
}

export function clientOptions({ schemes, log, trace, crashes, state, run }: ClientParts) {
  return {
    documentSelector: languageIds.flatMap((language) =>
      [...schemes, "untitled"].map((scheme) => ({ scheme, language })),
    ),
    outputChannel: log,
    traceOutputChannel: trace.channel,
    // Whoever asked for something is told by us; the rest is for the log.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: state,
    initializationFailedHandler: () => false,
    errorHandler: crashes,
    middleware: {
      executeCommand: (command, args) => run(command as CommandName, args),
      provideCompletionItem,
      // The service's side of a comparison has none, and hints on one side look like a difference.
      provideInlayHints: (document, range, token, next) =>
        isCompared(document.uri) ? [] : next(document, range, token),
    },
  } satisfies LanguageClientOptions;
}

const offers: ClientOffers = {
  confirm: true,
  choose: true,
  credential: true,
  editorCommands: true,
};

/** Tells the server what this client answers beyond the protocol. */
export const ourOffers: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...(capabilities.experimental as object), weir: offers };
  },
  initialize() {},
  getState: () => ({ kind: "static" }),
  clear() {},
};

/** The library pops up a message for some failures whatever it is told. They are in the log, and the crash is asked about once. */
export function silence<Client extends BaseLanguageClient>(client: Client): Client {
  const log = client.error.bind(client);
  client.error = (message, data) => log(message, data, false);
  return client;
}

export function readTracing(): Tracing {
  return workspace.getConfiguration("weir").get("trace.server", "off");
}
