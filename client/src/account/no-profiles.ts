import { commands, l10n, Uri, window } from "vscode";
import type { Refusal } from "../../../server/src/lsp/protocol.ts";
import { nameIn } from "../labels.ts";

/** Shows that there is no profile, and offers to create one. */
export async function showNoProfiles(): Promise<void> {
  const create = l10n.t("Create weir.json");
  const message = l10n.t("No 'weir.json' in this workspace has a profile. Create one to push.");
  if ((await window.showInformationMessage(message, create)) === create)
    await commands.executeCommand("weir.createSettings");
}

/** Shows why there is no active profile, and offers a fix. */
export async function showMissingProfile({
  what,
  uri,
}: NonNullable<Refusal["lacks"]>): Promise<void> {
  const message = {
    settings: l10n.t("No 'weir.json' found for '{0}'. Create one to push.", nameIn(uri)),
    profiles: l10n.t("'weir.json' has no profiles. Add one to push."),
    fix: l10n.t("'weir.json' has errors. Fix them before you push."),
  }[what];
  const isMissing = what === "settings";
  const fix = isMissing ? l10n.t("Create weir.json") : l10n.t("Open weir.json");
  if ((await window.showWarningMessage(message, fix)) !== fix) return;
  if (isMissing) await commands.executeCommand("weir.createSettings", uri);
  else await window.showTextDocument(Uri.parse(uri));
}
