import { commands, l10n, window } from "vscode";
import type { CommandArguments, CommandName } from "../../../server/src/lsp/protocol.ts";
import { meantBy, urisOf } from "../meant.ts";
import { tellNoProfiles } from "../no-profiles.ts";
import { verifiedText } from "../sign-in.ts";
import { hasTrust } from "../trust.ts";
import { copyText } from "./copy.ts";
import { activeUri, answerOf, type RunParts, runOnFiles } from "./run.ts";
import { tellResults } from "./tell.ts";

export interface ServerParts extends RunParts {
  /** The folder that is meant when no file is. */
  pullFolder(): Promise<string | undefined>;
  lastPush(): readonly string[];
}

/** Runs a command of the server for the user. Commands that ask for data alone answer it to whoever called. */
export async function runServerCommand(
  command: CommandName,
  args: readonly unknown[],
  parts: ServerParts,
): Promise<unknown> {
  switch (command) {
    case "weir.push":
    case "weir.createRule":
    case "weir.delete":
      return runOnFiles(command, args, parts);
    case "weir.pull":
      return inFolder(args, parts, (target) => runOnFiles(command, [target], parts));
    // In a terminal differences are lines; here there is an editor for them.
    case "weir.diff":
      return commands.executeCommand("weir.compare", ...args);
    case "weir.undo":
      return undo(args, parts);
    case "weir.copyEscaped":
    case "weir.copyCurl":
      return copyText(command, args, parts);
    case "weir.verify":
      return inFolder(args, parts, (target) => verify(target, parts));
    default:
      return parts.ask(command, meantBy(args, activeUri()));
  }
}

/** What is meant when no file is, is the folder of the profile that counts. */
async function inFolder(
  args: readonly unknown[],
  parts: ServerParts,
  run: (target: CommandArguments) => Promise<unknown>,
): Promise<unknown> {
  if (!(await hasTrust())) return undefined;
  const target = meantBy(args, activeUri() ?? (await parts.pullFolder()));
  return urisOf(target).length === 0 ? tellNoProfiles() : run(target);
}

/** Takes back what the last push did, file by file. */
async function undo(args: readonly unknown[], parts: ServerParts): Promise<void> {
  if (!(await hasTrust())) return;
  const asked = meantBy(args, undefined).undo;
  const all = asked === undefined ? parts.lastPush() : [asked];
  if (all.length === 0) {
    void window.showInformationMessage(l10n.t("There is no push of this window to take back."));
    return;
  }
  for (const [index, it] of all.entries()) {
    const answer = await answerOf("weir.undo", { undo: it }, parts);
    const isDone = answer?.results.every(({ outcome }) => !/^(skipped|failed)$/.test(outcome));
    if (answer) await tellResults("weir.undo", answer, parts);
    if (!isDone) return;
    parts.remember(all.slice(index + 1));
  }
}

async function verify(target: CommandArguments, parts: ServerParts): Promise<void> {
  const answer = await answerOf("weir.verify", target, parts);
  if (answer) void window.showInformationMessage(verifiedText(answer));
}
