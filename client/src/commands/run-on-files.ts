import { commands, l10n, window } from "vscode";
import type {
  CommandArguments,
  CommandName,
  ConfirmParams,
  FileResults,
  Refusal,
} from "../../../server/src/lsp/protocol.ts";
import { showMissingProfile } from "../account/no-profiles.ts";
import { hasTrust } from "../account/trust.ts";
import { activeFormUri } from "../active-form.ts";
import { nameIn, oneLine } from "../labels.ts";
import { isOurFile } from "../languages.ts";
import { type Ask, type CommandResult, isRefused } from "../server/ask.ts";
import { Working } from "../server/working.ts";
import { type ConfirmationOptions, mayBeAgreedToWithOthers } from "../view/confirmations.ts";
import type { FileCommand, RunParts } from "./run-parts.ts";
import type { Run } from "./runs.ts";
import { saveTarget } from "./save.ts";
import { hideOlder, newJobFor, showResults } from "./show-results.ts";
import { targetOf, urisOf } from "./target.ts";
import { writeActions } from "./write-actions.ts";

/** The active file, if it is one of ours or untitled. */
export function activeUri(): string | undefined {
  const document = window.activeTextEditor?.document;
  if (!document) return activeFormUri();
  const uri = document.uri.toString();
  return isOurFile(uri) || document.isUntitled ? uri : undefined;
}

/** Runs a command on files: saves them, shows progress, and a message at the end. */
export async function runOnFiles(
  command: FileCommand,
  args: readonly unknown[],
  parts: RunParts,
): Promise<FileResults | undefined> {
  if (!(await hasTrust())) return undefined;
  const selected = targetOf(args, activeUri());
  if (urisOf(selected).length === 0) {
    void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
    return undefined;
  }
  const target = command === "weir.delete" ? selected : await saveTarget(selected);
  if (!target) return undefined;
  await hideOlder(urisOf(target));
  const together = await planTogether(command, target, parts);
  const answered = together && (await answerOf(command, target, parts, together));
  if (!answered) return undefined;
  const { answer, actions, pulls, createsJob, declined } = answered;
  const { dryRun = false } = target;
  if (dryRun) await showDryRun(answer, parts);
  else await writeActions(answer.results, actions);
  if (pulls) void commands.executeCommand("weir.pull", pulls);
  if (createsJob) void newJobFor(answer.results)?.();
  await showResults(command, answer, parts, { dryRun, declined });
  return answer;
}

/** Collects the plans of several deletions, for one question. Undefined if the command cannot run. */
async function planTogether(
  command: FileCommand,
  target: CommandArguments,
  parts: RunParts,
): Promise<ConfirmationOptions | undefined> {
  if (command !== "weir.delete" || !isOfMany(target)) return {};
  const collected: ConfirmParams[] = [];
  const answered = await answerOf(command, target, parts, { collected });
  const together = collected.filter(
    (it) => it.plan.outcome === "deleted" && mayBeAgreedToWithOthers(it),
  );
  return answered && (together.length > 1 ? { together } : {});
}

/** Opens the diff for a dry run of a single file. */
async function showDryRun({ results }: FileResults, parts: RunParts): Promise<void> {
  const [only, another] = results;
  if (only?.outcome !== "skipped" || only.uri === undefined || another) return;
  await parts.compare(only.uri, only.profile);
}

export interface Answered<Name extends CommandName> {
  readonly answer: CommandResult<Name>;
  /** Actions that were selected for rules without one, by file path. */
  readonly actions: ReadonlyMap<string, string>;
  /** The file to pull instead. */
  readonly pulls: CommandArguments | undefined;
  readonly createsJob: boolean;
  /** Whether the user declined a confirmation, or canceled. */
  readonly declined: boolean;
}

/** Retries after the user has signed in, selected a profile or entered the value of a variable. */
export async function answerOf<Name extends CommandName>(
  command: Name,
  asked: CommandArguments,
  parts: RunParts,
  options: ConfirmationOptions = {},
): Promise<Answered<Name> | undefined> {
  for (let target = asked; ; ) {
    const run = parts.runs.begin(command, { ...options, isOfMany: isOfMany(target) });
    const { answer, isCanceled } = await withProgress(command, target, run, parts.ask);
    const { actions, pulls, createsJob } = run.confirmations;
    const declined = run.confirmations.declined || isCanceled;
    if (isRefused(answer)) {
      if (isCanceled || !(await showRefusal(answer, target, parts))) return undefined;
      continue;
    }
    const variable = variableNeeded(answer);
    if (variable === undefined) return { answer, actions, pulls, createsJob, declined };
    const variables = await enterVariable(variable, target);
    if (!variables) return undefined;
    target = { ...target, variables };
  }
}

/** The variable that a single file needs. Several files fail with a message instead. */
function variableNeeded(answer: object): string | undefined {
  const [only, another] = (answer as Partial<FileResults>).results ?? [];
  return another ? undefined : only?.variable;
}

/** The server keeps it in memory. */
async function enterVariable(
  name: string,
  target: CommandArguments,
): Promise<CommandArguments["variables"]> {
  const [uri = ""] = urisOf(target);
  const value = await window.showInputBox({
    title: l10n.t("{0} needs the environment variable '{1}'", nameIn(uri), oneLine(name)),
    prompt: l10n.t(
      "Its value is used until the window closes, and stored nowhere. To keep it, set the variable before you start VS Code.",
    ),
    password: true,
    ignoreFocusOut: true,
  });
  return value ? { [name]: value } : undefined;
}

/** Whether the target is several files, or a folder. */
function isOfMany(target: CommandArguments): boolean {
  const uris = urisOf(target);
  return uris.length > 1 || uris.some((it) => !isOurFile(it));
}

export type RefusalParts = Pick<RunParts, "signIn" | "undecided" | "chooseProfile">;

/** Shows a refusal. Returns whether a retry may succeed. */
export async function showRefusal(
  { refusal, signInTo, lacks }: Refusal,
  target: CommandArguments,
  parts: RefusalParts,
): Promise<boolean> {
  if (lacks) {
    void showMissingProfile(lacks);
    return false;
  }
  const message = oneLine(refusal, 1000);
  if (signInTo === undefined) return tellOther(message, target, parts);
  const signIn = l10n.t("Sign in to {0}", signInTo);
  return (
    (await window.showWarningMessage(message, signIn)) === signIn && (await parts.signIn(signInTo))
  );
}

async function tellOther(
  message: string,
  target: CommandArguments,
  parts: RefusalParts,
): Promise<boolean> {
  const open = target.profile === undefined ? urisOf(target) : [];
  const undecided = open.length === 0 ? undefined : await parts.undecided(open);
  if (undecided === undefined) {
    void window.showErrorMessage(message);
    return false;
  }
  const choose = l10n.t("Select Profile");
  return (
    (await window.showErrorMessage(message, choose)) === choose && parts.chooseProfile(undecided)
  );
}

/** Cancellation is sent to the server, which reports what was done. */
async function withProgress<Name extends CommandName>(
  command: Name,
  target: CommandArguments,
  run: Run,
  ask: Ask,
): Promise<{ readonly answer: CommandResult<Name> | Refusal; readonly isCanceled: boolean }> {
  const working = new Working(titleOf(command, target));
  const { token, report } = working;
  run.confirmations.working = working;
  working.resume();
  try {
    const answer = await ask(command, { ...target, run: run.id }, { token, report });
    return { answer, isCanceled: token.isCancellationRequested };
  } finally {
    run.end();
    working.pause();
  }
}

function titleOf(command: CommandName, target: CommandArguments): string {
  const uris = urisOf(target);
  const [first = ""] = uris;
  const what = uris.length > 1 ? l10n.t("{0} files", uris.length) : nameIn(first);
  switch (command) {
    case "weir.push":
      return target.dryRun ? l10n.t("Planning {0}", what) : l10n.t("Pushing {0}", what);
    case "weir.createRule":
      return l10n.t("Creating rule {0}", what);
    case "weir.pull":
      return l10n.t("Pulling {0}", what);
    case "weir.delete":
      return l10n.t("Deleting {0}", what);
    case "weir.undo":
      return l10n.t("Undoing the last push");
    case "weir.compareMeaning":
      return l10n.t("Comparing {0}", what);
    default:
      return l10n.t("Reading {0}", what);
  }
}
