import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

/** A language server in a separate process, used over stdio like an editor does. */
export class ServerProcess {
  private readonly process: ChildProcess;
  readonly connection: MessageConnection;

  constructor(
    command: readonly string[],
    private readonly languageId: string,
    private readonly extension: string,
    private readonly settings: object,
  ) {
    const [program = process.execPath, ...args] = command;
    this.process = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    if (!this.process.stdout || !this.process.stdin) throw new Error("The server has no pipes.");
    this.connection = createMessageConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onRequest("workspace/configuration", (params: { items: unknown[] }) =>
      params.items.map(() => null),
    );
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.listen();
  }

  async initialize(): Promise<void> {
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        textDocument: {
          diagnostic: { dynamicRegistration: false },
          completion: { completionItem: { snippetSupport: true } },
          hover: { contentFormat: ["markdown"] },
        },
        workspace: { diagnostics: {} },
      },
      initializationOptions: { provideFormatter: true },
    });
    await this.connection.sendNotification("initialized", {});
    await this.connection.sendNotification("workspace/didChangeConfiguration", {
      settings: this.settings,
    });
  }

  uri(name: string): string {
    return `file:///bench/${name}${this.extension}`;
  }

  async open(name: string, text: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.uri(name), languageId: this.languageId, version: 1, text },
    });
  }

  /** Types a text at a position, or deletes one character if the text is empty. */
  async change(
    name: string,
    version: number,
    offset: { line: number; character: number },
    typed: string,
  ): Promise<void> {
    const end = typed === "" ? { ...offset, character: offset.character + 1 } : offset;
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.uri(name), version },
      contentChanges: [{ range: { start: offset, end }, text: typed }],
    });
  }

  pull(name: string): Promise<unknown> {
    return this.connection.sendRequest("textDocument/diagnostic", {
      textDocument: { uri: this.uri(name) },
    });
  }

  at(
    request: string,
    name: string,
    position: { line: number; character: number },
  ): Promise<unknown> {
    return this.connection.sendRequest(request, {
      textDocument: { uri: this.uri(name) },
      position,
    });
  }

  /** The resident memory of the process in bytes. */
  residentBytes(): number {
    const { pid } = this.process;
    if (process.platform === "win32") {
      const row = execFileSync("tasklist", ["/fi", `pid eq ${pid}`, "/fo", "csv", "/nh"]);
      return Number(/"([^"]*) K"/.exec(String(row))?.[1]?.replace(/\D/g, "")) * 1024;
    }
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) * 1024;
  }

  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.process.once("exit", () => resolve()));
    await this.connection.sendRequest("shutdown").catch(() => undefined);
    await this.connection.sendNotification("exit").catch(() => undefined);
    await ended;
    this.connection.dispose();
  }
}
