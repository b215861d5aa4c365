import { commands, l10n, type Tab, type TabInputCustom, Uri, window } from "vscode";
import { formView } from "../languages.ts";
import { activeUri } from "./run-on-files.ts";
import { targetOf } from "./target.ts";

/** Shows a filter or a job in another editor, in place of the one that shows it now. */
export async function openAs(view: "form" | "text", args: readonly unknown[]): Promise<void> {
  const { uri } = targetOf(args, activeUri());
  if (uri === undefined) {
    void window.showInformationMessage(l10n.t("Open a filter or a job first."));
    return;
  }
  const replaced = shownIn(uri, view === "form" ? "text" : "form");
  const type = view === "form" ? formView : "default";
  await commands.executeCommand("vscode.openWith", Uri.parse(uri), type);
  await window.tabGroups.close(replaced, true);
}

/** The tabs of the active group that show the file in this view. Closing one with unsaved changes would ask about them. */
function shownIn(uri: string, view: "form" | "text"): readonly Tab[] {
  return window.tabGroups.activeTabGroup.tabs.filter(({ input, isDirty }) => {
    const { uri: shown, viewType } = (input ?? {}) as Partial<TabInputCustom>;
    const isAsked = viewType === (view === "form" ? formView : undefined);
    return shown?.toString() === uri && isAsked && !isDirty;
  });
}
