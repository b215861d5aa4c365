import { l10n, Uri, window, workspace } from "vscode";
import { firstSettings } from "../first-settings.ts";
import { settingsName } from "../languages.ts";

/** Writes a first `weir.json` and shows it. One that is there is shown and left alone. */
export async function createSettings(): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (!folder) {
    if (folders.length === 0)
      void window.showInformationMessage(
        l10n.t("Open a folder first; 'weir.json' belongs into one."),
      );
    return;
  }
  const uri = Uri.joinPath(folder.uri, settingsName);
  if (!(await exists(uri)))
    await workspace.fs.writeFile(uri, new TextEncoder().encode(firstSettings));
  await window.showTextDocument(uri);
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
