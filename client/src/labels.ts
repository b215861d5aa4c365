import { l10n } from "vscode";
import type {
  CommandName,
  ConfirmParams,
  FileChange,
  ProfileRow,
  ResourceRow,
  ResourceStatus,
} from "../../server/src/lsp/protocol.ts";
import type { Confirmation, Verb } from "./confirmation.ts";

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
  const path = decodeURIComponent(uri).replace(/^untitled:|\/+$/g, "");
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
  const notes = [plan.meaning ?? [], ...plan.notes].flat().map((it) => oneLine(it, 400));
  const calls = plan.calls.map((it) => oneLine(withoutPlace(it, where)));
  return [rows, changes, notes, calls]
    .filter((it) => it.length > 0)
    .map((it) => it.join("\n"))
    .join("\n\n");
}

/** The label of the confirm button. */
export function verbText(verb: Verb, command?: CommandName): string {
  if (command === "weir.undo" && verb !== "goOn") return l10n.t("Undo");
  const texts: Readonly<Record<Verb, string>> = {
    update: l10n.t("Update"),
    create: l10n.t("Create"),
    write: l10n.t("Write File"),
    delete: l10n.t("Delete"),
    goOn: l10n.t("Continue…"),
  };
  return texts[verb];
}

/** Limits of a notification; the diff and the details show everything. */
const maxNoticeValueLength = 60;
const maxChanges = 3;

/** The text of a confirmation notification: plan, notes, changes, and the answers as links. */
export function confirmationText(
  params: ConfirmParams,
  confirmation: Confirmation,
  id: string,
): string {
  const { plan, where, meaning } = params;
  const { origin, zoneName, zone, account } = where;
  const place = zoneName ?? zone ?? account;
  const told = plan.meaning === undefined ? plan.changes : plan.changes.filter(isShort);
  const more = told.length - maxChanges;
  const changes = [
    ...told.slice(0, maxChanges).map((it) => changeText(it, maxNoticeValueLength)),
    ...(more > 0 ? [l10n.t("{0} more changes", more)] : []),
  ];
  const yes = answerLink(verbText(confirmation.verb), id, "yes");
  const others = [
    ...(confirmation.mayAll ? [answerLink(l10n.t("Write All Files"), id, "all")] : []),
    ...(confirmation.isOfMany ? [answerLink(l10n.t("Skip"), id, "skip")] : []),
    answerLink(l10n.t("Details"), id, "details"),
  ];
  // A destructive answer is never first.
  const isHarmless = confirmation.verb !== "delete" && confirmation.verb !== "goOn";
  const answers = isHarmless ? [yes, ...others] : [...others, yes];
  const text = [
    `${oneLine(plan.title)}?`,
    `${[place, origin]
      .filter((it) => it !== undefined)
      .map((it) => oneLine(it))
      .join(", ")}.`,
    ...meaningTexts(plan.meaning, meaning),
    ...(changes.length === 0 ? [] : [`${changes.join("; ")}.`]),
    ...plan.notes.map((it) => oneLine(it, 400)),
  ].join(" ");
  return `${withoutOpenBracket(text)} ${answers.join(" · ")}`;
}

/** Whether a confirmation can show the whole difference. Otherwise the meaning of the change is clearer than fragments. */
function isShort({ before, after }: Change): boolean {
  const [from, to] = [valueText(before), valueText(after)];
  const same = startOfDifference(from, to, maxNoticeValueLength);
  let [end, other] = [from.length, to.length];
  while (end > same && other > same && from[end - 1] === to[other - 1])
    [end, other] = [end - 1, other - 1];
  return Math.max(end, other) - same <= maxNoticeValueLength;
}

/** The meaning of the change or, if that is unknown, of the text. */
function meaningTexts(ofChange: string | undefined, ofText: string | undefined): string[] {
  if (ofChange !== undefined) return [oneLine(ofChange, 400)];
  return ofText === undefined ? [] : [`${oneLine(ofText, 160)}.`];
}

/** An unclosed '[' in the text would become part of the next link, so it is replaced. */
function withoutOpenBracket(text: string): string {
  const closed = text.lastIndexOf("]") + 1;
  return text.slice(0, closed) + text.slice(closed).replaceAll("[", "［");
}

function answerLink(label: string, id: string, answer: string): string {
  return `[${label}](command:weir.answer?${encodeURIComponent(JSON.stringify([answer, id]))})`;
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

function changeText({ name, before, after }: Change, longest = maxValueLength): string {
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
