import { commands, type Disposable, type ExtensionContext, workspace } from "vscode";
import { signOut } from "./account/sign-in.ts";
import { registerOwnCommands } from "./commands/client-commands.ts";
import { registerForms } from "./form/form-editor.ts";
import { isOurLanguage, ourFiles } from "./languages.ts";
import { Parts } from "./parts.ts";
import type { Platform } from "./platform.ts";
import { isNeeded, onFirstNeed } from "./server/activation.ts";
import { budgetStatus } from "./view/budget-status.ts";
import { Decorations } from "./view/decorations.ts";
import { profileStatus } from "./view/profile-status.ts";
import { openFirstWalkthrough } from "./walkthrough.ts";

/** Creates the parts of the extension and starts the server. Returns a function to stop it. */
export async function start(
  context: ExtensionContext,
  platform: Platform,
): Promise<() => Promise<void>> {
  const parts = new Parts(context, platform);
  if (platform.whyNoService) void commands.executeCommand("setContext", "weir.noService", true);
  const { connection, crashes, emulator, log, profiles, remote, trace, view } = parts;
  context.subscriptions.push(
    log,
    trace.channel,
    emulator,
    ...view.register(),
    ...parts.changesView.register(),
    ...new Decorations(parts.changes).register(),
    ...refreshChanges(parts),
    ...parts.tests.register(),
    ...remote.register(),
    ...parts.reviews.register(),
    ...parts.labs.register(),
    ...parts.traces.register(),
    ...profileStatus(profiles),
    ...budgetStatus(connection),
    ...registerForms(context, connection, parts.labs, parts.profiles),
    ...registerOwnCommands({
      run: parts.forCommands(),
      profiles,
      emulator,
      remote,
      changes: parts.changes,
      whyNoService: platform.whyNoService,
      signIn: parts.signIn,
      signOut: () => signOut(parts),
      openLab: (args) => parts.labs.open(args),
      openTrace: (args) => parts.traces.open(parts.tests.traceArguments(args) ?? args),
      openReview: (from) => parts.changesReview.open(from),
      useSample: (args) => parts.labs.useSample(args),
      refresh: (options) => view.refresh(options),
      startServer: () => parts.connection.start(),
      restartServer: () => parts.restartServer(),
    }),
    emulator.onDidChange(() => view.refresh()),
    profiles.onDidChange(() => {
      const has = profiles.rows.length > 0;
      void commands.executeCommand("setContext", "weir.hasProfiles", has);
      // Only set once the profiles were read, so that the view does not show a missing profile too early.
      void commands.executeCommand("setContext", "weir.noProfiles", !has);
    }),
    // Another window may have signed in or out.
    context.secrets.onDidChange(() => view.refresh()),
    workspace.onDidChangeConfiguration((it) => {
      if (it.affectsConfiguration("weir.trace.server")) trace.update();
    }),
    workspace.onDidGrantWorkspaceTrust(async () => {
      await connection.tell(profiles.workspaceState());
      await parts.lookAgain();
    }),
  );
  const begin = async () => {
    try {
      await connection.start();
      void profiles.read();
      await openFirstWalkthrough(context.globalState);
    } catch {
      void crashes.ask();
    }
  };
  if (await isNeeded()) await begin();
  else context.subscriptions.push(onFirstNeed(begin));
  return () => connection.stop();
}

/** Keeps the changes up to date. Files are compared with the last push, without requests. */
function refreshChanges({ changes, changesView, profiles, view }: Parts): Disposable[] {
  let isFile = false;
  const refresh = () => {
    isFile = true;
    changes.refresh();
  };
  const watcher = workspace.createFileSystemWatcher(ourFiles);
  return [
    watcher,
    watcher.onDidCreate(refresh),
    watcher.onDidChange(refresh),
    watcher.onDidDelete(refresh),
    // Not every file system reports changes.
    workspace.onDidSaveTextDocument(({ languageId }) => {
      if (isOurLanguage(languageId)) refresh();
    }),
    profiles.onDidChange(() => changes.refresh()),
    // Changes that were found by listing the service are in its view.
    changes.onDidChange(() => {
      if (isFile) view.lookAtFiles();
      isFile = false;
    }),
    view.onDidChangeTreeData(() => changesView.refresh()),
  ];
}
