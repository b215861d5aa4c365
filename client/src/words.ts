import { l10n } from "vscode";
import type {
  ConfirmParams,
  ProfileRow,
  ResourceRow,
  Standing,
} from "../../server/src/lsp/protocol.ts";

/** Texts about places, plans and standings. Much of them comes from a service, so none of it may look like more than a line. */

const longestValue = 80;

/**
 * Texts from outside, in one line, so that nobody can write further lines into a question. Messages make links of `[text](target)`,
 * and a target can be a command, so no text has that shape afterwards.
 */
export function oneLine(text: string, longest = 200): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").replaceAll("](", "] (");
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/** The name of the file or the folder that a URI stands for. */
export function nameIn(uri: string): string {
  const path = decodeURIComponent(uri).replace(/\/+$/, "");
  return oneLine(path.slice(path.lastIndexOf("/") + 1));
}

/** The zone or the account of a profile, by name if it is known. */
export function placeText(
  { zone, account }: Pick<ProfileRow, "zone" | "account">,
  zoneName?: string,
): string {
  if (zoneName !== undefined) return oneLine(zoneName);
  if (zone !== undefined) return oneLine(zone);
  return account === undefined ? l10n.t("no zone") : l10n.t("account {0}", oneLine(account));
}

/** What is at stake, in the lines below a question: host, zone, resource, identity, and what changes. */
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
  const notes = plan.notes.map((it) => oneLine(it, 400));
  const calls = plan.calls.map((it) => oneLine(withoutPlace(it, where)));
  return [rows, changes, notes, calls]
    .filter((it) => it.length > 0)
    .map((it) => it.join("\n"))
    .join("\n\n");
}

type Calls = ConfirmParams["plan"]["calls"];

/** The zone or the account, whichever the calls go to: a profile may have both. */
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

/** The place stands above the calls already, and its id would make two lines of each. */
function withoutPlace(call: string, { zone, account }: ConfirmParams["where"]): string {
  return call.replace(`/zones/${zone}/`, "/").replace(`/accounts/${account}/`, "/");
}

type Change = ConfirmParams["plan"]["changes"][number];

/** Texts of our languages are for the comparison, and a destination is a secret. */
function changeText({ name, before, after }: Change): string {
  const unseen = unseenChange({ name, before, after });
  if (unseen) return unseen;
  const label = oneLine(name);
  if (before === undefined) return `${label}: ${valueText(after)}`;
  if (after === undefined) return l10n.t("Remove {0} (it was: {1})", label, valueText(before));
  return `${label}: ${valueText(before)} → ${valueText(after)}`;
}

function unseenChange({ name, before, after }: Change): string | undefined {
  const what = before === undefined ? "add" : after === undefined ? "remove" : "change";
  switch (name) {
    case "filter":
      return {
        add: l10n.t("Add the filter"),
        change: l10n.t("Change the filter"),
        remove: l10n.t("Remove the filter"),
      }[what];
    case "expression":
      return {
        add: l10n.t("Add the expression"),
        change: l10n.t("Change the expression"),
        remove: l10n.t("Remove the expression"),
      }[what];
    case "destination_conf":
      return {
        add: l10n.t("Add the destination"),
        change: l10n.t("Change the destination"),
        remove: l10n.t("Remove the destination"),
      }[what];
    default:
      return undefined;
  }
}

function valueText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return oneLine(text, longestValue);
}

export function standingText(standing: Standing): string {
  const texts: Readonly<Record<Standing, string>> = {
    "remote-only": l10n.t("no file"),
    "in-sync": l10n.t("in sync"),
    changed: l10n.t("the file has changed"),
    drifted: l10n.t("the service has changed"),
    both: l10n.t("both have changed"),
    "half-way": l10n.t("pushed half-way"),
    gone: l10n.t("the file is gone"),
  };
  return texts[standing];
}

export function kindText(kind: ResourceRow["kind"]): string {
  const texts: Readonly<Record<ResourceRow["kind"], string>> = {
    job: l10n.t("Jobs"),
    filter: l10n.t("Filters"),
    rule: l10n.t("Rules"),
  };
  return texts[kind];
}
