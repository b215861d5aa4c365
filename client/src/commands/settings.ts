import { l10n, Uri, type WorkspaceFolder, window, workspace } from "vscode";
import { firstSettings } from "../account/first-settings.ts";
import { exists } from "../exists.ts";
import { settingsName } from "../languages.ts";

/** Creates and opens `weir.json`, in the workspace folder of `file`. An existing one is only opened. */
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

/** The workspace folder of the given or the active file; otherwise asks the user. */
async function folderFor(file: string | undefined): Promise<WorkspaceFolder | undefined> {
  const [first, another] = workspace.workspaceFolders ?? [];
  if (!another) return first;
  const uri = file === undefined ? window.activeTextEditor?.document.uri : Uri.parse(file);
  const own = uri && workspace.getWorkspaceFolder(uri);
  return own ?? window.showWorkspaceFolderPick();
}
