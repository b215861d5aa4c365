import { commands, DiagnosticSeverity, l10n, languages, Uri, window } from "vscode";
import type { FileResult, FileResults } from "../../../server/src/lsp/protocol.ts";
import { exists } from "../exists.ts";
import { nameIn } from "../labels.ts";
import {
  type Circumstances,
  logLineOf,
  noticeOf,
  type ResultNotification,
} from "../view/notification.ts";
import type { FileCommand, RunParts } from "./run-parts.ts";

type ShowParts = Pick<RunParts, "log" | "pushes" | "lacksEmulator" | "startEmulator" | "dashboard">;

interface Button {
  readonly title: string;
  press(): unknown;
}

/** Shows one message for all files, with actions. */
export async function showResults(
  command: FileCommand,
  { results }: FileResults,
  parts: ShowParts,
  circumstances: Circumstances,
): Promise<void> {
  for (const it of results) {
    parts.log.info(`${command} ${it.profile}: ${logLineOf(it)}`);
    if (it.text !== undefined) parts.log.info(it.text);
  }
  const notice = noticeOf(results, circumstances);
  if (!notice) return;
  if (notice.undo.length > 0) parts.pushes.remember(notice.undo);
  const buttons = [
    ...(command === "weir.pull" ? openButton(results) : []),
    ...(await createAgainButton(results)),
    ...(command === "weir.push" ? newJobButton(results) : []),
    ...(await buttonsFor(
      results.every(isUndoable) ? notice : { ...notice, undo: [] },
      results,
      parts,
    )),
    ...(command === "weir.pull" ? [] : dashboardButton(results, parts)),
  ];
  // VS Code cuts a message without buttons after one line.
  const isCut =
    buttons.length === 0 && (notice.kind === "error" || notice.text.length > lineLength);
  if (isCut || results.length > 1)
    buttons.push({ title: l10n.t("Show Log"), press: () => parts.log.show(true) });
  const pressed = await inPlaceOfOlder(results, () =>
    messageOf(notice)(notice.text, ...buttons.map((it) => it.title)),
  );
  await buttons.find((it) => it.title === pressed)?.press();
}

/** The characters of a message that surely fit into one line. */
const lineLength = 50;

/** The files of the notifications that are open, each with the notification of its newest result. */
const shown = new Map<string, object>();

/**
 * Hides the results of earlier commands on the same files, which would contradict what is asked or said now. VS Code can only
 * hide all notifications, which its bell keeps.
 */
export async function hideOlder(files: readonly string[]): Promise<void> {
  if (files.some((it) => shown.has(it))) await commands.executeCommand("notifications.hideToasts");
}

async function inPlaceOfOlder<Value>(
  results: readonly FileResult[],
  show: () => Thenable<Value>,
): Promise<Value> {
  const files = results.map((it) => it.uri ?? it.path);
  await hideOlder(files);
  const own = {};
  for (const it of files) shown.set(it, own);
  try {
    return await show();
  } finally {
    for (const it of files) if (shown.get(it) === own) shown.delete(it);
  }
}

function messageOf({
  kind,
}: ResultNotification): (text: string, ...titles: string[]) => Thenable<string | undefined> {
  if (kind === "error") return window.showErrorMessage;
  return kind === "warning" ? window.showWarningMessage : window.showInformationMessage;
}

async function buttonsFor(
  notice: ResultNotification,
  results: readonly FileResult[],
  parts: ShowParts,
): Promise<Button[]> {
  const failed = results.filter((it) => it.outcome === "failed");
  const faulty = failed.find(hasErrors);
  const [first] = failed;
  const before = results.find((it) => it.push !== undefined);
  const alone = first && !faulty && (await parts.lacksEmulator(first.profile)) ? first : undefined;
  return [
    ...(notice.undo.length > 0 ? [undoButton(notice.undo)] : []),
    ...(before?.push === undefined ? [] : [pushButton(before.push, before.profile)]),
    ...(faulty ? [{ title: l10n.t("Show Problems"), press: () => showProblems(faulty) }] : []),
    ...(alone
      ? [{ title: l10n.t("Start Emulator"), press: () => parts.startEmulator(alone.profile) }]
      : []),
  ];
}

/** Undoes this push, even if others were made since. */
function undoButton(undo: readonly string[]): Button {
  return { title: l10n.t("Undo"), press: () => commands.executeCommand("weir.undo", { undo }) };
}

/** A button to open the result, if it is a single new file. */
function openButton([only, another]: readonly FileResult[]): Button[] {
  if (only?.outcome !== "created" || only.uri === undefined || another) return [];
  const uri = Uri.parse(only.uri);
  return [{ title: l10n.t("Open File"), press: () => window.showTextDocument(uri) }];
}

function newJobButton(results: readonly FileResult[]): Button[] {
  const press = newJobFor(results);
  return press ? [{ title: l10n.t("New Job with This Filter"), press }] : [];
}

/** Opens a new job for a filter that was not pushed, because no job uses it. */
export function newJobFor([only, another]: readonly FileResult[]): (() => unknown) | undefined {
  const { uri, outcome, planned, dataset } = only ?? {};
  const isUnused = outcome === "skipped" && planned === undefined;
  if (!isUnused || !uri?.endsWith(".lpfilter") || another) return undefined;
  return () => commands.executeCommand("weir.newJob", uri, dataset);
}

/** A deleted rule is restored by an undo; anything else is pushed again, if it has a file. */
async function createAgainButton([only, another]: readonly FileResult[]): Promise<Button[]> {
  if (only?.outcome !== "deleted" || only.uri === undefined || another || isUndoable(only))
    return [];
  const { uri, profile } = only;
  if (!(await exists(Uri.parse(uri)))) return [];
  const press = () => commands.executeCommand("weir.push", { uri, profile });
  return [{ title: l10n.t("Create Again"), press }];
}

/** The settings of a deleted job are not stored, because they may contain secrets. */
function isUndoable({ outcome, ids }: FileResult): boolean {
  return outcome !== "deleted" || ids.rule !== undefined;
}

function dashboardButton(results: readonly FileResult[], { dashboard }: ShowParts): Button[] {
  const [only, another] = results;
  const isThere = only?.outcome === "created" || only?.outcome === "updated";
  const address = isThere && !another ? dashboard(only) : undefined;
  if (address === undefined) return [];
  const press = () => commands.executeCommand("vscode.open", Uri.parse(address));
  return [{ title: l10n.t("Open in Dashboard"), press }];
}

/** A button to push the file that is next. */
function pushButton(uri: string, profile: string): Button {
  return {
    title: l10n.t("Push {0}", nameIn(uri)),
    press: () => commands.executeCommand("weir.push", { uri, profile }),
  };
}

function hasErrors({ uri }: FileResult): boolean {
  if (uri === undefined) return false;
  const found = languages.getDiagnostics(Uri.parse(uri));
  return found.some((it) => it.severity === DiagnosticSeverity.Error);
}

async function showProblems({ uri }: FileResult): Promise<void> {
  if (uri !== undefined) await window.showTextDocument(Uri.parse(uri));
  await commands.executeCommand("workbench.actions.view.problems");
}
