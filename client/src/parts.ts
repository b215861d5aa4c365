import { type ExtensionContext, type LogOutputChannel, window, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import {
  agreeRequest,
  type ChooseParams,
  type ConfirmParams,
  type CredentialParams,
  chooseRequest,
  confirmRequest,
  credentialRequest,
  examplesRequest,
  type FileResult,
  type HandedCredential,
  type HandedPassword,
  type LabProgress,
  labProgress,
  type PasswordParams,
  passwordRequest,
  samplesNotification,
  statusNotification,
} from "../../server/src/lsp/protocol.ts";
import { chooseProfile } from "./account/choose-profile.ts";
import { Credentials, EnginePasswords } from "./account/credentials.ts";
import { dashboardOf } from "./account/dashboard.ts";
import { folderOf } from "./account/profile-for.ts";
import { Profiles } from "./account/profiles.ts";
import { Secrets } from "./account/redaction.ts";
import { signIn } from "./account/sign-in.ts";
import { Inputs } from "./claims/inputs.ts";
import { clientOptions, ourOffers, readTracing, withoutPopups } from "./client-options.ts";
import { Pushes } from "./commands/pushes.ts";
import { Runs } from "./commands/runs.ts";
import { runServerCommand } from "./commands/server-commands.ts";
import { Emulator } from "./emulator/emulator.ts";
import { agree } from "./lab/engine-questions.ts";
import { Labs } from "./lab/lab.ts";
import { hidingLog, type TraceLog, traceLog } from "./log.ts";
import type { Platform } from "./platform.ts";
import { ChangesReview } from "./review/changes-review.ts";
import { Connection } from "./server/connection.ts";
import { Crashes } from "./server/crashes.ts";
import { showIfNoService } from "./server/no-service.ts";
import { ExampleTests } from "./tests/example-tests.ts";
import { Traces } from "./trace/trace.ts";
import { Changes } from "./view/changes.ts";
import { ChangesView } from "./view/changes-view.ts";
import { Listings } from "./view/listings.ts";
import { RemoteTexts } from "./view/remote-text.ts";
import { Reviews } from "./view/review.ts";
import { ServiceView } from "./view/service-view.ts";

/** The long-lived parts of the extension, wired together. */
export class Parts {
  readonly log: LogOutputChannel;
  readonly trace: TraceLog;
  readonly crashes: Crashes;
  readonly credentials: Credentials;
  readonly passwords: EnginePasswords;
  readonly connection: Connection;
  readonly profiles: Profiles;
  readonly remote: RemoteTexts;
  readonly reviews = new Reviews();
  readonly runs: Runs;
  readonly emulator: Emulator;
  private readonly listings: Listings;
  readonly view: ServiceView;
  readonly changes: Changes;
  readonly changesView: ChangesView;
  readonly pushes = new Pushes();
  readonly tests: ExampleTests;
  readonly labs: Labs;
  readonly traces: Traces;
  readonly changesReview: ChangesReview;

  constructor(
    context: ExtensionContext,
    private readonly platform: Platform,
  ) {
    const { secrets: storage, globalState, workspaceState } = context;
    const secrets = new Secrets();
    this.log = hidingLog(window.createOutputChannel("Weir", { log: true }), secrets);
    this.trace = traceLog(secrets, readTracing);
    this.credentials = new Credentials(storage, globalState, secrets);
    this.passwords = new EnginePasswords(storage, globalState, secrets);
    this.crashes = new Crashes(
      () => this.restartServer(),
      () => this.log.show(true),
    );
    this.connection = new Connection(() => this.createClient());
    const hasService = platform.whyNoService === undefined;
    const { ask } = this.connection;
    this.profiles = new Profiles(ask, workspaceState, (it) => this.connection.tell(it));
    const inputs = new Inputs((it) => this.connection.filesChanged(it));
    this.traces = new Traces(
      context,
      this.connection,
      hasService ? ask : undefined,
      inputs,
      this.profiles,
    );
    this.changesReview = new ChangesReview(
      context,
      ask,
      (request, uri) => this.traces.show(request, uri),
      hasService,
      inputs,
      this.profiles,
    );
    this.labs = new Labs(
      context,
      this.connection,
      platform.hasFiles,
      (line, uri) => this.traces.openLine(line, uri),
      hasService ? { ask, passwords: this.passwords } : undefined,
      inputs,
    );
    this.remote = new RemoteTexts(ask);
    this.runs = new Runs({
      reviews: this.reviews,
      learn: (where) => this.profiles.learn(where),
    });
    this.emulator = new Emulator(platform.runEmulator, this.profiles, ask);
    this.listings = new Listings(ask, this.credentials);
    this.view = new ServiceView({
      listings: this.listings,
      profiles: this.profiles,
      lacksEmulator: (row) => this.emulator.isMissing(row),
    });
    this.changes = new Changes(ask, this.profiles);
    this.changesView = new ChangesView({
      changes: this.changes,
      listings: this.listings,
      current: () => this.view.current(),
    });
    this.tests = new ExampleTests({
      examples: (params, token) => this.connection.request(examplesRequest, params, token),
      schemes: () => platform.schemes(),
      onDidStart: this.connection.onDidStart,
    });
  }

  readonly signIn = async (origin?: string): Promise<boolean> => {
    const { connection, credentials, profiles } = this;
    const done = await signIn({ ask: connection.ask, credentials, profiles }, origin);
    this.view.refresh();
    return done;
  };

  async restartServer(): Promise<void> {
    try {
      await this.connection.restart();
      // The undo data was lost with the server.
      this.pushes.forgetAll();
      await this.profiles.read();
      this.view.refresh();
    } catch {
      await this.crashes.ask();
    }
  }

  /** Profiles and sync states may be outdated. */
  async lookAgain(): Promise<void> {
    this.changes.outdate();
    this.view.outdate();
    await this.profiles.read();
    this.view.refresh();
  }

  /** The dependencies of the commands. */
  forCommands() {
    const { emulator, profiles } = this;
    return {
      ask: this.connection.ask,
      runs: this.runs,
      log: this.log,
      compare: (uri: string, profile: string) => this.remote.compare(uri, profile),
      dashboard: ({ profile, ids }: FileResult) => {
        const row = profiles.named(profile);
        const kind = ids.rule === undefined ? "job" : "rule";
        return row && dashboardOf(row, kind, profiles.zoneName(row));
      },
      signIn: this.signIn,
      startEmulator: (profile: string) => emulator.start(profile),
      lacksEmulator: async (profile: string) => {
        const row = profiles.named(profile);
        return row !== undefined && emulator.isMissing(row);
      },
      undecided: async (uris: readonly string[]) => {
        // A command can be refused before the profiles were read.
        if (profiles.rows.length === 0) await profiles.read();
        return uris.find((it) => profiles.needsChoice(it));
      },
      chooseProfile: (uri: string) => chooseProfile(profiles, uri),
      pushes: this.pushes,
      pullFolder: async () => {
        if (profiles.rows.length === 0) await profiles.read();
        const row = profiles.for(undefined) ?? profiles.rows[0];
        return row && folderOf(row.uri);
      },
    };
  }

  private createClient(): BaseLanguageClient {
    const { log, trace, crashes, credentials, passwords } = this;
    const client = withoutPopups(
      this.platform.createClient(
        clientOptions({
          schemes: this.platform.schemes(),
          log,
          trace,
          crashes,
          state: () => this.profiles.workspaceState(),
          run: async (command, args) =>
            showIfNoService(command, this.platform.whyNoService)
              ? undefined
              : runServerCommand(command, args, this.forCommands()),
        }),
      ),
    );
    client.registerFeature(ourOffers);
    client.onRequest<"yes" | "no", unknown>(confirmRequest, (asked: ConfirmParams, token) =>
      this.runs.confirm(asked, token),
    );
    client.onRequest<number | null, unknown>(chooseRequest, (asked: ChooseParams, token) =>
      this.runs.choose(asked, token),
    );
    client.onRequest<HandedCredential | null, unknown>(
      credentialRequest,
      ({ origin, run }: CredentialParams) =>
        workspace.isTrusted ? credentials.for(origin, run) : null,
    );
    client.onRequest<HandedPassword | null, unknown>(
      passwordRequest,
      ({ run, ...login }: PasswordParams) =>
        workspace.isTrusted ? passwords.of(login, run) : null,
    );
    client.onRequest<"yes" | "no", unknown>(agreeRequest, agree);
    client.onNotification(statusNotification, () => this.lookAgain());
    client.onNotification(samplesNotification, () => this.labs.sampleChanged());
    client.onNotification(labProgress, (it: LabProgress) => this.labs.progress(it));
    return client;
  }
}
