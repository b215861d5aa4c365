import {
  type Connection,
  type DidChangeWatchedFilesParams,
  type InitializeParams,
  RegistrationRequest,
  TextDocuments,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Language } from "../core/analysis.ts";
import type { Context } from "../core/context.ts";
import { Workspace } from "../workspace/workspace.ts";
import { registrationsFor } from "./capabilities.ts";
import { type Client, readClient } from "./client.ts";
import { isConfig } from "./config-language.ts";
import { Places, readChange } from "./convert.ts";
import { Folders } from "./folders.ts";
import { log } from "./log.ts";
import { WorkspaceDiagnostics } from "./pull-diagnostics.ts";
import { PushDiagnostics } from "./push-diagnostics.ts";
import { Refreshes } from "./refreshes.ts";
import { ClientSettings } from "./settings.ts";
import { Snapshots } from "./snapshots.ts";
import { SentTokens } from "./tokens.ts";
import { textAt } from "./workspace-files.ts";
import { WorkspaceTexts } from "./workspace-texts.ts";

/** What is known while one client is connected, and what follows when it changes. */
export class Session {
  readonly client: Client;
  readonly snapshots: Snapshots;
  readonly texts: WorkspaceTexts;
  readonly tokens = new SentTokens();
  readonly workspaceDiagnostics: WorkspaceDiagnostics;
  private readonly folders: Folders;
  private readonly settings: ClientSettings;
  private readonly documents: TextDocuments<TextDocument>;
  private readonly workspace: Workspace;
  private readonly push: PushDiagnostics;
  private readonly refreshes: Refreshes;
  /** Every `weir.json` that was met. Its problems are shown, and taken back when they are gone. */
  private readonly configs = new Set<string>();

  constructor(
    private readonly connection: Connection,
    params: InitializeParams,
    private readonly languages: readonly Language[],
  ) {
    const client = readClient(params);
    const read = (uri: string) => this.read(uri);
    this.client = client;
    this.folders = new Folders(params);
    this.settings = new ClientSettings(
      connection,
      client,
      this.folders,
      params.initializationOptions,
    );
    this.documents = openDocuments(client);
    this.workspace = new Workspace(read);
    const contextOf = (uri: string) => this.contextOf(uri);
    this.snapshots = new Snapshots(this.documents, languages, contextOf, client);
    this.texts = new WorkspaceTexts(connection, this.documents, this.snapshots, this.folders);
    // Without news about files a held request would never end.
    const mayHold = client.registers.watchedFiles;
    this.workspaceDiagnostics = new WorkspaceDiagnostics(this.texts, mayHold);
    this.push = new PushDiagnostics(connection, this.snapshots, client, read, this.ready);
    this.refreshes = new Refreshes(connection, client);
    this.listen();
  }

  /** Nothing can be said about a document before the settings are known. */
  get ready(): Promise<void> {
    return this.settings.known;
  }

  /** The client is ready to be asked as well. */
  async start(): Promise<void> {
    if (this.client.workspaceFolders) {
      this.connection.workspace.onDidChangeWorkspaceFolders((event) => this.foldersChanged(event));
    }
    const registrations = registrationsFor(this.client, this.languages);
    if (registrations.length > 0) {
      this.connection.sendRequest(RegistrationRequest.type, { registrations }).catch((error) => {
        log(this.connection, "warn", "The client did not register everything", error);
      });
    }
    await this.configure();
  }

  /** The settings of the editor may have changed. */
  async configure(sent?: unknown): Promise<void> {
    if (await this.settings.update(sent)) this.settingsChanged();
  }

  filesChanged({ changes }: DidChangeWatchedFilesParams): void {
    if (changes.some((it) => isConfig(it.uri))) this.settingsChanged();
    else if (changes.some((it) => !this.documents.get(it.uri))) this.closedFilesChanged();
  }

  private async foldersChanged(event: WorkspaceFoldersChangeEvent): Promise<void> {
    this.folders.change(event);
    this.closedFilesChanged();
    await this.configure();
  }

  private listen(): void {
    this.documents.onDidChangeContent(({ document: { uri } }) => {
      if (isConfig(uri)) this.configEdited(uri);
      else this.push.later(uri);
    });
    this.documents.onDidClose(({ document: { uri } }) => {
      this.snapshots.close(uri);
      this.tokens.forget(uri);
      if (isConfig(uri)) this.configEdited(uri);
      else this.push.clear(uri);
      this.workspaceDiagnostics.closed(uri);
    });
    this.documents.listen(this.connection);
  }

  /** The `weir.json` that counts for a document, as it stands in the editor or on the disk. */
  configOf(uri: string): Places | undefined {
    const path = this.workspace.configFor(uri)?.path;
    const text = path === undefined ? undefined : this.read(path);
    if (path === undefined || text === undefined) return undefined;
    const version = this.documents.get(path)?.version ?? null;
    return new Places({ uri: path, version }, text, this.client);
  }

  private contextOf(uri: string): Context {
    const config = this.workspace.configFor(uri);
    if (config && !this.configs.has(config.path)) {
      this.configs.add(config.path);
      this.push.later(config.path);
    }
    return this.workspace.contextFor(uri, this.settings.for(uri));
  }

  private read(uri: string): string | undefined {
    return this.documents.get(uri)?.getText() ?? textAt(uri);
  }

  private configEdited(uri: string): void {
    this.configs.add(uri);
    this.settingsChanged();
  }

  /** Every document has to be looked at anew. */
  private settingsChanged(): void {
    this.workspace.forget();
    this.snapshots.forget();
    for (const uri of [...this.configs, ...this.documents.keys()]) this.push.later(uri);
    this.workspaceDiagnostics.wake();
    void this.refreshes.ask("diagnostics", "inlays", "lenses", "tokens");
  }

  private closedFilesChanged(): void {
    this.workspaceDiagnostics.wake();
    void this.refreshes.ask("diagnostics");
  }
}

/** Documents whose changes are counted as the client counts. */
function openDocuments({ encoding }: Client): TextDocuments<TextDocument> {
  return new TextDocuments({
    create: TextDocument.create,
    update(document, changes, version) {
      for (const change of changes) {
        TextDocument.update(document, [readChange(change, document, encoding)], version);
      }
      return document;
    },
  });
}
