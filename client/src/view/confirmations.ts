import { type CancellationToken, l10n, window } from "vscode";
import type {
  ChooseParams,
  CommandArguments,
  CommandName,
  ConfirmParams,
} from "../../../server/src/lsp/protocol.ts";
import { nameIn, oneLine } from "../labels.ts";
import type { Working } from "../server/working.ts";
import { type Answer, answerTo, questionFor, rowsOf } from "./question.ts";
import type { Review, Reviews } from "./review.ts";
import { combined, isSamePlan, withoutOutcomes } from "./together.ts";

export interface ConfirmationParts {
  readonly reviews: Pick<Reviews, "open">;
  learn(where: ConfirmParams["where"]): void;
}

export interface ConfirmationOptions {
  readonly isOfMany?: boolean;
  /** Only collects what would be confirmed, and declines it. */
  readonly collected?: ConfirmParams[];
  /** Plans that are confirmed in one question. */
  readonly together?: readonly ConfirmParams[];
}

/** Answers the server's confirmations during one run of a command. */
export class Confirmations {
  /** Whether the user declined, so that no message is needed. */
  declined = false;
  /** Actions that were selected for rules without one, by file path. */
  readonly actions = new Map<string, string>();
  /** The file to pull instead, if the user wants the change on the service. */
  pulls: CommandArguments | undefined;
  /** The user wants a new job for the filter instead. */
  createsJob = false;
  /** The progress of the command, which is hidden while a question waits. */
  working: Pick<Working, "pause" | "resume"> | undefined;
  /** "Write All Files" was selected in a pull. */
  private agreedToAll = false;
  private agreedTogether = false;
  private readonly isOfMany: boolean;
  /** The user canceled a command on several files; the rest is declined. */
  private stopped = false;

  constructor(
    private readonly command: CommandName,
    private readonly options: ConfirmationOptions,
    private readonly parts: ConfirmationParts,
  ) {
    this.isOfMany = options.isOfMany ?? false;
  }

  async confirm(params: ConfirmParams, token?: CancellationToken): Promise<"yes" | "no"> {
    this.parts.learn(params.where);
    const { collected, together = [] } = this.options;
    if (collected) {
      // The first plan describes the changes of all of them. Because it is declined, the next one describes the changes of
      // the rest.
      collected.push(collected.length === 0 ? params : withoutOutcomes(params));
      return "no";
    }
    if (this.stopped) return "no";
    if (this.agreedToAll && mayBeAgreedToWithOthers(params)) return "yes";
    const isOne = together.some((it) => isSamePlan(it, params));
    if (isOne && this.agreedTogether) return "yes";
    const answer = await this.whileWaiting(() =>
      isOne
        ? this.ask(combined(together), l10n.t("{0} files", together.length), false, token)
        : this.ask(params, nameIn(params.uri), this.isOfMany, token),
    );
    if (isOne && answer === "yes") this.agreedTogether = true;
    if (answer === "all") this.agreedToAll = true;
    if (/^(no|pull|merge)$/.test(answer)) this.stopped = this.isOfMany;
    if (answer === "pull" || answer === "merge")
      this.pulls = {
        uri: params.uri,
        profile: params.where.profile,
        ...(answer === "merge" && { merge: true }),
      };
    const agreed = answer === "yes" || answer === "all";
    if (!agreed) this.declined = true;
    return agreed ? "yes" : "no";
  }

  async choose(
    { question, answers, details, actionOf, mayCreateJob }: ChooseParams,
    token?: CancellationToken,
  ): Promise<number | null> {
    if (this.stopped) return null;
    const items = answers.flatMap((it, index) => choiceRows(it, details?.[index], index));
    // First, because it changes nothing that exists.
    const create = { label: l10n.t("Create a job for this filter…"), index: null };
    const all = mayCreateJob ? [create, ...items] : items;
    const title = oneLine(question);
    const options = { title, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true };
    const picked = await this.whileWaiting(() => window.showQuickPick(all, options, token));
    this.createsJob = picked === create;
    const index = picked?.index ?? null;
    if (index === null) this.declined = true;
    else if (actionOf !== undefined) this.actions.set(actionOf, answers[index] ?? "");
    return index;
  }

  /** Nothing moves while a question waits. */
  private async whileWaiting<Value>(ask: () => Thenable<Value>): Promise<Value> {
    this.working?.pause();
    try {
      return await ask();
    } finally {
      this.working?.resume();
    }
  }

  private async ask(
    params: ConfirmParams,
    name: string,
    isOfMany: boolean,
    token: CancellationToken | undefined,
  ): Promise<Answer> {
    const review = await this.parts.reviews.open(params, this.diffTitle(params, name));
    try {
      return await this.answerBeside(review, params, isOfMany, token);
    } finally {
      await review.close();
    }
  }

  /** The pick list at the top of the window, until it is answered. */
  private async answerBeside(
    review: Review,
    params: ConfirmParams,
    isOfMany: boolean,
    token: CancellationToken | undefined,
  ): Promise<Answer> {
    const { command } = this;
    const mayAll = command === "weir.pull" && isOfMany && mayBeAgreedToWithOthers(params);
    const question = questionFor(params, { command, isOfMany, mayAll });
    for (;;) {
      const picked = await answerTo(question, token);
      // Another quick input, such as the command palette, closes this one.
      if (!picked)
        window.setStatusBarMessage(l10n.t("Canceled: {0}", oneLine(params.plan.title)), 8000);
      const answer = picked?.answer ?? "no";
      if (answer === "plan") await review.showPlan();
      else if (answer !== "yes" || (await confirmHarm(params, token))) return answer;
    }
  }

  /** As in "a.cfrule on example.com: before ↔ after". */
  private diffTitle({ asked }: ConfirmParams, name: string): string {
    if (this.command === "weir.pull") return l10n.t("{0}: before ↔ after", name);
    return l10n.t("{0} on {1}: before ↔ after", name, oneLine(asked.place));
  }
}

interface ChoiceRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly index: number | null;
}

/** A choice with what is below it, which VS Code would cut: more rows of the same choice have the rest. */
function choiceRows(answer: string, detail: string | undefined, index: number): ChoiceRow[] {
  const first = { label: oneLine(answer), index };
  const rows = detail === undefined ? [] : rowsOf(detail);
  if (rows.length <= 1) return [{ ...first, ...(rows[0] && { detail: rows[0] }) }];
  return [first, ...rows.map((it) => ({ label: "\u2003", description: it.trim(), index }))];
}

/** A push that deletes a job by replacing it, or loses a change on the service, is confirmed by typing. */
async function confirmHarm(
  { plan, asked }: ConfirmParams,
  token: CancellationToken | undefined,
): Promise<boolean> {
  if (!plan.named && asked.warning === undefined) return true;
  const isConflict = plan.overwrites !== undefined && plan.outcome !== "deleted";
  const verb = oneLine(plan.title).replace(/ .*/, "").toLowerCase();
  const word = plan.named ? oneLine(plan.named.name) : isConflict ? l10n.t("overwrite") : verb;
  const options = {
    title: oneLine(asked.act),
    prompt: l10n.t("Type '{0}' to confirm. {1}.", word, oneLine(asked.title)),
    ignoreFocusOut: true,
    validateInput: (text: string) =>
      text === word ? undefined : l10n.t("Type '{0}', or press Escape.", word),
  };
  return (await window.showInputBox(options, token)) === word;
}

/** Whether a plan can be confirmed together with others: it loses no changes and deletes nothing. */
export function mayBeAgreedToWithOthers({ plan }: ConfirmParams): boolean {
  return !plan.careful && !plan.overwrites && !plan.named && plan.warning === undefined;
}
