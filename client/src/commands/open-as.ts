import { commands, l10n, Uri, window } from "vscode";
import { formView } from "../languages.ts";
import { activeUri } from "./run-on-files.ts";
import { targetOf } from "./target.ts";

/** Shows a filter or a job in another editor. */
export async function openAs(view: "form" | "text", args: readonly unknown[]): Promise<void> {
  const { uri } = targetOf(args, activeUri());
  if (uri === undefined) {
    void window.showInformationMessage(l10n.t("Open a filter or a job first."));
    return;
  }
  const type = view === "form" ? formView : "default";
  await commands.executeCommand("vscode.openWith", Uri.parse(uri), type);
}
