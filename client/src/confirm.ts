import { type CancellationToken, l10n, window } from "vscode";
import type { ChooseParams, CommandName, ConfirmParams } from "../../server/src/lsp/protocol.ts";
import type { RemoteTexts } from "./remote-text.ts";
import { oneLine, planDetail } from "./words.ts";

export interface QuestionParts {
  readonly remote: Pick<RemoteTexts, "compare" | "close">;
  learn(where: ConfirmParams["where"]): void;
}

/** Answers what the server asks in the course of one run of a command. Nothing is changed anywhere before the answer is yes. */
export class Questions {
  /** Whoever says no need not be told that nothing was done. */
  declined = false;
  /** Of a pull, whose files are many and whose changes are seen in version control. */
  private agreedToAll = false;
  private readonly isOfMany: boolean;
  /** Somebody has had enough of a command of many files, so it is no to whatever is left. */
  private stopped = false;

  constructor(
    private readonly command: CommandName,
    { isOfMany = false }: { readonly isOfMany?: boolean },
    private readonly parts: QuestionParts,
  ) {
    this.isOfMany = isOfMany;
  }

  async confirm(params: ConfirmParams, token?: CancellationToken): Promise<"yes" | "no"> {
    this.parts.learn(params.where);
    if (this.stopped) return "no";
    if (this.agreedToAll && mayBeAgreedToWithOthers(params)) return "yes";
    const isCompared = await this.showChanges(params);
    const agreed = (await this.askPlainly(params)) && (await askForName(params, token));
    // Whoever said no may want to look at the differences, and nobody can while the question is there.
    if (agreed && isCompared) await this.parts.remote.close(params.uri);
    if (!agreed) this.declined = true;
    return agreed ? "yes" : "no";
  }

  async choose(
    { question, answers }: ChooseParams,
    token?: CancellationToken,
  ): Promise<number | null> {
    if (this.stopped) return null;
    const items = answers.map((it, index) => ({ label: oneLine(it), index }));
    const title = oneLine(question);
    const picked = await window.showQuickPick(items, { title, ignoreFocusOut: true }, token);
    if (!picked) this.declined = true;
    return picked?.index ?? null;
  }

  /** As a comparison behind the question, where it is the file and the service that differ. */
  private async showChanges({ plan, where, uri }: ConfirmParams): Promise<boolean> {
    const pushing = this.command === "weir.push" || this.command === "weir.createRule";
    const pulling = this.command === "weir.pull";
    const isUpdate = plan.outcome === "updated" && (pushing || pulling);
    if (!isUpdate && !(plan.outcome === "created" && pushing)) return false;
    return (await this.parts.remote.compare(uri, where.profile, { pulling })) === undefined;
  }

  private async askPlainly(params: ConfirmParams): Promise<boolean> {
    const { plan } = params;
    const go = plan.named ? l10n.t("Go On…") : this.verbFor(plan.outcome);
    const all = l10n.t("Write All Files");
    const mayAll = this.command === "weir.pull" && mayBeAgreedToWithOthers(params);
    const others = this.isOfMany ? [...(mayAll ? [all] : []), l10n.t("Skip")] : [];
    const options = { modal: true, detail: planDetail(params) };
    const message = `${oneLine(plan.title)}?`;
    const answer = await window.showWarningMessage(message, options, go, ...others);
    if (answer === all) this.agreedToAll = true;
    // The dialogue's own button, or Escape. A single file has nothing left.
    if (answer === undefined) this.stopped = this.isOfMany;
    return answer === go || answer === all;
  }

  private verbFor(outcome: ConfirmParams["plan"]["outcome"]): string {
    if (this.command === "weir.pull") return l10n.t("Write File");
    if (this.command === "weir.undo") return l10n.t("Undo");
    if (outcome === "deleted") return l10n.t("Delete");
    return outcome === "created" ? l10n.t("Create") : l10n.t("Update");
  }
}

/** Where something is destroyed, whoever agrees names it. */
async function askForName(
  { plan, where }: ConfirmParams,
  token: CancellationToken | undefined,
): Promise<boolean> {
  if (!plan.named) return true;
  const name = oneLine(plan.named.name);
  const options = {
    title: oneLine(plan.title),
    prompt: l10n.t("Type '{0}' to agree. This is at {1}.", name, oneLine(where.origin)),
    ignoreFocusOut: true,
    validateInput: (text: string) =>
      text === name ? undefined : l10n.t("Type '{0}', or press Escape.", name),
  };
  return (await window.showInputBox(options, token)) === name;
}

/** Nobody's own work is lost by it, and nothing is destroyed. */
function mayBeAgreedToWithOthers({ plan }: ConfirmParams): boolean {
  return !plan.careful && !plan.overwrites && !plan.named;
}
