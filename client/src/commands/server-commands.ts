import { commands, l10n, window } from "vscode";
import type { CommandArguments, CommandName } from "../../../server/src/lsp/protocol.ts";
import { showNoProfiles } from "../account/no-profiles.ts";
import { verifiedText } from "../account/sign-in.ts";
import { hasTrust } from "../account/trust.ts";
import { compareMeaning } from "./compare-meaning.ts";
import { copySql, copyText } from "./copy.ts";
import { activeUri, answerOf, runOnFiles } from "./run-on-files.ts";
import type { RunParts } from "./run-parts.ts";
import { showResults } from "./show-results.ts";
import { targetOf, urisOf } from "./target.ts";

export interface ServerParts extends RunParts {
  /** The default folder of a pull. */
  pullFolder(): Promise<string | undefined>;
}

/** Runs a command of the server. Commands that only read data return it to the caller. */
export async function runServerCommand(
  command: CommandName,
  args: readonly unknown[],
  parts: ServerParts,
): Promise<unknown> {
  switch (command) {
    case "weir.push":
    case "weir.createRule":
    case "weir.setEnabled":
    case "weir.delete":
      return runOnFiles(command, args, parts);
    case "weir.pull":
      return inFolder(args, parts, (target) => runOnFiles(command, [target], parts));
    // Shown in a diff editor, not as text.
    case "weir.diff":
      return commands.executeCommand("weir.compare", ...args);
    case "weir.undo":
      return undo(args, parts);
    case "weir.copyEscaped":
    case "weir.copyCurl":
    case "weir.copyFilter":
      return copyText(command, args, parts);
    case "weir.copySql":
      return copySql(args, parts);
    case "weir.compareMeaning":
      return compareMeaning(args, parts);
    case "weir.verify":
      return inFolder(args, parts, (target) => verify(target, parts));
    default:
      return parts.ask(command, targetOf(args, activeUri()));
  }
}

/** Runs a command on its target, by default the active file or the folder of the active profile. */
async function inFolder(
  args: readonly unknown[],
  parts: ServerParts,
  run: (target: CommandArguments) => Promise<unknown>,
): Promise<unknown> {
  if (!(await hasTrust())) return undefined;
  const target = targetOf(args, activeUri() ?? (await parts.pullFolder()));
  return urisOf(target).length === 0 ? showNoProfiles() : run(target);
}

/**
 * Undoes the given push, or the push of the given file. Otherwise the newest push of this window, or the last one in the
 * folder of the active file.
 */
async function undo(args: readonly unknown[], parts: ServerParts): Promise<void> {
  if (!(await hasTrust())) return;
  const asked = undosIn(args);
  const [given] = urisOf(targetOf(args, undefined));
  if (asked.length === 0 && given !== undefined) return undoLastOf(given, parts);
  const all = asked.length > 0 ? asked : parts.pushes.last;
  const uri = activeUri();
  if (all.length === 0 && uri !== undefined)
    return undoLastOf(uri.slice(0, uri.lastIndexOf("/")), parts);
  if (all.length === 0) {
    void window.showInformationMessage(l10n.t("No push in this window to undo."));
    return;
  }
  for (const it of all) {
    const answered = await answerOf("weir.undo", { undo: it }, parts);
    if (!answered) return;
    const { answer, declined } = answered;
    const isDone = answer.results.every(({ outcome }) => !/^(skipped|failed)$/.test(outcome));
    if (isDone) parts.pushes.forget(it);
    await showResults("weir.undo", answer, parts, { declined });
    if (!isDone) return;
  }
}

/** Undoes the last push of a file or in a folder, which may be from an earlier session or the command line. */
async function undoLastOf(uri: string, parts: ServerParts): Promise<void> {
  const answered = await answerOf("weir.undo", { uri }, parts);
  if (!answered) return;
  await showResults("weir.undo", answered.answer, parts, { declined: answered.declined });
}

/** The undo IDs of one push in the arguments. */
function undosIn([first]: readonly unknown[]): readonly string[] {
  const { undo } = (first ?? {}) as { readonly undo?: string | readonly string[] };
  return undo === undefined ? [] : [undo].flat();
}

async function verify(target: CommandArguments, parts: ServerParts): Promise<void> {
  const answered = await answerOf("weir.verify", target, parts);
  if (answered) void window.showInformationMessage(verifiedText(answered.answer));
}
