import {
  type CancellationToken,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  window,
} from "vscode";
import type { CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";

/** `all` also confirms the remaining files, and `skip` leaves this one out. The last does not end the question. */
export type Answer = "yes" | "all" | "skip" | "no" | "pull" | "merge" | "plan";

export interface Choice {
  readonly label: string;
  readonly detail?: string;
  readonly answer: Answer;
}

/** The choices follow the rows, and the first is selected. */
export interface ShownQuestion {
  readonly title: string;
  /** The act, then what it means: sentences, each in as many rows as it needs. */
  readonly rows: readonly string[];
  readonly choices: readonly Choice[];
}

export interface QuestionOptions {
  readonly command: CommandName;
  /** Whether more questions may follow. */
  readonly isOfMany: boolean;
  readonly mayAll: boolean;
}

/** The choice that is selected loses no change of others: agreeing to that is last, and typed. */
export function questionFor(params: ConfirmParams, options: QuestionOptions): ShownQuestion {
  const { title, act, warning, effects } = params.asked;
  const choices = choicesFor(params, options);
  const rows = [act, ...(warning === undefined ? [] : [`⚠ ${warning}`])].flatMap(rowsOf);
  const others = effects.map(rowsOf);
  // The last choice of a harmful act is typed, and may need scrolling.
  const visible = choices.length - (choices.at(-1)?.answer === "yes" ? 1 : 0);
  const fitting = others.filter((_, at) => {
    const isMeaning = at === 0 && warning === undefined;
    const upToThis = others.slice(0, at + 1).flat().length;
    return isMeaning || rows.length + upToThis + visible <= mostRows;
  });
  const left = others.length - fitting.length;
  return {
    title: oneLine(title),
    rows: [...rows, ...fitting.flat()],
    choices:
      left === 0 ? choices : choices.map((it) => (it.answer === "plan" ? more(it, left) : it)),
  };
}

/** The rows of a question in a window that is 600 pixels high. VS Code would scroll the choices out of it. */
const mostRows = 10;

/** The plan shows the rest. */
function more(it: Choice, left: number): Choice {
  return { ...it, label: l10n.t("{0} ({1} more)", it.label, left) };
}

function choicesFor(params: ConfirmParams, options: QuestionOptions): readonly Choice[] {
  const { plan, asked } = params;
  if (plan.overwrites) return conflictChoices(params, options);
  const verb = verbOf(params);
  const others = otherChoices(options);
  if (asked.warning !== undefined)
    return [
      ...others.filter((it) => it.answer === "no"),
      ...others.filter((it) => it.answer !== "no"),
      choice("yes", `${verb}…`),
    ];
  return [
    choice("yes", plan.named ? `${verb}…` : verb),
    ...(options.mayAll ? [choice("all", l10n.t("Write All Files"))] : []),
    ...others,
  ];
}

/** Someone has changed the service. The answer that loses their change says so. */
function conflictChoices(params: ConfirmParams, options: QuestionOptions): readonly Choice[] {
  const { plan, base } = params;
  const { effect = "", cannotPull } = plan.overwrites ?? {};
  const isOther = plan.outcome === "deleted" || cannotPull;
  const [plain, ...others] = otherChoices(options);
  return [
    ...(base === undefined || isOther ? [] : [choice("merge", l10n.t("Merge both into the file"))]),
    ...(cannotPull ? [] : [choice("pull", l10n.t("Replace the file with their version…"))]),
    ...(base === undefined ? [plain] : [choice("plan", l10n.t("Compare all three and show plan"))]),
    ...others,
    isOther
      ? { ...choice("yes", `${verbOf(params)}…`), detail: oneLine(effect) }
      : choice("yes", l10n.t("Overwrite their change…")),
  ].filter((it) => it !== undefined);
}

/** The first word of the act, as in "Update". */
function verbOf({ plan }: ConfirmParams): string {
  return oneLine(plan.title).replace(/ .*/, "");
}

function otherChoices({ isOfMany }: QuestionOptions): readonly Choice[] {
  return [
    choice("plan", l10n.t("Show plan")),
    ...(isOfMany ? [choice("skip", l10n.t("Skip"))] : []),
    choice("no", l10n.t("Cancel")),
  ];
}

function choice(answer: Answer, label: string): Choice {
  return { label, answer };
}

/** The characters that fit into a row in a window of 600 pixels, where VS Code would cut the rest. */
const rowLength = 48;

/** A sentence as rows that end between words. */
export function rowsOf(sentence: string): readonly string[] {
  const rows = oneLine(sentence, 400).match(
    new RegExp(`(?!\\s).{1,${rowLength}}(?=\\s|$)|\\S{${rowLength}}`, "gu"),
  );
  return (rows ?? []).map((it, i) => (i === 0 ? it : `\u2003${it}`));
}

/** Shows the question until a choice is made. The rows above the choices only inform. */
export function answerTo(
  { title, rows, choices }: ShownQuestion,
  token: CancellationToken | undefined,
): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<QuickPickItem>();
    pick.title = title;
    // Without a placeholder: VS Code shows it as a tooltip, too, which would cover the title.
    pick.ignoreFocusOut = true;
    pick.items = [
      ...rows.map((label) => ({ label, alwaysShow: true })),
      { label: "", kind: QuickPickItemKind.Separator },
      ...choices,
    ];
    pick.activeItems = choices.slice(0, 1);
    pick.onDidAccept(() => {
      const chosen = choices.find((it) => pick.selectedItems.some((one) => one === it));
      if (!chosen) return;
      resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      canceled?.dispose();
      pick.dispose();
    });
    const canceled = token?.onCancellationRequested(() => pick.hide());
    pick.show();
  });
}
