import { commands, l10n, type Tab, type TabInputCustom, Uri, window } from "vscode";
import { formView } from "../languages.ts";
import { activeUri } from "./run-on-files.ts";
import { targetOf } from "./target.ts";

const editors = { form: formView, text: "default" } as const;

/** Opens a filter or a job in another editor, which replaces the current one unless it has unsaved changes. */
export async function openAs(view: keyof typeof editors, args: readonly unknown[]): Promise<void> {
  const { uri } = targetOf(args, activeUri());
  if (uri === undefined) {
    void window.showInformationMessage(l10n.t("Open a filter or a job first."));
    return;
  }
  const other = view === "form" ? "text" : "form";
  const { activeTab, tabs } = window.tabGroups.activeTabGroup;
  const replaced = tabs.filter((it) => isReplaced(it, uri, other));
  const open = (as: keyof typeof editors) =>
    commands.executeCommand("vscode.openWith", Uri.parse(uri), editors[as]);
  if (replaced.length === 0) {
    await open(view);
    return;
  }
  // Only the active editor can be replaced.
  if (!activeTab || !replaced.includes(activeTab)) await open(other);
  await commands.executeCommand("reopenActiveEditorWith", editors[view]);
}

/** VS Code would ask whether to save a tab with changes, and not saving would drop them. */
function isReplaced({ input, isDirty }: Tab, uri: string, view: keyof typeof editors): boolean {
  const { uri: shown, viewType } = (input ?? {}) as Partial<TabInputCustom>;
  const isView = viewType === (view === "form" ? formView : undefined);
  return shown?.toString() === uri && isView && !isDirty;
}
