import {
  l10n,
  Position,
  Range,
  RelativePattern,
  Selection,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import {
  type TraceParams,
  type TraceTestAnswer,
  traceRequests,
} from "../../../server/src/lsp/protocol.ts";
import { exists } from "../exists.ts";
import { settingsName } from "../languages.ts";
import type { TraceServer } from "./server.ts";

const testFiles = "**/*.trace.{yaml,yml}";

/** Adds what happens to a request as a test to a file, which is created if there is none. Undo takes it back. */
export async function addTest(asked: TraceParams, server: Pick<TraceServer, "ask">): Promise<void> {
  const file = await chooseFile(asked.textDocument?.uri);
  if (!file) return;
  const document = file.isNew ? undefined : await workspace.openTextDocument(file.uri);
  const text = document?.getText() ?? "";
  const { service: _, ...plain } = asked;
  const found = await server.ask<TraceTestAnswer>(traceRequests.test, { ...plain, text });
  if (!found) return;
  if ("refusal" in found) {
    void window.showWarningMessage(found.refusal);
    return;
  }
  const edit = new WorkspaceEdit();
  if (document) {
    const end = document.positionAt(text.length);
    edit.replace(file.uri, new Range(document.positionAt(0), end), found.text);
  } else {
    edit.createFile(file.uri, { ignoreIfExists: false });
    edit.insert(file.uri, new Position(0, 0), found.text);
  }
  await workspace.applyEdit(edit);
  const shown = await window.showTextDocument(file.uri, { viewColumn: ViewColumn.One });
  const at = shown.document.lineAt(Math.min(found.line, shown.document.lineCount - 1)).range.start;
  shown.selection = new Selection(at, at);
  shown.revealRange(new Range(at, at));
}

interface ChosenFile {
  readonly uri: Uri;
  readonly isNew: boolean;
}

/** One whose tests are about the same rules. Undefined if the user cancels, or no folder is open. */
async function chooseFile(near: string | undefined): Promise<ChosenFile | undefined> {
  const folder = await folderOfRules(near);
  if (!folder) {
    void window.showWarningMessage(l10n.t("Open a folder first: a test is kept in a file."));
    return undefined;
  }
  // Without a search, only the usual file is known.
  const inFolder = new RelativePattern(folder, testFiles);
  const found = await workspace.findFiles(inFolder, "**/node_modules/**", 50).then(
    (it) => it,
    () => [],
  );
  const [only] = found;
  if (!only) {
    const uri = Uri.joinPath(folder, "tests.trace.yaml");
    return { uri, isNew: !(await exists(uri)) };
  }
  if (found.length === 1) return { uri: only, isNew: false };
  const rows = found.map((uri) => ({ label: workspace.asRelativePath(uri), uri }));
  const picked = await window.showQuickPick(rows, { title: l10n.t("Add the test to") });
  return picked && { uri: picked.uri, isNew: false };
}

/** A trace has the rules below the nearest `weir.json`, or the rules of the folder of the workspace. */
async function folderOfRules(near: string | undefined): Promise<Uri | undefined> {
  const uri = near === undefined ? undefined : Uri.parse(near);
  const top = ((uri && workspace.getWorkspaceFolder(uri)) ?? workspace.workspaceFolders?.[0])?.uri;
  if (!uri || !top || !uri.path.startsWith(`${top.path}/`)) return top;
  let folder = Uri.joinPath(uri, "..");
  while (folder.path.length > top.path.length) {
    if (await exists(Uri.joinPath(folder, settingsName))) return folder;
    folder = Uri.joinPath(folder, "..");
  }
  return top;
}
