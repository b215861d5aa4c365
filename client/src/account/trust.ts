import { commands, l10n, window, workspace } from "vscode";

/** Whether the workspace is trusted. Shows a message if not. */
export async function hasTrust(): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const manage = l10n.t("Manage Trust");
  const message = l10n.t(
    "This workspace is not trusted, so Weir reads no profiles and connects to no host.",
  );
  const answer = await window.showWarningMessage(message, manage);
  if (answer === manage) await commands.executeCommand("workbench.trust.manage");
  return workspace.isTrusted;
}
