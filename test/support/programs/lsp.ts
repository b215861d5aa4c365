import { PassThrough, type Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";
import {
  AbstractMessageWriter,
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  createConnection,
  createMessageConnection,
  type InitializeParams,
  type InitializeResult,
  type Message,
  type MessageConnection,
  ProposedFeatures,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import type { AnyLanguage } from "../../../server/src/languages.ts";
import { nodePlatform } from "../../../server/src/lsp/node-platform.ts";
import { startServer } from "../../../server/src/lsp/server.ts";
import { connectionOptions } from "../../../server/src/lsp/wire/parameters.ts";
import { Workspace } from "../../../server/src/workspace/workspace.ts";

export interface Options {
  readonly capabilities?: ClientCapabilities;
  readonly languages?: readonly AnyLanguage[];
  readonly folders?: readonly string[];
  readonly initializationOptions?: unknown;
  /** The client's response to a configuration request, which may be a promise. */
  readonly configuration?: (scopeUri: string | undefined) => unknown;
  /** The client's responses to other requests, by method. Default: null. */
  readonly answers?: Readonly<Record<string, (params: never) => unknown>>;
  /** Starts the server. Default: the one for Node. */
  readonly serve?: (connection: Connection) => void;
}

/** Writes messages immediately, or several in one chunk, like a client that was busy. */
class Outbox extends AbstractMessageWriter {
  private held: Buffer[] | undefined;

  constructor(private readonly stream: Writable) {
    super();
  }

  async write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    const frame = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    if (this.held) this.held.push(frame);
    else this.stream.write(frame);
  }

  async together(send: () => void): Promise<void> {
    this.held = [];
    send();
    await setImmediate();
    this.stream.write(Buffer.concat(this.held));
    this.held = undefined;
  }

  end(): void {}
}

/** A client that records all notifications of the server. */
export class TestClient {
  readonly published: PublishDiagnosticsParams[] = [];
  readonly logged: string[] = [];
  /** The requests of the server, by method. */
  readonly asked: { readonly method: string; readonly params: unknown }[] = [];
  /** Its notifications other than diagnostics and log messages, by method. */
  readonly told: { readonly method: string; readonly params: unknown }[] = [];
  initialized: InitializeResult | undefined;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly connection: MessageConnection,
    private readonly outbox: Pick<Outbox, "together">,
  ) {
    connection.onNotification("textDocument/publishDiagnostics", (params) => {
      this.published.push(params);
      this.look();
    });
    connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
      this.logged.push(message);
      this.look();
    });
  }

  async start(options: Options = {}): Promise<void> {
    const { capabilities = {}, folders, initializationOptions, configuration, answers } = options;
    this.connection.onNotification((method, params) => {
      this.told.push({ method, params });
      this.look();
    });
    this.connection.onUnhandledProgress((params) => {
      this.told.push({ method: "$/progress", params });
      this.look();
    });
    this.connection.onRequest((method, params) => {
      this.asked.push({ method, params });
      this.look();
      if (method !== "workspace/configuration") return answers?.[method]?.(params as never) ?? null;
      const { items } = params as unknown as { items: { scopeUri?: string }[] };
      return Promise.all(items.map(async (it) => (await configuration?.(it.scopeUri)) ?? null));
    });
    this.connection.listen();
    const params: InitializeParams = {
      processId: null,
      rootUri: null,
      capabilities,
      workspaceFolders: folders?.map((uri) => ({ uri, name: uri })) ?? null,
      initializationOptions,
    };
    this.initialized = await this.request<InitializeResult>("initialize", params);
    await this.notify("initialized", {});
  }

  request<Answer>(method: string, params: unknown, token?: CancellationToken): Promise<Answer> {
    // An undefined value would be sent as another parameter.
    const given = [params, token].filter((it) => it !== undefined);
    return this.connection.sendRequest<Answer>(method, ...given);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  open(uri: string, text: string, languageId = "toy"): Promise<void> {
    const textDocument = { uri, languageId, version: 1, text };
    return this.notify("textDocument/didOpen", { textDocument });
  }

  change(
    uri: string,
    version: number,
    ...contentChanges: TextDocumentContentChangeEvent[]
  ): Promise<void> {
    return this.notify("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  close(uri: string): Promise<void> {
    return this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  /** All messages sent in the callback reach the server in one chunk. */
  together(send: () => void): Promise<void> {
    return this.outbox.together(send);
  }

  /** Waits for a condition, never for a fixed time. */
  until<Found>(find: () => Found | undefined | false): Promise<Found> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined || found === false) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** Waits until the newest diagnostics of a document are these, as `code: message`. */
  untilPublished(uri: string, ...findings: string[]): Promise<PublishDiagnosticsParams> {
    return this.until(() => {
      const last = this.published.findLast((it) => it.uri === uri);
      const found = last?.diagnostics.map((it) => `${it.code}: ${it.message}`);
      return found?.join("\n") === findings.join("\n") && last;
    });
  }

  untilAsked(method: string): Promise<unknown> {
    return this.until(() => this.asked.find((it) => it.method === method)).then((it) => it.params);
  }

  untilTold(method: string): Promise<unknown> {
    return this.until(() => this.told.find((it) => it.method === method)).then((it) => it.params);
  }

  /** Checks the conditions that tests wait for, after a message has arrived. */
  look(): void {
    for (const look of [...this.waiting]) look();
  }
}

const open: { dispose(): void }[] = [];

/** A server and a client in this process, with streams between them. */
export async function startClient(options: Options = {}): Promise<TestClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const server = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
    connectionOptions,
  );
  if (options.serve) options.serve(server);
  else startServer(server, nodePlatform, options.languages);
  const outbox = new Outbox(toServer);
  const client = new TestClient(
    createMessageConnection(new StreamMessageReader(toClient), outbox),
    outbox,
  );
  open.push(server, client.connection);
  await client.start(options);
  return client;
}

/** A client over an existing connection. */
export async function connectClient(
  connection: MessageConnection,
  options: Options = {},
): Promise<TestClient> {
  const client = new TestClient(connection, { together: async (send) => send() });
  open.push(connection);
  await client.start(options);
  return client;
}

export function stopClients(): void {
  for (const it of open.splice(0)) it.dispose();
}

/** Makes reading the settings of documents with this name fail, until all mocks are restored. */
export function breakSettingsOf(name: string): void {
  const { contextFor } = Workspace.prototype;
  vi.spyOn(Workspace.prototype, "contextFor").mockImplementation(function (this: Workspace, ...of) {
    if (of[0].endsWith(name)) throw new Error("These settings are broken.");
    return contextFor.apply(this, of);
  });
}
