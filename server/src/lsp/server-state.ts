import {
  type Connection,
  type DidChangeWatchedFilesParams,
  FileChangeType,
  type InitializeParams,
  RegistrationRequest,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { type AnyLanguage, type FileContext, isFilter, isJob, isRule } from "../languages.ts";
import { isConfig } from "../workspace/config-language.ts";
import { RuleSets } from "../workspace/configuration/rule-sets.ts";
import { isBelow } from "../workspace/files/parents.ts";
import { lockName } from "../workspace/lock/lock.ts";
import {
  type CallerOptions,
  configName,
  type FoundConfig,
  today,
  Workspace,
} from "../workspace/workspace.ts";
import { registrationsFor } from "./capabilities.ts";
import { type Change, consequencesOf } from "./changes.ts";
import { Configurations } from "./documents/configurations.ts";
import { OpenDocuments } from "./documents/open-documents.ts";
import { PublishDiagnostics } from "./documents/publish-diagnostics.ts";
import { WorkspaceDiagnostics } from "./documents/pull-diagnostics.ts";
import { LatestLines } from "./documents/pulled-lines.ts";
import { Refreshes } from "./documents/refreshes.ts";
import { RemoteStatus } from "./documents/remote-status.ts";
import { RuleSetChanges } from "./documents/rule-set-changes.ts";
import { SentTokens } from "./documents/semantic-tokens.ts";
import { ServiceDiagnostics, together } from "./documents/service-diagnostics.ts";
import { ClientSettings } from "./documents/settings.ts";
import { Snapshots } from "./documents/snapshots.ts";
import { TerraformDocuments } from "./documents/terraform-documents.ts";
import { TrustAndProfile } from "./documents/trust-and-profile.ts";
import { WorkspaceTexts } from "./documents/workspace-texts.ts";
import { FileIndex } from "./files/file-index.ts";
import { Folders } from "./files/folders.ts";
import type { Host } from "./files/host.ts";
import { SampleFiles } from "./files/sample-files.ts";
import { below, keyOf } from "./files/uris.ts";
import { delay } from "./files/yield-to-messages.ts";
import { crashLog, log } from "./log.ts";
import { statusNotification } from "./protocol.ts";
import { type Client, readClient } from "./wire/client-capabilities.ts";
import { Places } from "./wire/convert.ts";

/** The state of one client connection, and the updates that follow its changes. */
export class ServerState {
  readonly client: Client;
  readonly snapshots: Snapshots;
  readonly texts: WorkspaceTexts;
  readonly tokens = new SentTokens((uri) => this.documents.get(uri)?.languageId);
  readonly workspaceDiagnostics: WorkspaceDiagnostics;
  readonly choices: TrustAndProfile;
  readonly refusals = new ServiceDiagnostics();
  private readonly foundElsewhere = new ServiceDiagnostics();
  private readonly terraform = new TerraformDocuments(this, this.foundElsewhere);
  readonly remoteStatus = new RemoteStatus();
  readonly configurations = new Configurations(this);
  readonly pulledLines = new LatestLines();
  readonly samples: SampleFiles;
  readonly folders: Folders;
  readonly index: FileIndex;
  private readonly settings: ClientSettings;
  readonly documents: OpenDocuments;
  readonly workspace: Workspace;
  private readonly ruleSets: RuleSets;
  private readonly ruleSetChanges: RuleSetChanges;
  private readonly push: PublishDiagnostics;
  private readonly refreshes: Refreshes;
  /** Every `weir.json` in use. Its problems are shown, and cleared when fixed. */
  private readonly configs = new Set<string>();
  /** Their texts as last read. */
  private readonly configTexts = new Map<string, string | undefined>();
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
    this.choices = new TrustAndProfile(params.initializationOptions);
    this.documents = new OpenDocuments(client);
    this.samples = new SampleFiles(connection, client);
    this.index = new FileIndex({
      host,
      read,
      openText: (key) => this.documents.textOfKey(key),
      changed: (filters, jobsToo) => this.surroundingsChanged(filters, jobsToo),
      rulesChanged: () => this.ruleSetChanges.outdate(),
      filterChanged: () => void this.refreshes.askWhenQuiet("lenses"),
    });
    this.workspace = new Workspace(read, {
      jobsBelow: (folder) => (folder === undefined ? undefined : this.index.below(folder)),
      leadsToFile: (from, path) => host.leadsToFile(from, path),
      today,
      ruleSet: (uri) => this.ruleSets.around(uri),
    });
    this.ruleSets = new RuleSets(this.workspace, {
      read,
      pathOf: (folder, name) => this.shownUri(below(folder, `/${name}`)),
      nameOf: (folder, uri) => keyOf(uri).slice(keyOf(folder).length + 1),
      rulesBelow: (folder) => this.index.rulesBelow(folder),
    });
    this.ruleSetChanges = new RuleSetChanges(this.ruleSets, this.documents, (open) =>
      this.outdated(open),
    );
    const contextFor = (uri: string) => {
      this.useConfigOf(uri);
      return this.contextOf(uri, { onCrash: crashLog(this.connection, uri) });
    };
    const beside = together([this.refusals, this.foundElsewhere]);
    this.snapshots = new Snapshots(this.documents, languages, contextFor, client, beside);
    this.texts = new WorkspaceTexts(
      connection,
      host,
      this.documents,
      this.snapshots,
      this.folders,
      beside,
      { markOf: (uri) => this.ruleSets.markOf(uri) + this.terraform.markOf(uri) },
    );
    // Without file watching, a held request would never end.
    const { watchedFiles } = client.registers;
    this.workspaceDiagnostics = new WorkspaceDiagnostics(this.texts, watchedFiles, this.workspace);
    const configText = (uri: string) => this.configText(uri);
    const ready = () => this.ready();
    this.push = new PublishDiagnostics(connection, this.snapshots, client, configText, ready);
    this.refreshes = new Refreshes(connection, client);
    this.listen();
  }

  /** Checks need the settings, and checks of filters also need their jobs. */
  async ready(): Promise<void> {
    await this.settings.known;
    await this.host.known;
    if (this.index.isWalking) await Promise.race([this.index.known(), delay(maxWait)]);
  }

  /** Like `ready`, for the whole workspace and without a time limit. */
  async readyForAll(): Promise<void> {
    for (const folder of this.folders.all()) this.index.prepare(folder);
    await this.index.known();
  }

  /** The client now accepts requests. */
  async start(): Promise<void> {
    if (this.client.workspaceFolders)
      this.connection.workspace.onDidChangeWorkspaceFolders((event) => this.foldersChanged(event));
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
    if (await this.settings.update(sent)) this.changed("settings");
  }

  filesChanged({ changes }: DidChangeWatchedFilesParams): void {
    for (const { uri, type } of changes) {
      this.texts.kept.forget(uri);
      this.index.fileChanged(uri, type === FileChangeType.Deleted);
      this.ruleSetChanges.changed(uri);
      this.terraform.changed(uri, true);
    }
    if (this.samples.changed(changes)) this.changed("results");
    const others = changes.filter((it) => !isLock(it) && !this.samples.isOnlyTried(it));
    if (changes.some(isLock)) {
      this.ruleSetChanges.outdate();
      this.changed("status");
    }
    if (others.some((it) => isConfig(it.uri))) this.changed("settings");
    else if (others.some((it) => !this.documents.get(it.uri))) this.changed("closedFiles");
  }

  /** The trust or the selected profile changed. */
  choose(sent: unknown): void {
    if (this.choices.update(sent)) this.changed("status");
  }

  /** The diagnostics of the given documents depend on it, too. */
  changed(change: Change, uris: readonly string[] = []): void {
    const { refreshes, isTyped, forgets, wakes, notifies } = consequencesOf(change);
    if (forgets) this.forgetSettings();
    for (const uri of uris) this.push.later(uri);
    if (wakes) this.workspaceDiagnostics.wake();
    void (isTyped ? this.refreshes.askWhenQuiet(...refreshes) : this.refreshes.ask(...refreshes));
    if (notifies && this.client.offers) void this.connection.sendNotification(statusNotification);
  }

  private async foldersChanged(event: WorkspaceFoldersChangeEvent): Promise<void> {
    this.folders.change(event);
    this.changed("closedFiles");
    await this.configure();
  }

  private listen(): void {
    this.host.watch?.((event) => this.filesChanged(event));
    this.documents.onDidOpen(({ document: { uri } }) => {
      this.useConfigOf(uri);
      this.lookAtSettings(uri);
      this.lookAround(uri);
    });
    this.documents.onDidSave(({ document: { uri } }) => {
      this.texts.kept.forget(uri);
      this.lookAtSettings(uri);
    });
    this.documents.onDidChangeContent(({ document: { uri } }) => {
      this.index.edited(uri);
      this.ruleSetChanges.changed(uri);
      this.terraform.changed(uri, false);
      if (isConfig(uri)) this.configEdited(uri);
      else this.push.later(uri);
    });
    this.documents.onDidClose(({ document: { uri } }) => {
      this.snapshots.close(uri);
      this.tokens.forget(uri);
      this.index.edited(uri);
      this.ruleSetChanges.changed(uri);
      this.terraform.changed(uri, false);
      this.terraform.closed(uri);
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
    const shown = this.shownUri(path);
    const version = this.documents.get(shown)?.version ?? null;
    return new Places({ uri: shown, version }, text, this.client);
  }

  /** The parsed `weir.json` of a document. Its folder is a URI. */
  configFor(uri: string): FoundConfig | undefined {
    return this.workspace.configFor(uri);
  }

  /** The `weir.json` with the samples of a document; of a document that was never saved, the one of the first folder. */
  sampleConfigFor(uri: string): FoundConfig | undefined {
    const [folder] = this.folders.all();
    const isSaved = !uri.startsWith("untitled:");
    return this.configFor(isSaved || folder === undefined ? uri : `${folder}/${configName}`);
  }

  contextOf(uri: string, asked?: Pick<CallerOptions, "forcedDataset" | "onCrash">): FileContext {
    const folder = this.folders.around(uri);
    const rulesOfTests = this.configurations.rulesOfTests(uri);
    const terraform = this.terraform.placeOf(uri);
    const options = { ...this.settings.for(uri), folder, terraform, rulesOfTests };
    return this.workspace.contextFor(uri, { ...options, ...asked });
  }

  /** The settings of the editor for a file. */
  settingsFor(uri: string): ReturnType<ClientSettings["for"]> {
    return this.settings.for(uri);
  }

  /** Diagnostics of filters, jobs and the rules of a set depend on each other, so opening one starts the index of its folder. */
  private lookAround(uri: string): void {
    const path = keyOf(uri);
    const isInSet = isRule(path) && this.ruleSets.around(uri) !== undefined;
    if (!isFilter(path) && !isJob(path) && !isInSet) return;
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
    this.changed("surroundings", open);
  }

  /** The diagnostics of these files are outdated; some may be open. */
  outdated(uris: readonly string[]): void {
    const open = uris.filter((it) => this.documents.get(it));
    this.snapshots.reread(open);
    this.changed("readTexts", open);
  }

  /** The URI that the client uses for a file. */
  private shownUri(uri: string): string {
    return this.documents.uriOf(keyOf(uri)) ?? uri;
  }

  /** The text of a file, from the editor or from disk. */
  read(uri: string): string | undefined {
    return this.documents.textOf(uri) ?? this.host.textAt(uri);
  }

  /** If a `weir.json` is referred to by several URIs, its diagnostics are shown for one. */
  private configText(uri: string): string | undefined {
    const key = keyOf(uri);
    const shown = this.documents.uriOf(key) ?? [...this.configs].find((it) => keyOf(it) === key);
    return shown === undefined || shown === uri ? this.read(uri) : undefined;
  }

  private configEdited(uri: string): void {
    this.configs.add(uri);
    this.changed("typedSettings");
  }

  /** A `weir.json` is watched and checked from the first text below it that is opened or analyzed. */
  private useConfigOf(uri: string): void {
    const config = this.workspace.configFor(uri)?.path;
    if (config === undefined || this.configs.has(config)) return;
    this.configs.add(config);
    this.configTexts.set(config, this.read(config));
    this.push.later(config);
  }

  /** A watcher may miss that a `weir.json` was changed or deleted; without file watching, it may also have been created. */
  private lookAtSettings(uri: string): void {
    if (this.host.watch) return;
    const config = this.workspace.configFor(uri)?.path;
    const isOld = (it: string) => this.configTexts.get(it) !== this.read(it);
    if (this.client.registers.watchedFiles) {
      if (config !== undefined && isOld(config)) this.changed("settings");
      return;
    }
    const anyIsOld = [...this.configs].some(isOld);
    if (!anyIsOld) this.workspace.forget();
    if (anyIsOld || this.workspace.configFor(uri)?.path !== config) this.changed("settings");
    else if (isRule(keyOf(uri))) this.ruleSetChanges.outdate();
  }

  private forgetSettings(): void {
    this.workspace.forget();
    this.ruleSets.forget();
    this.snapshots.forget();
    this.texts.kept.clear();
    for (const it of this.configs) this.configTexts.set(it, this.read(it));
    for (const uri of [...this.configs, ...this.documents.keys()]) this.push.later(uri);
  }
}

function isLock({ uri }: { readonly uri: string }): boolean {
  return uri.endsWith(`/${lockName}`);
}

/** Maximum wait for the walk of a large folder; its results arrive later. */
const maxWait = 300;
