import { l10n } from "vscode";
import type {
  ConfirmParams,
  FileChange,
  ProfileRow,
  ResourceRow,
  ResourceStatus,
} from "../../server/src/lsp/protocol.ts";

/** Labels for profiles, plans and sync states. Much of the text comes from a service, so it is reduced to one line. */

const maxValueLength = 200;

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

/** The zone or account of a profile, by name if known. */
export function placeText(
  { zone, account }: Pick<ProfileRow, "zone" | "account">,
  zoneName?: string,
): string {
  if (zoneName !== undefined) return oneLine(zoneName);
  if (zone !== undefined) return oneLine(zone);
  return account === undefined ? l10n.t("no zone") : l10n.t("account {0}", oneLine(account));
}

/** The details of a confirmation: host, zone, profile, identity, file and changes. */
export function planDetail({ plan, where }: Pick<ConfirmParams, "plan" | "where">): string {
  const { origin, profile, identity } = where;
  const rows = [
    l10n.t("Host: {0}", oneLine(origin)),
    ...placeRows(plan.calls, where),
    l10n.t("Profile: {0}", oneLine(profile)),
    l10n.t("Signed in with: {0}", oneLine(identity)),
    l10n.t("File: {0}", oneLine(plan.path)),
  ];
  const changes = plan.changes.map((it) => `• ${changeText(it)}`);
  const notes = [...(plan.together ?? []), plan.meaning ?? [], ...plan.notes]
    .flat()
    .map((it) => oneLine(it, 400));
  const calls = plan.calls.map((it) => oneLine(withoutPlace(it, where)));
  return [rows, changes, notes, calls]
    .filter((it) => it.length > 0)
    .map((it) => it.join("\n"))
    .join("\n\n");
}

type Calls = ConfirmParams["plan"]["calls"];

/** The zone or the account of the calls: a profile may have both. */
function placeRows(calls: Calls, { zone, zoneName, account }: ConfirmParams["where"]): string[] {
  const zoneText = zoneName === undefined ? zone : `${zoneName} (${zone})`;
  const toAccount =
    account !== undefined && calls.some((it) => it.includes(`/accounts/${account}/`));
  const toZone = calls.length === 0 || calls.some((it) => it.includes(`/zones/${zone}/`));
  return [
    ...(zoneText !== undefined && toZone ? [l10n.t("Zone: {0}", oneLine(zoneText))] : []),
    ...(toAccount || (account !== undefined && zone === undefined)
      ? [l10n.t("Account: {0}", oneLine(account))]
      : []),
  ];
}

/** Omits the zone and account, which are shown above the calls. */
function withoutPlace(call: string, { zone, account }: ConfirmParams["where"]): string {
  return call.replace(`/zones/${zone}/`, "/").replace(`/accounts/${account}/`, "/");
}

type Change = ConfirmParams["plan"]["changes"][number];

/** A change in one line, as in "enabled: true → false". */
export function changeText({ name, before, after }: Change, longest = maxValueLength): string {
  const label = oneLine(name);
  if (before === undefined) return `${label}: ${oneLine(valueText(after), longest)}`;
  if (after === undefined)
    return l10n.t("Remove {0} (was: {1})", label, oneLine(valueText(before), longest));
  const [from, to] = [valueText(before), valueText(after)];
  const start = startOfDifference(from, to, longest);
  const shown = (value: string) => `${start > 0 ? "…" : ""}${oneLine(value.slice(start), longest)}`;
  return `${label}: ${shown(from)} → ${shown(to)}`;
}

/** The offset from which both values are shown: 0, or shortly before the first difference. */
function startOfDifference(a: string, b: string, longest: number): number {
  if (Math.max(a.length, b.length) <= longest) return 0;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return Math.max(0, same - Math.floor((longest * 3) / 4));
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
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
export function fileStatusText(status: FileChange["status"], profile: string): string {
  const texts: Readonly<Record<FileChange["status"], string>> = {
    changed: l10n.t("Changed since the last push to '{0}'", profile),
    "half-way": l10n.t("The last push to '{0}' was interrupted", profile),
    drifted: l10n.t("Changed on the service since the last push to '{0}'", profile),
    missing: l10n.t("No longer on the service in '{0}'", profile),
    both: l10n.t("Changed here and on the service in '{0}'", profile),
    "never-pushed": l10n.t("Not pushed to '{0}' yet", profile),
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
