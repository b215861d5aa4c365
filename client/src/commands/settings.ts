import { l10n, Uri, type WorkspaceFolder, window, workspace } from "vscode";
import { firstSettings } from "../account/first-settings.ts";
import { exists } from "../exists.ts";
import { settingsName } from "../languages.ts";

/** Writes a first `weir.json` and shows it. One that is there is shown and left alone. `file` is one that it is to count for. */
export async function createSettings(file?: string): Promise<void> {
  const folder = await folderFor(file);
  if (!folder) {
    if ((workspace.workspaceFolders ?? []).length === 0)
      void window.showInformationMessage(
        l10n.t("Open a folder first to create 'weir.json' in it."),
      );
    return;
  }
  const uri = Uri.joinPath(folder.uri, settingsName);
  if (!(await exists(uri)))
    await workspace.fs.writeFile(uri, new TextEncoder().encode(firstSettings));
  await window.showTextDocument(uri);
}

/** Of several folders that of the file, or of the one that is open; where neither tells, the user says which. */
async function folderFor(file: string | undefined): Promise<WorkspaceFolder | undefined> {
  const [first, another] = workspace.workspaceFolders ?? [];
  if (!another) return first;
  const uri = file === undefined ? window.activeTextEditor?.document.uri : Uri.parse(file);
  const own = uri && workspace.getWorkspaceFolder(uri);
  return own ?? window.showWorkspaceFolderPick();
}
