import {
  hoverTooltips,
  LSPClient,
  type LSPClientExtension,
  serverCompletion,
  signatureHelp,
  type Transport,
} from "@codemirror/lsp-client";
import type {
  CodeAction,
  Diagnostic,
  Position,
  SemanticTokens,
  TextEdit,
} from "vscode-languageserver";
import {
  type CommandName,
  type DialectName,
  type FilesParams,
  type FormAnswer,
  type FormEditParams,
  type FormEditResponse,
  type FormOperation,
  filesNotification,
  formEditRequest,
  formRequest,
  type LabProgress,
  labProgress,
  type MeaningResult,
  type ShrinkResponse,
  shrinkRequest,
  type TextResult,
  type TryLinesResponse,
  tryLinesRequest,
} from "../../../server/src/lsp/protocol.ts";
import { factsOf, type Kind } from "./kinds.ts";
import type { Loading } from "./loading.ts";
import { sanitize } from "./sanitize.ts";

/** The response of the server to a request about a text that has changed in the meantime. */
const contentModified = -32801;

class Client extends LSPClient {
  /** Returns null for an outdated request: the next one follows, and the library would report the error in the console. */
  override async request<Params, Result>(method: string, params: Params): Promise<Result> {
    try {
      return await super.request<Params, Result>(method, params);
    } catch (error) {
      if ((error as { code?: unknown }).code !== contentModified) throw error;
      return null as Result;
    }
  }
}

/** Weir's language server, in a worker. It does all the analysis for the playground. */
export class Server {
  readonly client: LSPClient;

  /** Receives the progress of a long request of the lab. */
  onProgress: (progress: LabProgress) => void = () => {};

  /** Receives how much of the server has been loaded. */
  onLoading: (loading: Loading["loading"]) => void = () => {};

  constructor(worker: Worker) {
    this.client = new Client({
      rootUri: folder,
      // The server limits long work itself.
      timeout: 120_000,
      sanitizeHTML: sanitize,
      notificationHandlers: {
        [labProgress]: (_, progress: LabProgress) => {
          this.onProgress(progress);
          return true;
        },
      },
      extensions: [
        serverCompletion({ override: true }),
        hoverTooltips(),
        signatureHelp(),
        abilities,
      ],
    });
    this.client.connect(transportTo(worker, (loading) => this.onLoading(loading)));
    // There are no files besides the open ones.
    this.client.notification<FilesParams>(filesNotification, { files: [], isAll: true });
  }

  async diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    const found = await this.ask<{ items: Diagnostic[] }>("textDocument/diagnostic", { uri });
    return found?.items ?? [];
  }

  /** The fixes of all diagnostics, and the one that applies all safe fixes. */
  async fixes(uri: string): Promise<readonly CodeAction[]> {
    const range = { start: { line: 0, character: 0 }, end: { line: 2 ** 30, character: 0 } };
    const context = { diagnostics: [], only: ["quickfix", "source.fixAll.weir"] };
    const found = await this.ask<CodeAction[]>(
      "textDocument/codeAction",
      { uri },
      { range, context },
    );
    return found ?? [];
  }

  async tokens(uri: string): Promise<readonly number[]> {
    const found = await this.ask<SemanticTokens>("textDocument/semanticTokens/full", { uri });
    return found?.data ?? [];
  }

  get tokenTypes(): readonly string[] {
    return this.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  }

  tryLines(uri: string, lines: string, at?: Position): Promise<TryLinesResponse | null> {
    return this.ask(tryLinesRequest, { uri }, { lines, ...(at && { position: at }) });
  }

  shrink(uri: string): Promise<ShrinkResponse | null> {
    return this.ask(shrinkRequest, { uri });
  }

  compare(uri: string, other: string, at?: Position): Promise<MeaningResult> {
    const names = ["the text", "the other text"];
    return this.run("weir.compareMeaning", { uri, other, names, ...(at && { position: at }) });
  }

  /** The dataset of the filter or job. */
  async dataset(uri: string): Promise<string | undefined> {
    const answer = await this.ask<FormAnswer>(formRequest, { uri });
    return answer?.filters[0]?.dataset;
  }

  /** The edits that select another dataset. */
  async selectDataset(uri: string, name: string): Promise<readonly TextEdit[]> {
    const operation: FormOperation = { kind: "dataset", name };
    const textDocument = { uri, version: this.versionOf(uri) };
    const asked: FormEditParams = { textDocument, operation };
    const answer = await this.request<FormEditResponse>(formEditRequest, asked);
    return answer && "edits" in answer ? [...answer.edits] : [];
  }

  sql(uri: string, dialect: DialectName): Promise<TextResult> {
    return this.run("weir.copySql", { uri, dialect });
  }

  /** The version of the current text. */
  versionOf(uri: string): number {
    this.client.sync();
    return this.client.workspace.getFile(uri)?.version ?? 0;
  }

  /** Null if the text has changed in the meantime. */
  request<Result>(method: string, asked: object): Promise<Result | null> {
    this.client.sync();
    return this.client.request(method, asked);
  }

  private run<Result>(command: CommandName, args: object): Promise<Result> {
    this.client.sync();
    return this.client.request("workspace/executeCommand", { command, arguments: [args] });
  }

  private ask<Result>(
    method: string,
    textDocument: { uri: string },
    more = {},
  ): Promise<Result | null> {
    return this.request(method, { textDocument, ...more });
  }
}

const folder = "file:///playground";

/** The URI of a text. Its extension determines the language. */
export function uriOf(name: "first" | "second", kind: Kind): string {
  return `${folder}/${name}.${factsOf(kind).extension}`;
}

/** Capabilities that the client library does not declare. */
const abilities: LSPClientExtension = {
  clientCapabilities: {
    textDocument: {
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    },
  },
};

/** The library exchanges JSON strings, the worker objects. */
function transportTo(worker: Worker, onLoading: Server["onLoading"]): Transport {
  const handlers = new Set<(value: string) => void>();
  worker.onerror = () => onLoading("failed");
  worker.onmessage = ({ data }) => {
    if ("loading" in data) return onLoading((data as Loading).loading);
    const text = JSON.stringify(data);
    for (const it of handlers) it(text);
  };
  return {
    send: (message) => worker.postMessage(JSON.parse(message)),
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  };
}
