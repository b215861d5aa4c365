import { commands, l10n, type TextDocument, Uri, window, workspace } from "vscode";
import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";
import { activeFormUri, formOf } from "../active-form.ts";
import { nameIn } from "../labels.ts";
import { formView } from "../languages.ts";
import { urisOf } from "./target.ts";

/**
 * Saves the target before a push, which reads files from disk; with a job, also all open filters. Returns the target, which may
 * have a new name; undefined if it was not saved.
 */
export async function saveTarget(target: CommandArguments): Promise<CommandArguments | undefined> {
  const uris = urisOf(target);
  const withFilters = uris.some((it) => it.endsWith(".lpjob"));
  const renamed = new Map<string, string>();
  for (const document of workspace.textDocuments) {
    const uri = document.uri.toString();
    const isTarget = uris.some((it) => Uri.parse(it).toString() === uri);
    const isPart = withFilters && document.languageId === "lpfilter" && !document.isUntitled;
    if (!(isTarget || isPart)) continue;
    // Not only if dirty: after an edit during an automatic save, VS Code reports the document as saved to extensions.
    const now = await saveOne(document);
    if (now) {
      renamed.set(uri, now.toString());
    } else if (document.isUntitled) {
      // Canceled by the user.
      return undefined;
    } else if (document.isDirty) {
      void window.showWarningMessage(l10n.t("The file was not saved. Nothing was done."));
      return undefined;
    }
  }
  const current = (it: string) => renamed.get(Uri.parse(it).toString()) ?? it;
  return {
    ...target,
    ...(target.uri !== undefined && { uri: current(target.uri) }),
    ...(target.uris !== undefined && { uris: target.uris.map(current) }),
  };
}

async function saveOne(document: TextDocument): Promise<Uri | undefined> {
  if (document.isUntitled) return saveUntitled(document);
  // Beside an edit or an automatic save, VS Code may report the first as failed.
  const isSaved = (await document.save()) || (document.isDirty && (await document.save()));
  return isSaved ? document.uri : undefined;
}

/**
 * Asks the user for a file name. With a form, VS Code would ask for each editor of the document, so that is done here: the file
 * replaces the document, and opens as what was active.
 */
async function saveUntitled(document: TextDocument): Promise<Uri | undefined> {
  const { languageId } = document;
  const forms = () =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => formOf(input) === document.uri.toString());
  if (forms().length === 0) return workspace.save(document.uri);
  const isForm = activeFormUri() === document.uri.toString();
  const [folder] = workspace.workspaceFolders ?? [];
  const name = `${nameIn(document.uri.toString())}.${languageId}`;
  const file = await window.showSaveDialog({
    title: l10n.t("Save As"),
    filters: { [languageId]: [languageId] },
    ...(folder && { defaultUri: Uri.joinPath(folder.uri, name) }),
  });
  if (!file) return undefined;
  await workspace.fs.writeFile(file, new TextEncoder().encode(document.getText()));
  await window.showTextDocument(document);
  await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await window.tabGroups.close(forms());
  if (isForm) await commands.executeCommand("vscode.openWith", file, formView);
  else await window.showTextDocument(file);
  return file;
}
