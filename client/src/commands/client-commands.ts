import { commands, type Disposable, env, l10n, Uri, window } from "vscode";
import type { ProfileRow } from "../../../server/src/lsp/protocol.ts";
import { chooseProfile } from "../account/choose-profile.ts";
import { chooseZone } from "../account/choose-zone.ts";
import type { Profiles } from "../account/profiles.ts";
import { hasTrust } from "../account/trust.ts";
import type { Emulator } from "../emulator/emulator.ts";
import { nameIn } from "../labels.ts";
import { showIfNoService } from "../server/no-service.ts";
import { jobFor } from "../templates.ts";
import type { Node } from "../view/nodes.ts";
import type { RemoteTexts } from "../view/remote-text.ts";
import { openTerraform, openWalkthrough } from "../walkthrough.ts";
import { pasteEscaped } from "./copy.ts";
import { newFile } from "./new-file.ts";
import { openAs } from "./open-as.ts";
import { type PushAllParts, pushAll } from "./push-all.ts";
import { activeUri, answerOf, showRefusal } from "./run-on-files.ts";
import { createSettings } from "./settings.ts";
import { targetOf, urisOf } from "./target.ts";

export interface OwnParts extends PushAllParts {
  readonly profiles: Profiles;
  readonly emulator: Emulator;
  readonly remote: RemoteTexts;
  /** Why the service is not available, if so. */
  readonly whyNoService?: string | undefined;
  signIn(origin?: string): Promise<boolean>;
  signOut(): Promise<boolean>;
  openLab(args: readonly unknown[]): void;
  openTrace(args: readonly unknown[]): void;
  openReview(from: unknown): void;
  useSample(args: readonly unknown[]): Promise<void>;
  refresh(options?: { readonly isAsked: boolean }): void;
  startServer(): Promise<void>;
  restartServer(): Promise<void>;
}

/** Commands that run in the client only. */
export function registerOwnCommands(parts: OwnParts): Disposable[] {
  const { emulator, profiles, run } = parts;
  const table: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    "weir.compare": (...args) => compare(args, parts),
    "weir.dryRun": (...args) => push(args, { dryRun: true }),
    "weir.copyEmergencyCurl": (...args) =>
      commands.executeCommand("weir.copyCurl", { ...targetOf(args, activeUri()), inline: true }),
    "weir.pushAll": () => pushAll(parts),
    "weir.enableJob": (node) => setEnabled(node, true),
    "weir.disableJob": (node) => setEnabled(node, false),
    "weir.pasteEscaped": () => pasteEscaped(),
    "weir.signIn": async (origin) =>
      (await hasTrust()) && parts.signIn(typeof origin === "string" ? origin : undefined),
    "weir.signOut": () => parts.signOut(),
    "weir.chooseProfile": async () => {
      if (await hasTrust()) await chooseProfile(profiles);
      parts.refresh();
    },
    "weir.chooseZone": async (node) => {
      if (await hasTrust()) await chooseZoneOf(node, parts);
      parts.refresh();
    },
    "weir.useProfile": async (node) => {
      await profiles.choose(targetOf([node], undefined).profile);
      parts.refresh();
    },
    "weir.startEmulator": async (node) =>
      (await hasTrust()) && emulator.start(targetOf([node], undefined).profile),
    "weir.stopEmulator": () => emulator.stop(),
    "weir.createSettings": async (file) => {
      await createSettings(typeof file === "string" ? file : undefined);
      parts.refresh();
    },
    "weir.openFile": (node) => openFile(node),
    "weir.tryOnLogs": (...args) => parts.openLab(args),
    "weir.trace": (...args) => parts.openTrace(args),
    "weir.reviewChanges": (from) => parts.openReview(from),
    "weir.useSample": (...args) => parts.useSample(args),
    "weir.openForm": (...args) => openAs("form", args),
    "weir.openText": (...args) => openAs("text", args),
    "weir.preview": (node) => preview(node, parts),
    "weir.newFilter": () => newFile("lpfilter", parts.startServer),
    // With the URI of a filter and its dataset, a job for that filter.
    "weir.newJob": (filter, dataset) =>
      newFile(
        "lpjob",
        parts.startServer,
        typeof filter === "string" ? jobFor(nameIn(filter), String(dataset ?? "")) : undefined,
      ),
    "weir.newRule": () => newFile("cfrule", parts.startServer),
    // VS Code asks before it opens an external URL.
    "weir.openDashboard": (node) =>
      commands.executeCommand("vscode.open", Uri.parse((node as Node).dashboard ?? "")),
    "weir.copyId": (node) => env.clipboard.writeText((node as { readonly id?: string }).id ?? ""),
    "weir.refresh": () => parts.refresh({ isAsked: true }),
    "weir.restartServer": () => parts.restartServer(),
    "weir.showOutput": () => run.log.show(true),
    "weir.openWalkthrough": () => openWalkthrough(),
    "weir.openTerraform": () => openTerraform(),
  };
  return Object.entries(table).map(([name, action]) =>
    commands.registerCommand(name, (...args) =>
      showIfNoService(name, parts.whyNoService) ? undefined : action(...args),
    ),
  );
}

async function chooseZoneOf(node: unknown, { profiles, run }: OwnParts): Promise<void> {
  await profiles.read();
  const { profile } = targetOf([node], undefined);
  const selected = profile === undefined ? profiles.for(activeUri()) : profiles.named(profile);
  const verify = async ({ name, uri }: ProfileRow) =>
    (await answerOf("weir.verify", { profile: name, uri }, run))?.answer;
  await chooseZone({ profiles, verify }, selected ?? profiles.for(undefined));
}

function push(args: readonly unknown[], extra: { readonly dryRun: boolean }): Thenable<unknown> {
  return commands.executeCommand("weir.push", { ...targetOf(args, activeUri()), ...extra });
}

function setEnabled(node: unknown, enabled: boolean): Thenable<unknown> {
  const target = targetOf([node], activeUri());
  const { context = "", id: job } = (node ?? {}) as Partial<Node>;
  // A job without a file is identified by its ID.
  const isAlone = job !== undefined && !context.startsWith("job.linked");
  const asked = { ...target, ...(isAlone && { job }), enabled };
  return commands.executeCommand("weir.setEnabled", asked);
}

async function compare(args: readonly unknown[], parts: OwnParts): Promise<void> {
  if (!(await hasTrust())) return;
  const target = targetOf(args, activeUri());
  const [uri] = urisOf(target);
  if (uri === undefined) {
    void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
    return;
  }
  for (;;) {
    const profile = target.profile ?? parts.profiles.for(uri)?.name;
    const refused = await parts.remote.compare(uri, profile);
    if (!refused || !(await showRefusal(refused, target, parts.run))) return;
  }
}

/** Previews a resource without a file. */
async function preview(node: unknown, { remote, run }: OwnParts): Promise<void> {
  const target = targetOf([node], undefined);
  const [uri] = urisOf(target);
  if (uri === undefined) return;
  const refused = await remote.preview(uri, target.profile);
  if (refused) await showRefusal(refused, target, run);
}

async function openFile(node: unknown): Promise<void> {
  const [uri] = urisOf(targetOf([node], undefined));
  if (uri !== undefined) await window.showTextDocument(Uri.parse(uri));
}
