import {
  type CancellationToken,
  type ExtensionContext,
  l10n,
  type SourceControl,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import type { Refusal, TraceInput } from "../../../server/src/lsp/protocol.ts";
import type { FromReview, ReviewBase, ToReview } from "../../../views/src/review/messages.ts";
import type { Profiles } from "../account/profiles.ts";
import { Claim } from "../claims/claim.ts";
import { type Inputs, mayChangeReview } from "../claims/inputs.ts";
import { activeUri } from "../commands/run-on-files.ts";
import { type Ask, type CommandResult, isRefused } from "../server/ask.ts";
import { nextRun } from "../server/run-id.ts";
import { rangeOf } from "../text-edits.ts";
import { viewHtml, viewOptions } from "../webview.ts";

const viewType = "weir.review";

/** Milliseconds after the last key: a review takes longer than a trace. */
const pause = 400;

type Answer = CommandResult<"weir.review"> | Refusal;

/** The page that shows what the changes of rules do to requests. */
export class ChangesReview {
  #panel: WebviewPanel | undefined;
  #base: ReviewBase = "commit";
  #claim: Claim<Answer> | undefined;
  #refusal: string | undefined;
  /** A file whose folder has the rules. The page itself may have the focus. */
  #uri: string | undefined;
  /** Of the answer that is shown, or asked for. */
  #asked: string | undefined;

  constructor(
    private readonly context: Pick<ExtensionContext, "extensionUri">,
    private readonly ask: Ask,
    private readonly trace: (request: TraceInput, uri: string | undefined) => void,
    private readonly hasService: boolean,
    private readonly inputs: Inputs,
    private readonly profiles: Pick<Profiles, "zones">,
  ) {}

  /** Compares again if the page is open. The source control view passes the repository, a lens its file. */
  open(from?: unknown): void {
    this.#uri =
      typeof from === "string"
        ? from
        : fileIn((from as Partial<SourceControl> | undefined)?.rootUri, activeUri() ?? this.#uri);
    if (this.#panel) {
      this.#panel.reveal(undefined, false);
      void this.#compare();
      return;
    }
    const { extensionUri } = this.context;
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("Review of Changes"),
      // Among other pages, such as a trace, rather than in a third column.
      window.activeTextEditor ? ViewColumn.Beside : ViewColumn.Active,
      viewOptions(extensionUri),
    );
    this.#panel = panel;
    const claim = new Claim<Answer>(this.inputs, {
      pause,
      uses: mayChangeReview,
      compute: (token) => this.#ask(token),
      show: (answer) => this.#show(answer),
      mark: (outdated) => this.#post(outdated),
      whyNot: () => this.#whyNot(),
    });
    this.#claim = claim;
    panel.onDidDispose(() => {
      claim.dispose();
      this.#panel = undefined;
    });
    panel.webview.onDidReceiveMessage((it: FromReview) => this.#receive(it));
    panel.iconPath = Uri.joinPath(extensionUri, "images", "view.svg");
    panel.webview.html = viewHtml(panel.webview, extensionUri, "review", panel.title);
  }

  #post(message: ToReview): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(message: FromReview): Promise<void> {
    switch (message.kind) {
      case "ready": {
        const { hasService } = this;
        const title = this.#panel?.title ?? "";
        this.#post({ kind: "start", title, base: this.#base, hasService });
        return this.#compare();
      }
      case "base":
        this.#base = message.base;
        return this.#compare();
      case "trace":
        return this.trace(message.request, this.#asked);
      case "open": {
        const { uri, range } = message.place;
        await window.showTextDocument(Uri.parse(uri), {
          viewColumn: ViewColumn.One,
          ...(range && { selection: rangeOf(range) }),
        });
      }
    }
  }

  async #compare(): Promise<void> {
    this.#refusal = undefined;
    this.#post({ kind: "busy", base: this.#base });
    await this.#claim?.compute();
  }

  #ask(token: CancellationToken): Promise<Answer> {
    const uri = this.#uri ?? workspace.workspaceFolders?.[0]?.uri.toString();
    this.#asked = uri;
    const asked = {
      ...(uri !== undefined && { uri }),
      ...(this.#base === "commit" && { commit: "HEAD" }),
      run: nextRun(),
    };
    return this.ask("weir.review", asked, { token });
  }

  #show(answer: Answer): void {
    this.#refusal = isRefused(answer) ? answer.refusal : undefined;
    if (isRefused(answer)) this.#post({ kind: "refusal", refusal: answer.refusal });
    else this.#post({ kind: "answer", answer: { ...answer, zones: this.profiles.zones } });
  }

  /** A service that could not be read is only asked again by the user, because that may ask for a password. */
  #whyNot(): string | undefined {
    return this.#base === "service" ? this.#refusal : undefined;
  }
}

/** The file, unless another repository of the workspace is asked for. */
function fileIn(repository: Uri | undefined, file: string | undefined): string | undefined {
  const settings = repository && Uri.joinPath(repository, "weir.json");
  if (!settings || !workspace.getWorkspaceFolder(settings)) return file;
  return file?.startsWith(`${repository}/`) ? file : settings.toString();
}
