import { l10n, type QuickPickItem, Uri, window, workspace } from "vscode";
import type { ProfileRow } from "../../../server/src/lsp/protocol.ts";
import { placeText } from "../labels.ts";
import { showNoProfiles } from "./no-profiles.ts";
import { nearestRows } from "./profile-for.ts";
import type { Profiles } from "./profiles.ts";

/**
 * Lets the user select the active profile, for a file if given. Returns whether one was selected.
 */
export async function chooseProfile(profiles: Profiles, uri?: string): Promise<boolean> {
  const all = await profiles.read();
  const rows = uri === undefined ? all : nearestRows(all, uri);
  if (rows.length === 0) {
    await showNoProfiles();
    return false;
  }
  const picked = await pickProfile(rows, profiles, l10n.t("Select the active profile"));
  if (picked) await profiles.choose(picked.name);
  return picked !== undefined;
}

export async function pickProfile(
  rows: readonly ProfileRow[],
  profiles: Profiles,
  title: string,
): Promise<ProfileRow | undefined> {
  const items = rows.map((row): QuickPickItem & { row: ProfileRow } => ({
    row,
    label: row.name,
    description: placeText(row, profiles.zoneName(row)),
    detail: [row.origin, workspace.asRelativePath(Uri.parse(row.uri))]
      .concat(row.name === profiles.chosen ? [l10n.t("selected")] : [])
      .concat(row.isDefault ? [l10n.t("default")] : [])
      .join(" · "),
  }));
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
  return picked?.row;
}
