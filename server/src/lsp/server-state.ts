import {
  type Connection,
  type DidChangeWatchedFilesParams,
  FileChangeType,
  type InitializeParams,
  RegistrationRequest,
  TextDocuments,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type AnyLanguage, type FileContext, isFilter, isJob } from "../languages.ts";
import { isConfig } from "../workspace/config-language.ts";
import { isBelow } from "../workspace/files/parents.ts";
import { lockName } from "../workspace/lock/lock.ts";
import { today } from "../workspace/today.ts";
import { type CallerOptions, type FoundConfig, Workspace } from "../workspace/workspace.ts";
import { registrationsFor } from "./capabilities.ts";
import { Choices } from "./documents/choices.ts";
import { isTooLarge } from "./documents/large.ts";
import { PublishDiagnostics } from "./documents/publish-diagnostics.ts";
import { WorkspaceDiagnostics } from "./documents/pull-diagnostics.ts";
import { Refreshes } from "./documents/refreshes.ts";
import { RemoteStatus } from "./documents/remote-status.ts";
import { SentTokens } from "./documents/semantic-tokens.ts";
import { ServiceDiagnostics } from "./documents/service-diagnostics.ts";
import { ClientSettings } from "./documents/settings.ts";
import { Snapshots } from "./documents/snapshots.ts";
import { WorkspaceTexts } from "./documents/workspace-texts.ts";
import { Folders } from "./files/folders.ts";
import type { Host } from "./files/host.ts";
import { JobIndex } from "./files/job-index.ts";
import { keyOf } from "./files/uris.ts";
import { delay } from "./files/yielding.ts";
import { log } from "./log.ts";
import { statusNotification } from "./protocol.ts";
import { type Client, readClient } from "./wire/client-capabilities.ts";
import { Places, readChange } from "./wire/convert.ts";
import type { BudgetPlaces } from "./wire/results.ts";

/** The state of one client connection, and the updates that follow its changes. */
export class ServerState {
  readonly client: Client;
  readonly snapshots: Snapshots;
  readonly texts: WorkspaceTexts;
  readonly tokens = new SentTokens((uri) => this.documents.get(uri)?.languageId);
  readonly workspaceDiagnostics: WorkspaceDiagnostics;
  readonly choices: Choices;
  readonly refusals = new ServiceDiagnostics();
  readonly remoteStatus = new RemoteStatus();
  readonly folders: Folders;
  readonly index: JobIndex;
  private readonly settings: ClientSettings;
  readonly documents: TextDocuments<TextDocument>;
  private readonly workspace: Workspace;
  private readonly push: PublishDiagnostics;
  private readonly refreshes: Refreshes;
  /** Every `weir.json` in use. Its problems are shown, and cleared when fixed. */
  private readonly configs = new Set<string>();
  /** Their texts as last read. */
  private readonly configTexts = new Map<string, string | undefined>();
  /** The URIs of open documents as sent by the client, by key. */
  private readonly openUris = new Map<string, string>();

  constructor(
    readonly connection: Connection,
    readonly host: Host,
    params: InitializeParams,
    private readonly languages: readonly AnyLanguage[],
  ) {
    const client = readClient(params);
    const read = (uri: string) => this.read(uri);
    this.client = client;
    this.folders = new Folders(params, connection);
    this.settings = new ClientSettings(
      connection,
      client,
      this.folders,
      params.initializationOptions,
    );
    this.choices = new Choices(params.initializationOptions);
    this.documents = openDocuments(client);
    this.index = new JobIndex({
      host,
      read,
      openText: (key) => this.openTextOf(key),
      changed: (filters, jobsToo) => this.surroundingsChanged(filters, jobsToo),
    });
    this.workspace = new Workspace((uri) => this.readConfig(uri), {
      jobsBelow: (folder) => (folder === undefined ? undefined : this.index.below(folder)),
      leadsToFile: (from, path) => host.leadsToFile(from, path),
      today,
    });
    const contextOf = (uri: string) => this.contextOf(uri, { onCrash: this.crashOf(uri) });
    this.snapshots = new Snapshots(this.documents, languages, contextOf, client, this.refusals);
    this.texts = new WorkspaceTexts(
      connection,
      host,
      this.documents,
      this.snapshots,
      this.folders,
      this.refusals,
    );
    // Without file watching, a held request would never end.
    const mayHold = client.registers.watchedFiles;
    this.workspaceDiagnostics = new WorkspaceDiagnostics(this.texts, mayHold);
    const ready = () => this.ready();
    const configText = (uri: string) => this.configText(uri);
    this.push = new PublishDiagnostics(connection, this.snapshots, client, configText, ready);
    this.refreshes = new Refreshes(connection, client);
    this.listen();
  }

  /** Checks need the settings, and those of filters also need their jobs. */
  async ready(): Promise<void> {
    await this.settings.known;
    await this.host.known;
    if (this.index.isWalking) await Promise.race([this.index.known(), delay(maxWait)]);
  }

  /** The same for the whole workspace, without a time limit. */
  async readyForAll(): Promise<void> {
    for (const folder of this.folders.all()) this.index.prepare(folder);
    await this.index.known();
  }

  /** The client now accepts requests. */
  async start(): Promise<void> {
    if (this.client.workspaceFolders) {
      this.connection.workspace.onDidChangeWorkspaceFolders((event) => this.foldersChanged(event));
    }
    const registrations = registrationsFor(this.client, this.languages, this.folders.schemes());
    if (registrations.length > 0) {
      this.connection.sendRequest(RegistrationRequest.type, { registrations }).catch((error) => {
        log(this.connection, "warn", "The client did not register everything", error);
      });
    }
    await this.configure();
  }

  /** The editor settings may have changed. */
  async configure(sent?: unknown): Promise<void> {
    if (await this.settings.update(sent)) this.settingsChanged();
  }

  filesChanged({ changes }: DidChangeWatchedFilesParams): void {
    for (const { uri, type } of changes) {
      this.texts.kept.forget(uri);
      this.index.fileChanged(uri, type === FileChangeType.Deleted);
    }
    const [locks, others] = [changes.filter(isLock), changes.filter((it) => !isLock(it))];
    if (locks.length > 0) this.statusChanged();
    if (others.some((it) => isConfig(it.uri))) this.settingsChanged();
    else if (others.some((it) => !this.documents.get(it.uri))) this.closedFilesChanged();
  }

  /** The trust or the selected profile changed. */
  choose(sent: unknown): void {
    if (this.choices.update(sent)) this.statusChanged();
  }

  /** Profiles and push status may be outdated. */
  statusChanged(): void {
    void this.refreshes.ask("lenses");
    if (this.client.offers) void this.connection.sendNotification(statusNotification);
  }

  /** The errors of the service for a text changed. */
  serviceErrorsChanged(uri: string): void {
    this.push.later(uri);
    this.closedFilesChanged();
  }

  private async foldersChanged(event: WorkspaceFoldersChangeEvent): Promise<void> {
    this.folders.change(event);
    this.closedFilesChanged();
    await this.configure();
  }

  private listen(): void {
    this.host.watch?.((event) => this.filesChanged(event));
    this.documents.onDidOpen(({ document: { uri } }) => {
      this.openUris.set(keyOf(uri), uri);
      this.lookAtSettings(uri);
      this.lookAround(uri);
    });
    this.documents.onDidSave(({ document: { uri } }) => {
      this.texts.kept.forget(uri);
      this.lookAtSettings(uri);
    });
    this.documents.onDidChangeContent(({ document: { uri } }) => {
      this.index.edited(uri);
      if (isConfig(uri)) this.configEdited(uri);
      else this.push.later(uri);
    });
    this.documents.onDidClose(({ document: { uri } }) => {
      this.openUris.delete(keyOf(uri));
      this.snapshots.close(uri);
      this.tokens.forget(uri);
      this.index.edited(uri);
      if (isConfig(uri)) this.configEdited(uri);
      else this.push.clear(uri);
      this.workspaceDiagnostics.closed(uri);
    });
    this.documents.listen(this.connection);
  }

  /** The text of the `weir.json` of a document, from the editor or from disk. */
  configOf(uri: string): Places | undefined {
    const path = this.workspace.configFor(uri)?.path;
    const text = path === undefined ? undefined : this.read(path);
    if (path === undefined || text === undefined) return undefined;
    const shown = this.openUris.get(keyOf(path)) ?? path;
    const version = this.documents.get(shown)?.version ?? null;
    return new Places({ uri: shown, version }, text, this.client);
  }

  /** The parsed `weir.json` of a document. Its folder is a URI. */
  configFor(uri: string): FoundConfig | undefined {
    return this.workspace.configFor(uri);
  }

  contextOf(uri: string, asked?: Pick<CallerOptions, "forcedDataset" | "onCrash">): FileContext {
    const folder = this.folders.around(uri);
    return this.workspace.contextFor(uri, { ...this.settings.for(uri), folder, ...asked });
  }

  /** A `weir.json` is watched and checked from its first use. */
  private readConfig(uri: string): string | undefined {
    const text = this.read(uri);
    if (text !== undefined && !this.configs.has(uri)) {
      this.configs.add(uri);
      this.configTexts.set(uri, text);
      this.push.later(uri);
    }
    return text;
  }

  /** Where the user wants to see the limits. */
  budgetPlaces(uri: string): BudgetPlaces {
    return this.settings.for(uri).budget;
  }

  /** Whether the user wants to see on each condition what it does on the samples. */
  wantsTryHints(uri: string): boolean {
    return this.settings.for(uri).tryHints;
  }

  lensesChanged(): void {
    void this.refreshes.ask("lenses");
  }

  /** What documents do on the samples. */
  trialsChanged(): void {
    void this.refreshes.ask("lenses", "inlays");
  }

  /** Logs a failed check, once per text, because it may fail at many nodes. */
  private crashOf(uri: string): FileContext["onCrash"] {
    const told = new Set<string>();
    return (code, error) => {
      if (told.has(code)) return;
      told.add(code);
      log(this.connection, "error", `The check '${code}' failed on ${uri}`, error);
    };
  }

  /** Diagnostics of filters and jobs depend on each other, so an opened one starts the index of its folder. */
  private lookAround(uri: string): void {
    const path = keyOf(uri);
    if (!isFilter(path) && !isJob(path)) return;
    const around = this.folders.around(uri);
    const folder = this.workspace.configFor(uri)?.folder ?? around;
    if (folder === undefined) return;
    // Walking the larger folder covers both.
    this.index.prepare(around && isBelow(keyOf(folder), keyOf(around)) ? around : folder);
    if (!this.client.registers.watchedFiles) this.index.walkAgain(uri);
  }

  private surroundingsChanged(filters: readonly string[], jobsToo: boolean): void {
    const wanted = new Set(filters);
    const open = this.documents
      .keys()
      .filter((uri) => wanted.has(keyOf(uri)) || (jobsToo && isJob(keyOf(uri))));
    this.snapshots.outdate(open);
    this.texts.kept.clear();
    for (const uri of open) this.push.later(uri);
    this.workspaceDiagnostics.wake();
    void this.refreshes.ask("diagnostics", "inlays", "lenses", "tokens");
  }

  /** From the editor, or from disk. */
  read(uri: string): string | undefined {
    return this.openText(uri) ?? this.host.textAt(uri);
  }

  private openText(uri: string): string | undefined {
    const document = this.documents.get(uri);
    return document ? readable(document) : this.openTextOf(keyOf(uri));
  }

  /** By key, because a client may escape the URIs of documents and folders differently. */
  private openTextOf(key: string): string | undefined {
    const uri = this.openUris.get(key);
    const document = uri === undefined ? undefined : this.documents.get(uri);
    return document && readable(document);
  }

  /** If a `weir.json` is referred to by several URIs, its diagnostics are shown for one. */
  private configText(uri: string): string | undefined {
    const key = keyOf(uri);
    const shown = this.openUris.get(key) ?? [...this.configs].find((it) => keyOf(it) === key);
    return shown === undefined || shown === uri ? this.read(uri) : undefined;
  }

  private configEdited(uri: string): void {
    this.configs.add(uri);
    this.forgetSettings();
    void this.refreshes.askWhenQuiet(...everything);
    if (this.client.offers) void this.connection.sendNotification(statusNotification);
  }

  /** Without file watching, a `weir.json` may have been changed, created or deleted. */
  private lookAtSettings(uri: string): void {
    if (this.client.registers.watchedFiles || this.host.watch) return;
    const before = this.workspace.configFor(uri)?.path;
    const isOld = [...this.configs].some((it) => this.configTexts.get(it) !== this.read(it));
    if (!isOld) this.workspace.forget();
    if (isOld || this.workspace.configFor(uri)?.path !== before) this.settingsChanged();
  }

  /** All documents have to be checked again. */
  private settingsChanged(): void {
    this.forgetSettings();
    void this.refreshes.ask(...everything);
    this.statusChanged();
  }

  private forgetSettings(): void {
    this.workspace.forget();
    this.snapshots.forget();
    this.texts.kept.clear();
    for (const it of this.configs) this.configTexts.set(it, this.read(it));
    for (const uri of [...this.configs, ...this.documents.keys()]) this.push.later(uri);
    this.workspaceDiagnostics.wake();
  }

  private closedFilesChanged(): void {
    this.workspaceDiagnostics.wake();
    void this.refreshes.ask("diagnostics");
  }
}

/** Everything that depends on settings. */
const everything = ["diagnostics", "inlays", "lenses", "tokens"] as const;

function isLock({ uri }: { readonly uri: string }): boolean {
  return uri.endsWith(`/${lockName}`);
}

/** Maximum wait for the walk of a large folder; its results arrive later. */
const maxWait = 300;

/** A text that is too large is treated as empty. */
function readable(document: TextDocument): string {
  const text = document.getText();
  return isTooLarge(text) ? "" : text;
}

/** Documents that apply changes in the position encoding of the client. */
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
