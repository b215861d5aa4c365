import { type CancellationToken, EventEmitter, l10n } from "vscode";
import {
  type BaseLanguageClient,
  ErrorCodes,
  type FileEvent,
  LSPErrorCodes,
} from "vscode-languageclient";
import { type WorkspaceState, workspaceNotification } from "../../../server/src/lsp/protocol.ts";
import type { Ask, CommandResult } from "./ask.ts";
import { followProgress } from "./progress.ts";

/** The connection to the language server. A restart creates a new client. */
export class Connection {
  readonly #started = new EventEmitter<void>();
  readonly onDidStart = this.#started.event;
  #client: BaseLanguageClient;
  #start: Promise<void> | undefined;
  #asked = 0;

  constructor(private readonly create: () => BaseLanguageClient) {
    this.#client = create();
  }

  get client(): BaseLanguageClient {
    return this.#client;
  }

  /** Starts the server, unless it has been started. */
  start(): Promise<void> {
    this.#start ??= this.#client.start().then(() => this.#started.fire());
    return this.#start;
  }

  async stop(): Promise<void> {
    if (this.#client.isRunning()) await this.#client.stop();
  }

  /** A client cannot be started again after a failed start, so each start creates one. */
  async restart(): Promise<void> {
    await this.stop();
    this.#client = this.create();
    this.#start = undefined;
    await this.start();
  }

  async tell(state: WorkspaceState): Promise<void> {
    if (this.#client.isRunning()) await this.#client.sendNotification(workspaceNotification, state);
  }

  filesChanged(changes: readonly FileEvent[]): void {
    if (this.#client.isRunning())
      void this.#client.sendNotification("workspace/didChangeWatchedFiles", { changes });
  }

  /** Sends a request beyond LSP. Undefined if the server is not running, or on failure. */
  async request<Answer>(
    method: string,
    params: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined> {
    try {
      await this.#start;
      const client = this.#client;
      const sent = token
        ? client.sendRequest<Answer>(method, params, token)
        : client.sendRequest<Answer>(method, params);
      return (await sent) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Like `request`, but starts the server, which a view may be the first to need. */
  async startAndRequest<Answer>(
    method: string,
    params: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined> {
    await this.start().catch(() => undefined);
    return this.request(method, params, token);
  }

  readonly ask: Ask = async (command, args, { token, report } = {}) => {
    // A command may be the first to need the server.
    if (!this.#start) await this.start().catch(() => undefined);
    const client = this.#client;
    this.#asked += 1;
    const workDoneToken = `weir-${this.#asked}`;
    const followed = report && followProgress(client, workDoneToken, report);
    const params = { command, arguments: [args], ...(report && { workDoneToken }) };
    try {
      const sent = token
        ? client.sendRequest("workspace/executeCommand", params, token)
        : client.sendRequest("workspace/executeCommand", params);
      return ((await sent) as CommandResult<typeof command> | null) ?? { refusal: nothingCame() };
    } catch (error) {
      return { refusal: reasonOf(error) };
    } finally {
      followed?.dispose();
    }
  };
}

function nothingCame(): string {
  return l10n.t("The language server failed. See its log.");
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: number; readonly message?: string };
  if (code === LSPErrorCodes.RequestCancelled) return l10n.t("Canceled.");
  if (code === ErrorCodes.PendingResponseRejected || code === ErrorCodes.ConnectionInactive) {
    return l10n.t(
      "The language server has stopped. Compare with the service before you try again.",
    );
  }
  return message ?? String(error);
}
