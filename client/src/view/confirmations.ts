import { type CancellationToken, l10n, window } from "vscode";
import type { ChooseParams, CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import type { Confirmation, ConfirmationAnswer, Verb } from "../confirmation.ts";
import { confirmationText, oneLine, planDetail, verbText } from "../labels.ts";
import type { ConfirmationTabs } from "./confirmation-tab.ts";

export interface ConfirmationParts {
  readonly tabs: Pick<ConfirmationTabs, "ask" | "answer">;
  learn(where: ConfirmParams["where"]): void;
}

/** Answers the server's confirmations during one run of a command. */
export class Confirmations {
  /** Whether the user declined, so that no message is needed. */
  declined = false;
  /** Actions that were selected for rules without one, by file path. */
  readonly actions = new Map<string, string>();
  /** The previous text of deleted resources, by file path. */
  readonly deleted = new Map<string, string>();
  /** Updates the progress notification. */
  report: (text: string) => void = () => {};
  /** "Write All Files" was selected in a pull. */
  private agreedToAll = false;
  private readonly isOfMany: boolean;
  /** The user canceled a command on several files; the rest is declined. */
  private stopped = false;

  constructor(
    private readonly command: CommandName,
    { isOfMany = false }: { readonly isOfMany?: boolean },
    private readonly parts: ConfirmationParts,
  ) {
    this.isOfMany = isOfMany;
  }

  async confirm(params: ConfirmParams, token?: CancellationToken): Promise<"yes" | "no"> {
    this.parts.learn(params.where);
    if (this.stopped) return "no";
    if (this.agreedToAll && mayBeAgreedToWithOthers(params)) return "yes";
    const confirmation = this.confirmationFor(params);
    const answer = confirmation
      ? await this.askInTab(params, confirmation, token)
      : await this.askInDialog(params);
    if (answer === "all") this.agreedToAll = true;
    if (answer === "no") this.stopped = this.isOfMany;
    const isYes = answer === "yes" || answer === "all";
    const agreed = isYes && (await askForName(params, token));
    if (!agreed) this.declined = true;
    else if (isDeletion(params) && params.remote) this.deleted.set(params.plan.path, params.remote);
    return agreed ? "yes" : "no";
  }

  async choose(
    { question, answers, details, actionOf }: ChooseParams,
    token?: CancellationToken,
  ): Promise<number | null> {
    if (this.stopped) return null;
    const items = answers.map((it, index) => {
      const detail = details?.[index];
      return { label: oneLine(it), ...(detail && { detail: oneLine(detail) }), index };
    });
    const options = { title: oneLine(question), ignoreFocusOut: true, matchOnDetail: true };
    const picked = await window.showQuickPick(items, options, token);
    if (!picked) this.declined = true;
    else if (actionOf !== undefined) this.actions.set(actionOf, picked.label);
    return picked?.index ?? null;
  }

  /**
   * The prompt in a tab. Undefined if a diff cannot show the change: an undo restores a state that neither the file nor the
   * service has. Deletions always use a tab, because Enter would press the first button of a dialog.
   */
  private confirmationFor(params: ConfirmParams): Confirmation | undefined {
    const { plan, where, uri, remote, local } = params;
    const isPull = this.command === "weir.pull";
    const name = oneLine(plan.path.slice(plan.path.lastIndexOf("/") + 1));
    const place = oneLine(where.profile);
    const detail = planDetail(params);
    const shared = {
      uri,
      verb: this.verbFor(params),
      detail,
      isOfMany: this.isOfMany,
      mayAll: isPull && this.isOfMany && mayBeAgreedToWithOthers(params),
    };
    if (isDeletion(params))
      return { ...shared, title: l10n.t("{0} at {1}", name, place), after: remote ?? detail };
    if (remote === undefined || this.command === "weir.undo") return undefined;
    const [before, after] = isPull ? [local, remote] : [remote, local ?? ""];
    const title = isPull ? l10n.t("{0} ↔ {1}", name, place) : l10n.t("{0} ↔ {1}", place, name);
    return { ...shared, title, after, ...(before !== undefined && { before }) };
  }

  /** Shows the confirmation as a tab beside the diff. */
  private async askInTab(
    params: ConfirmParams,
    confirmation: Confirmation,
    token: CancellationToken | undefined,
  ): Promise<ConfirmationAnswer> {
    const { tabs } = this.parts;
    let cancelling: { dispose(): unknown } | undefined;
    const answer = await tabs.ask(confirmation, (id) => {
      cancelling = token?.onCancellationRequested(() => tabs.answer("no", id));
      this.report(confirmationText(params, confirmation, id));
    });
    cancelling?.dispose();
    this.report("");
    return answer;
  }

  private async askInDialog(params: ConfirmParams): Promise<ConfirmationAnswer> {
    const go = verbText(this.verbFor(params), this.command);
    const skip = l10n.t("Skip");
    const options = { modal: true, detail: planDetail(params) };
    const message = `${oneLine(params.plan.title)}?`;
    const others = this.isOfMany ? [skip] : [];
    const answer = await window.showWarningMessage(message, options, go, ...others);
    if (answer === skip) return "skip";
    return answer === go ? "yes" : "no";
  }

  private verbFor({ plan }: ConfirmParams): Verb {
    if (plan.named) return "goOn";
    if (this.command === "weir.pull") return "write";
    if (plan.outcome === "deleted") return "delete";
    return plan.outcome === "created" ? "create" : "update";
  }
}

function isDeletion({ plan }: ConfirmParams): boolean {
  return plan.outcome === "deleted";
}

/** A destructive change is confirmed by typing its name. */
async function askForName(
  { plan, where }: ConfirmParams,
  token: CancellationToken | undefined,
): Promise<boolean> {
  if (!plan.named) return true;
  const name = oneLine(plan.named.name);
  const options = {
    title: oneLine(plan.title),
    prompt: l10n.t("Type '{0}' to confirm. Host: {1}.", name, oneLine(where.origin)),
    ignoreFocusOut: true,
    validateInput: (text: string) =>
      text === name ? undefined : l10n.t("Type '{0}', or press Escape.", name),
  };
  return (await window.showInputBox(options, token)) === name;
}

/** Whether a plan can be confirmed together with others: it loses no changes and deletes nothing. */
function mayBeAgreedToWithOthers({ plan }: ConfirmParams): boolean {
  return !plan.careful && !plan.overwrites && !plan.named;
}
