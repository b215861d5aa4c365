import {
  type FileContext,
  isJob,
  languageFor,
  languageOfPath,
  ruleActionDoc,
} from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import { cutTo } from "../../text/shorten.ts";
import { isLoopback } from "../../workspace/config/address.ts";
import { isText } from "./describe.ts";
import type { Plan, Where } from "./plan.ts";
import type { Change } from "./settings.ts";

/** The action that a command takes with plans. */
export type Act = "push" | "pull" | "delete" | "undo";

/** The words of each act, for terminals and for buttons. */
export const actWords: Readonly<Record<Act, { question: string; agree: string; at: string }>> = {
  push: { question: "Push this?", agree: "Push", at: "Push to" },
  pull: { question: "Write this?", agree: "Write", at: "Pull from" },
  delete: { question: "Delete this?", agree: "Delete", at: "Delete from" },
  undo: { question: "Undo that push?", agree: "Undo", at: "Undo on" },
};

/** The question before a plan is carried out. Its texts are made here only. */
export interface Question {
  /** The target, as in "Push to example.com (zone) · emulator". */
  readonly title: string;
  /** As in "example.com". */
  readonly place: string;
  /** As in "Update the filter of job 'shop-errors' (3), enabled, s3://acme-logs". */
  readonly act: string;
  /** The effects in sentences: losses before gains. */
  readonly effects: readonly string[];
  /** Why it must not be agreed to by habit. */
  readonly warning?: string;
}

/** `meaning` is the meaning of a text that is new on the service or in the folder. */
export function questionOf(plan: Plan, where: Where, act: Act, meaning = ""): Question {
  const { overwrites, careful, warning } = plan;
  const lost = careful ? "Local changes in the file would be lost." : undefined;
  const warnings = [overwrites?.reason, lost, warning].filter((it) => it !== undefined);
  const { name, kind } = placeOf(plan, where);
  return {
    title: `${actWords[act].at} ${[`${name}${kind}`, ...aboutHost(where)].join(" · ")}`,
    place: name,
    act: printable(plan.about === undefined ? plan.title : `${plan.title}, ${plan.about}`),
    effects: effectsOf(plan, meaning).map((it) => printable(cutTo(it, 400))),
    ...(warnings.length > 0 && { warning: printable(warnings.join(" ")) }),
  };
}

/** The account of a call, otherwise the zone. */
function placeOf({ calls }: Pick<Plan, "calls">, { account, zone, zoneName = zone }: Where) {
  const isAccount =
    account !== undefined &&
    (zone === undefined || calls.some((it) => it.includes(`/accounts/${account}/`)));
  if (isAccount) return { name: printable(account), kind: " (account)" };
  return zoneName === undefined
    ? { name: "no zone", kind: "" }
    : { name: printable(zoneName), kind: " (zone)" };
}

/** The zone or account of a profile, as in "example.com". */
export function placeName(where: Where): string {
  return placeOf({ calls: [] }, where).name;
}

/** The usual host and the only profile are not named. */
function aboutHost({ origin, profile, isOnlyProfile }: Where): readonly string[] {
  const url = new URL(origin);
  const host = isLoopback(url) ? "emulator" : url.host;
  return [
    ...(host === usualHost ? [] : [host]),
    ...(isOnlyProfile ? [] : [`profile '${printable(profile)}'`]),
  ];
}

const usualHost = "api.cloudflare.com";

/** The meaning of a new text, as a sentence without a period: what it keeps, sends, blocks or returns. */
export function meaningOfNew(
  { path, outcome, changes }: Plan,
  text: string | undefined,
  context: FileContext,
): string {
  if (outcome === "deleted" || text === undefined) return "";
  const own = languageOfPath(path)?.analyze(text, context).lenses() ?? [];
  // The filter of a job may be a file.
  const filter = isJob(path) && own.length === 1 && changes.find(isText)?.after;
  const kept =
    typeof filter === "string" ? languageFor("filter").analyze(filter, context).lenses() : [];
  const meaning = [...own, ...kept].map(({ title, detail = title }) => detail).join(". ");
  const action = changes.find((it) => it.name === "action")?.after;
  const doc = typeof action === "string" ? ruleActionDoc(action) : undefined;
  if (doc === undefined || !meaning.startsWith("Matches ")) return meaning;
  const verb = /^(\w+) the request[ .]/.exec(doc)?.[1];
  return verb === undefined ? `${doc} ${meaning}` : meaning.replace("Matches", verb);
}

function effectsOf(plan: Plan, meaning: string): readonly string[] {
  const { overwrites, notes, outcome, changes } = plan;
  const [together] = plan.together ?? [];
  const effects = plan.effects ?? (plan.meaning === undefined ? [] : [plan.meaning]);
  const said = new Set([
    ...(overwrites ? [`${overwrites.reason} ${overwrites.effect}`] : []),
    ...(plan.warning === undefined ? [] : [plan.warning]),
  ]);
  const settings =
    outcome === "updated" ? changes.filter((it) => effects.length === 0 || !isText(it)) : [];
  return [
    ...(together === undefined ? [] : [together]),
    ...effects,
    ...(outcome === "created" && meaning !== "" ? [`${meaning}.`] : []),
    ...(outcome === "deleted" ? [keptText(plan)] : []),
    ...changeSentences(settings),
    ...notes,
  ].filter((it) => !said.has(it));
}

/** A plan of several files names all of them. */
function keptText({ path }: Plan): string {
  return path.includes(", ") ? "The files are kept." : "The file is kept.";
}

/** Longer settings are only named: the diff shows everything. */
const longestSetting = 76;
const mostNames = 5;

function changeSentences(changes: readonly Change[]): readonly string[] {
  const isWhole = (it: Change) =>
    changes.length <= mostNames && changeText(it).length <= longestSetting;
  const whole = changes.filter(isWhole).map((it) => `${changeText(it)}.`);
  const names = changes
    .filter((it) => !isWhole(it))
    .map((it) => it.name.replace(/^output_options\./, ""));
  if (names.length === 0) return whole;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return [...whole, `Changes ${names.slice(0, mostNames).join(", ")}${more}.`];
}

/** A change in one line, as in "enabled: true → false". */
function changeText({ name, before, after }: Change): string {
  if (before === undefined) return `${name}: ${valueText(after)}`;
  if (after === undefined) return `Remove ${name} (was: ${valueText(before)})`;
  return `${name}: ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
