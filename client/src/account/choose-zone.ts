import { l10n, Range, Uri, WorkspaceEdit, window, workspace } from "vscode";
import type { ProfileRow, Verified } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";
import { memberEdit } from "./edit-json.ts";
import { showNoProfiles } from "./no-profiles.ts";
import type { Profiles } from "./profiles.ts";

export interface ZoneParts {
  readonly profiles: Profiles;
  /** Requests the identity and zones of the credential. Undefined on failure. */
  verify(row: ProfileRow): Promise<Verified | undefined>;
}

/**
 * Lets the user select the zone of a profile from the zones that the credential has access to, and writes it into
 * `weir.json`.
 */
export async function chooseZone(parts: ZoneParts, row: ProfileRow | undefined): Promise<void> {
  if (!row) return showNoProfiles();
  const verified = await parts.verify(row);
  if (!verified) return;
  const items = verified.zones.map(({ id, name }) => ({
    id,
    label: oneLine(name),
    description: id,
    ...(id === row.zone && { detail: l10n.t("selected") }),
  }));
  if (items.length === 0) {
    const message = l10n.t(
      "Your credential for {0} has no access to any zone, or to the zone list.",
      row.origin,
    );
    void window.showInformationMessage(message);
    return;
  }
  const title = l10n.t("Select the zone of profile '{0}'", oneLine(row.name));
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
  if (!picked || picked.id === row.zone) return;
  parts.profiles.learn({ origin: row.origin, zone: picked.id, zoneName: picked.label });
  await write(row, picked.id);
}

async function write({ uri, name }: ProfileRow, zone: string): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  const edit = memberEdit(document.getText(), ["profiles", name, "zone"], zone);
  if (!edit) {
    void window.showErrorMessage(l10n.t("Profile '{0}' no longer exists.", oneLine(name)));
    return;
  }
  const range = new Range(document.positionAt(edit.start), document.positionAt(edit.end));
  const change = new WorkspaceEdit();
  change.replace(document.uri, range, edit.newText);
  if (await workspace.applyEdit(change)) await document.save();
}
