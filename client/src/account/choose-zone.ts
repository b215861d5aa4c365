import { l10n, Range, Uri, WorkspaceEdit, window, workspace } from "vscode";
import type { ProfileRow, Verified } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../words.ts";
import { memberEdit } from "./json-place.ts";
import { tellNoProfiles } from "./no-profiles.ts";
import type { Profiles } from "./profiles.ts";

export interface ZoneParts {
  readonly profiles: Profiles;
  /** Asks the service who the user is there, and which zones that is good for. Undefined when it was not to be had. */
  verify(row: ProfileRow): Promise<Verified | undefined>;
}

/** Lets the user pick the zone of a profile from those that the credential is good for, and writes it into `weir.json`. */
export async function chooseZone(parts: ZoneParts, row: ProfileRow | undefined): Promise<void> {
  if (!row) return tellNoProfiles();
  const verified = await parts.verify(row);
  if (!verified) return;
  const items = verified.zones.map(({ id, name }) => ({
    id,
    label: oneLine(name),
    description: id,
    ...(id === row.zone && { detail: l10n.t("chosen") }),
  }));
  if (items.length === 0) {
    const message = l10n.t(
      "Your credential for {0} is good for no zone, or may not list them.",
      row.origin,
    );
    void window.showInformationMessage(message);
    return;
  }
  const title = l10n.t("Which zone does the profile '{0}' lead to?", oneLine(row.name));
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
  if (!picked || picked.id === row.zone) return;
  parts.profiles.learn({ origin: row.origin, zone: picked.id, zoneName: picked.label });
  await write(row, picked.id);
}

async function write({ uri, name }: ProfileRow, zone: string): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  const edit = memberEdit(document.getText(), ["profiles", name, "zone"], zone);
  if (!edit) {
    void window.showErrorMessage(
      l10n.t("The profile '{0}' is not to be found any more.", oneLine(name)),
    );
    return;
  }
  const range = new Range(document.positionAt(edit.start), document.positionAt(edit.end));
  const change = new WorkspaceEdit();
  change.replace(document.uri, range, edit.newText);
  if (await workspace.applyEdit(change)) await document.save();
}
