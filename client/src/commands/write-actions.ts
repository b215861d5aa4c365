import { EndOfLine, l10n, Range, Uri, WorkspaceEdit, window, workspace } from "vscode";
import type { FileResult } from "../../../server/src/lsp/protocol.ts";

/** Adds the selected action to each pushed rule, so that the file matches the service. */
export async function writeActions(
  results: readonly FileResult[],
  actions: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { path, uri, outcome } of results) {
    const action = actions.get(path);
    const isPushed = outcome === "created" || outcome === "updated";
    if (action !== undefined && uri !== undefined && isPushed) await writeAction(uri, action);
  }
}

/** Writes the action as an edit, so that it can be undone, and saves the file if it was saved before. */
async function writeAction(uri: string, action: string): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  const start = document.positionAt(0);
  const line = `# @action ${action}`;
  const change = new WorkspaceEdit();
  const end = document.eol === EndOfLine.CRLF ? "\r\n" : "\n";
  change.replace(document.uri, new Range(start, start), `${line}${end}`);
  const wasSaved = !document.isDirty;
  if (!(await workspace.applyEdit(change))) return;
  if (wasSaved) await document.save();
  window.setStatusBarMessage(l10n.t("'{0}' was added to the file.", line), 8000);
}
