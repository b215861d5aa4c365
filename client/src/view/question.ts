import { l10n } from "vscode";
import type { CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { changeText, oneLine } from "../labels.ts";

/** `all` also confirms the remaining files, and `skip` leaves this one out. The last three do not end the question. */
export type Answer = "yes" | "all" | "skip" | "no" | "pull" | "plan" | "compare";

export interface Choice {
  readonly label: string;
  readonly detail?: string;
  readonly answer: Answer;
}

/** Two lines, then the choices. */
export interface Question {
  readonly title: string;
  readonly placeHolder: string;
  readonly choices: readonly Choice[];
}

export interface QuestionOptions {
  readonly command: CommandName;
  /** Whether more questions may follow. */
  readonly isOfMany: boolean;
  readonly mayAll: boolean;
}

/** Where to, what it means, and the named action first. A change on the service is another question: see `conflictFor`. */
export function questionFor(params: ConfirmParams, options: QuestionOptions): Question {
  if (params.plan.overwrites) return conflictFor(params, options);
  const { plan } = params;
  const [meaning, rest] = twoLines(sentencesOf(params));
  const title = oneLine(plan.title);
  return {
    title: whereText(params, options.command),
    placeHolder: meaning,
    choices: [
      {
        label: plan.named ? `${title}…` : title,
        ...(rest !== "" && { detail: rest }),
        answer: "yes",
      },
      ...(options.mayAll ? [choice("all", l10n.t("Write All Files"))] : []),
      ...otherChoices(options),
    ],
  };
}

/** Warns first. The answer that loses their change is last, and has to be confirmed again. */
function conflictFor(params: ConfirmParams, options: QuestionOptions): Question {
  const { plan, base } = params;
  const { reason = "", effect = "", cannotPull } = plan.overwrites ?? {};
  const pull = plan.adopts ? l10n.t("Pull theirs") : l10n.t("Pull their change");
  const warning = `⚠ ${oneLine(reason)} ${oneLine(effect)}`;
  return {
    title: warning,
    placeHolder: whereText(params, options.command),
    choices: [
      ...(cannotPull ? [] : [choice("pull", pull)]),
      choice("compare", base === undefined ? l10n.t("Compare both") : l10n.t("Compare all three")),
      ...otherChoices(options),
      {
        label:
          plan.outcome === "deleted" || cannotPull
            ? `${oneLine(plan.title)}…`
            : l10n.t("Overwrite their change…"),
        detail: sentencesOf(params).join(" ") || oneLine(plan.title),
        answer: "yes",
      },
    ],
  };
}

function otherChoices({ isOfMany }: QuestionOptions): Choice[] {
  return [
    choice("plan", l10n.t("Show plan")),
    ...(isOfMany ? [choice("skip", l10n.t("Skip"))] : []),
    choice("no", l10n.t("Cancel")),
  ];
}

function choice(answer: Answer, label: string): Choice {
  return { label, answer };
}

/** The only address that need not be named. */
const usual = "https://api.cloudflare.com";

/** The zone or account, the profile, and the address unless it is the usual one. */
export function whereText({ where, plan }: ConfirmParams, command?: CommandName): string {
  const { zone, zoneName, account, profile, origin } = where;
  const isAccount =
    account !== undefined &&
    (zone === undefined || plan.calls.some((it) => it.includes(`/accounts/${account}/`)));
  const place = isAccount
    ? l10n.t("account {0}", account)
    : (zoneName ?? zone ?? l10n.t("no zone"));
  const parts = [
    command === "weir.pull" ? l10n.t("From {0}", oneLine(place)) : l10n.t("To {0}", oneLine(place)),
    l10n.t("profile '{0}'", oneLine(profile)),
    ...(origin === usual ? [] : [oneLine(origin)]),
  ];
  return parts.join(" · ");
}

/** What the answer would mean, the most important first. */
function sentencesOf({ plan, meaning }: ConfirmParams): string[] {
  const [together] = plan.together ?? [];
  const { overwrites, notes, outcome, changes } = plan;
  const said = overwrites && `${overwrites.reason} ${overwrites.effect}`;
  const isText = ({ name }: Change) => name === "filter" || name === "expression";
  const told =
    outcome === "updated" ? changes.filter((it) => plan.meaning === undefined || !isText(it)) : [];
  const [first, ...others] = notes.filter((it) => it !== said);
  return [
    ...(plan.careful ? [l10n.t("Local changes in the file would be lost.")] : []),
    ...(together === undefined ? [] : [together]),
    ...(plan.meaning === undefined ? [] : [plan.meaning]),
    ...(outcome === "deleted" ? [keptText(plan)] : []),
    ...changeSentences(told),
    ...(first === undefined ? [] : [first]),
    ...(outcome === "created" && meaning !== undefined ? [`${meaning}.`] : []),
    ...others,
  ].map((it) => oneLine(it, 400));
}

/** A plan of several files names all of them. */
function keptText({ path }: ConfirmParams["plan"]): string {
  return path.includes(", ") ? l10n.t("The files are kept.") : l10n.t("The file is kept.");
}

type Change = ConfirmParams["plan"]["changes"][number];

/** The characters that fit into the line below the title, and below a choice, in a window of 900 pixels. */
const lineLength = 76;

/** The changed settings with their values, or only their names if the values do not fit. The diff shows everything. */
function changeSentences(changes: readonly Change[]): string[] {
  const told = changes.map((it) => `${changeText(it)}.`);
  if (told.join(" ").length <= lineLength) return told;
  const names = changes.map((it) => oneLine(it.name).replace(/^output_options\./, ""));
  const listed = names.slice(0, maxNames).join(", ");
  const more = names.length - maxNames;
  return [
    more > 0 ? l10n.t("Changes {0} and {1} more.", listed, more) : l10n.t("Changes {0}.", listed),
  ];
}

const maxNames = 5;

/** The first line ends where a sentence does, if it can. The second is below the action, and marked if it continues a sentence. */
function twoLines(sentences: readonly string[]): readonly [string, string] {
  const text = sentences.join(" ");
  if (text.length <= lineLength) return [text, ""];
  const [first = ""] = sentences;
  if (first.length <= lineLength) return [first, text.slice(first.length).trim()];
  const end = text.slice(0, lineLength - 1).lastIndexOf(" ");
  return [`${text.slice(0, end)} …`, `… ${text.slice(end).trim()}`];
}
