import { PassThrough } from "node:stream";
import type { LanguageClientOptions, StaticFeature } from "vscode-languageclient";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type CancellationToken,
  type ClientCapabilities,
  createConnection,
  createMessageConnection,
  Emitter,
  type InitializeResult,
  type Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { nodePlatform } from "../../../server/src/lsp/node-platform.ts";
import { startServer } from "../../../server/src/lsp/server.ts";
import { connectionOptions } from "../../../server/src/lsp/wire/parameters.ts";
import { commands, EventEmitter, editor, workspace } from "./fake-vscode.ts";

/** The part of the library that the extension uses: a client of the real server, in this process or in a worker. */

export { ErrorCodes, LSPErrorCodes, WorkDoneProgress } from "vscode-languageserver/node";

export const CloseAction = { DoNotRestart: 1, Restart: 2 };
export const ErrorAction = { Continue: 1, Shutdown: 2 };
export const RevealOutputChannelOn = { Never: 4 };
export const State = { Stopped: 1, Running: 2 };
export const TransportKind = { ipc: 1 };

interface Transports {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
}

type Handler = (...all: never[]) => unknown;

/** The clients of the test, the newest last. */
export const clients: LanguageClient[] = [];

export class LanguageClient {
  readonly onDidChangeState;
  readonly code2ProtocolConverter = { asUri: String };
  /** The module of the server, if it is a process. */
  readonly module: string | undefined;
  /** The arguments of Node when the extension is debugged. */
  readonly debugArguments: readonly string[] | undefined;
  /** The codes of the newest diagnostics of each document. */
  readonly findings = new Map<string, unknown[]>();
  readonly #changed = new EventEmitter<{ readonly newState: number }>();
  readonly #listening: ((connection: MessageConnection) => void)[] = [];
  readonly #features: StaticFeature[] = [];
  #connection: MessageConnection | undefined;

  constructor(
    _id: string,
    _name: string,
    private readonly server:
      | {
          readonly run: { readonly module: string };
          readonly debug: { readonly options: { readonly execArgv: readonly string[] } };
        }
      | (() => Promise<Transports>),
    readonly options: LanguageClientOptions,
  ) {
    this.onDidChangeState = this.#changed.event;
    this.module = typeof server === "function" ? undefined : server.run.module;
    this.debugArguments = typeof server === "function" ? undefined : server.debug.options.execArgv;
    clients.push(this);
  }

  registerFeature(feature: StaticFeature): void {
    this.#features.push(feature);
  }

  onRequest(method: string, handler: Handler): void {
    this.#listening.push((it) => it.onRequest(method, handler as () => unknown));
  }

  onNotification(method: string, handler: Handler): void {
    this.#listening.push((it) => it.onNotification(method, handler as () => void));
  }

  onProgress(...all: Parameters<MessageConnection["onProgress"]>) {
    return this.#connection?.onProgress(...all) ?? { dispose() {} };
  }

  isRunning(): boolean {
    return this.#connection !== undefined;
  }

  async start(): Promise<void> {
    const { reader, writer } =
      typeof this.server === "function" ? await this.server() : serverHere();
    const connection = createMessageConnection(reader, writer);
    for (const listen of this.#listening) listen(connection);
    connection.onNotification("textDocument/publishDiagnostics", (it: PublishDiagnosticsParams) => {
      const codes = it.diagnostics.map(({ code }) => code);
      this.findings.set(it.uri, codes);
    });
    connection.listen();
    const { capabilities } = await connection.sendRequest<InitializeResult>("initialize", {
      processId: null,
      rootUri: null,
      capabilities: this.#capabilities(),
      workspaceFolders: workspace.workspaceFolders.map((it) => ({ ...it, uri: String(it.uri) })),
      initializationOptions: (this.options.initializationOptions as () => object)(),
    });
    await connection.sendNotification("initialized", {});
    this.#connection = connection;
    for (const it of this.#features) {
      if (it.getState().kind !== "static") throw new Error("The feature is not registered so.");
      it.initialize(capabilities as never, undefined);
    }
    for (const name of capabilities.executeCommandProvider?.commands ?? [])
      commands.registerCommand(name, (...args) =>
        this.options.middleware?.executeCommand?.(name, args, () => undefined),
      );
    await this.#openAll(connection);
    this.#changed.fire({ newState: State.Running });
  }

  /** Ends the connection, as if the server had crashed. */
  die(): void {
    this.#connection?.dispose();
    this.#connection = undefined;
    this.#changed.fire({ newState: State.Stopped });
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest("shutdown");
    for (const it of this.#features) it.clear();
    this.die();
  }

  sendRequest(method: string, params: unknown, token?: CancellationToken): Promise<unknown> {
    const given = [params, token].filter((it) => it !== undefined);
    return this.connection.sendRequest(method, ...given);
  }

  sendNotification(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  error(message: string, _data: unknown, showing?: boolean | "force"): void {
    editor.written.push(message);
    if (showing !== false) editor.shown.push({ kind: "error", text: message, choices: [] });
  }

  private get connection(): MessageConnection {
    if (!this.#connection) throw new Error("The client is not running.");
    return this.#connection;
  }

  #capabilities(): ClientCapabilities {
    const capabilities: ClientCapabilities = {};
    for (const it of this.#features) it.fillClientCapabilities(capabilities as never);
    return capabilities;
  }

  /** Opens the documents of our languages that match the selector. */
  async #openAll(connection: MessageConnection): Promise<void> {
    const selector = this.options.documentSelector as { scheme: string; language: string }[];
    for (const { uri, languageId, getText } of editor.documents) {
      if (!selector.some((it) => it.scheme === uri.scheme && it.language === languageId)) continue;
      const textDocument = { uri: String(uri), languageId, version: 1, text: getText?.() ?? "" };
      await connection.sendNotification("textDocument/didOpen", { textDocument });
    }
  }
}

function serverHere(): Transports {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  startServer(
    createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(toServer),
      new StreamMessageWriter(toClient),
      connectionOptions,
    ),
    nodePlatform,
  );
  return { reader: new StreamMessageReader(toClient), writer: new StreamMessageWriter(toServer) };
}

interface Port {
  onmessage?(event: { readonly data: Message }): void;
  postMessage(message: Message): void;
}

export class BrowserMessageReader extends AbstractMessageReader {
  readonly #received = new Emitter<Message>();

  constructor(port: Port) {
    super();
    port.onmessage = ({ data }) => this.#received.fire(data);
  }

  listen(callback: (message: Message) => void) {
    return this.#received.event(callback);
  }
}

export class BrowserMessageWriter extends AbstractMessageWriter {
  constructor(private readonly port: Port) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.port.postMessage(message);
  }

  end(): void {}
}
