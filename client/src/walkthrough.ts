import { commands, type Memento, Range, Uri, window, workspace } from "vscode";
import { exists } from "./exists.ts";

const shownKey = "weir.walkthroughShown";
const openOnInstall = "workbench.welcomePage.walkthroughs.openOnInstall";

/** If another walkthrough is in front, as in a new VS Code, the command does nothing until that one is left. */
export async function openWalkthrough(): Promise<void> {
  await commands.executeCommand("welcome.goBack");
  await commands.executeCommand("workbench.action.openWalkthrough", "weir.weir#weir.start", false);
}

/** At the first start only, and not over what the user has opened. */
export async function openFirstWalkthrough(state: Pick<Memento, "get" | "update">): Promise<void> {
  if (state.get(shownKey) === true) return;
  await state.update(shownKey, true);
  const isFree = window.tabGroups.all.every((it) => it.tabs.length === 0);
  const isWanted = workspace.getConfiguration().get<boolean>(openOnInstall) !== false;
  if (isFree && isWanted) await openWalkthrough();
}

/** Opens a Terraform file of the workspace at its first expression. */
export async function openTerraform(): Promise<void> {
  const uri = await terraformFile();
  if (!uri) return void commands.executeCommand("workbench.action.quickOpen", ".tf");
  const { document } = await window.showTextDocument(uri);
  const at = document.positionAt(document.getText().search(/expression\s*=|$/));
  await window.showTextDocument(document, { selection: new Range(at, at) });
}

/** VS Code in a browser may be unable to search. */
async function terraformFile(): Promise<Uri | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? [])
    for (const name of ["main.tf", "terraform/main.tf"]) {
      const file = Uri.joinPath(uri, name);
      if (await exists(file)) return file;
    }
  return (await workspace.findFiles("**/*.{tf,tofu}", undefined, 1))[0];
}
