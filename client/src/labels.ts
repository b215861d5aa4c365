import { l10n } from "vscode";
import type {
  FileChange,
  ProfileRow,
  ResourceRow,
  ResourceStatus,
} from "../../server/src/lsp/protocol.ts";

/** Labels for profiles, plans and sync states. Much of the text comes from a service, so it is reduced to one line. */

/**
 * Reduces external text to one line, so that it cannot add lines to a confirmation. Messages render `[text](target)` as links, and a
 * target can be a command, so that syntax is removed.
 */
export function oneLine(text: string, longest = 200): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").replaceAll("](", "] (");
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/** The file or folder name of a URI. */
export function nameIn(uri: string): string {
  const path = decodeURIComponent(uri).replace(/^untitled:|(?<!\/)\/+$/g, "");
  return oneLine(path.slice(path.lastIndexOf("/") + 1));
}

/** The host of a profile, as in "emulator". A profile that cannot be used has none. */
export function hostText({ name, origin, isLoopback }: ProfileRow): string {
  if (isLoopback) return l10n.t("emulator");
  return origin === "" ? name : new URL(origin).host;
}

/** The zone or account of a profile, by name if known. */
export function placeText(
  { zone, account }: Pick<ProfileRow, "zone" | "account">,
  zoneName?: string,
): string {
  if (zoneName !== undefined) return oneLine(zoneName);
  if (zone !== undefined) return oneLine(zone);
  return account === undefined ? l10n.t("no zone") : l10n.t("account {0}", oneLine(account));
}

export function resourceStatusText(status: ResourceStatus): string {
  const texts: Readonly<Record<ResourceStatus, string>> = {
    "remote-only": l10n.t("no file"),
    "in-sync": l10n.t("in sync"),
    changed: l10n.t("file changed"),
    drifted: l10n.t("service changed"),
    both: l10n.t("both changed"),
    "half-way": l10n.t("partly pushed"),
    gone: l10n.t("file deleted"),
  };
  return texts[status];
}

/** How a file differs from the service. */
export function fileStatusText(status: FileChange["status"]): string {
  const texts: Readonly<Record<FileChange["status"], string>> = {
    changed: l10n.t("Changed since the last push"),
    "half-way": l10n.t("The last push was interrupted"),
    drifted: l10n.t("Changed on the service since the last push"),
    missing: l10n.t("No longer on the service"),
    both: l10n.t("Changed here and on the service"),
    "never-pushed": l10n.t("Not pushed yet"),
  };
  return texts[status];
}

export function enabledText(isOn: boolean): string {
  return isOn ? l10n.t("enabled") : l10n.t("disabled");
}

export function kindText(kind: ResourceRow["kind"]): string {
  const texts: Readonly<Record<ResourceRow["kind"], string>> = {
    job: l10n.t("Jobs"),
    filter: l10n.t("Rule filters"),
    rule: l10n.t("Rules"),
  };
  return texts[kind];
}
