import { l10n } from "vscode";
import type {
  CommandName,
  ConfirmParams,
  ProfileRow,
  ResourceRow,
  ResourceStatus,
} from "../../server/src/lsp/protocol.ts";
import type { Question, Verb } from "./question.ts";

/** Texts about places, plans and standings. Much of them comes from a service, so none of it may look like more than a line. */

const longestValue = 200;

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

/** What the button for a yes is called. */
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

/** A notification is read at a glance; the rest is in the comparison and in the details. */
const longestInNotice = 60;
const mostChanges = 3;

/** The question of a run in its notification: what would be done where, what that means, what changes, and the answers as links. */
export function questionText(params: ConfirmParams, question: Question, id: string): string {
  const { plan, where, meaning } = params;
  const { origin, zoneName, zone, account } = where;
  const place = zoneName ?? zone ?? account;
  const more = plan.changes.length - mostChanges;
  const changes = [
    ...plan.changes.slice(0, mostChanges).map((it) => changeText(it, longestInNotice)),
    ...(more > 0 ? [l10n.t("{0} more changes", more)] : []),
  ];
  const yes = answerLink(verbText(question.verb), id, "yes");
  const others = [
    ...(question.mayAll ? [answerLink(l10n.t("Write All Files"), id, "all")] : []),
    ...(question.isOfMany ? [answerLink(l10n.t("Skip"), id, "skip")] : []),
    answerLink(l10n.t("Details"), id, "details"),
  ];
  // What destroys something is never the first to be reached.
  const isHarmless = question.verb !== "delete" && question.verb !== "goOn";
  const answers = isHarmless ? [yes, ...others] : [...others, yes];
  const text = [
    `${oneLine(plan.title)}?`,
    `${[place, origin]
      .filter((it) => it !== undefined)
      .map((it) => oneLine(it))
      .join(", ")}.`,
    ...(meaning === undefined ? [] : [`${oneLine(meaning, 160)}.`]),
    ...(changes.length === 0 ? [] : [`${changes.join("; ")}.`]),
    ...plan.notes.map((it) => oneLine(it, 400)),
  ].join(" ");
  return `${withoutOpenBracket(text)} ${answers.join(" · ")}`;
}

/** The label of a link begins at the first '[' that nothing closes, so one in the text would make an answer of what follows it. */
function withoutOpenBracket(text: string): string {
  const closed = text.lastIndexOf("]") + 1;
  return text.slice(0, closed) + text.slice(closed).replaceAll("[", "［");
}

function answerLink(label: string, id: string, answer: string): string {
  return `[${label}](command:weir.answer?${encodeURIComponent(JSON.stringify([answer, id]))})`;
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

function changeText({ name, before, after }: Change, longest?: number): string {
  const label = oneLine(name);
  if (before === undefined) return `${label}: ${valueText(after, longest)}`;
  if (after === undefined)
    return l10n.t("Remove {0} (was: {1})", label, valueText(before, longest));
  return `${label}: ${valueText(before, longest)} → ${valueText(after, longest)}`;
}

function valueText(value: unknown, longest = longestValue): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return oneLine(text, longest);
}

export function resourceStatusText(standing: ResourceStatus): string {
  const texts: Readonly<Record<ResourceStatus, string>> = {
    "remote-only": l10n.t("no file"),
    "in-sync": l10n.t("in sync"),
    changed: l10n.t("file changed"),
    drifted: l10n.t("service changed"),
    both: l10n.t("both changed"),
    "half-way": l10n.t("partly pushed"),
    gone: l10n.t("file deleted"),
  };
  return texts[standing];
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
