import {
  type ExtensionContext,
  l10n,
  type SourceControl,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import type { TraceInput } from "../../../server/src/lsp/protocol.ts";
import type { FromReview, ReviewBase, ToReview } from "../../../views/src/review/messages.ts";
import { activeUri } from "../commands/run-on-files.ts";
import type { Ask } from "../server/ask.ts";
import { nextRun } from "../server/run-id.ts";
import { rangeOf } from "../text-edits.ts";
import { viewHtml, viewOptions } from "../webview.ts";

const viewType = "weir.review";

/** The page that shows what the changes of rules do to requests. */
export class ChangesReview {
  #panel: WebviewPanel | undefined;
  #base: ReviewBase = "commit";
  #turn = 0;
  /** A file whose folder has the rules. The page itself may have the focus. */
  #uri: string | undefined;

  constructor(
    private readonly context: Pick<ExtensionContext, "extensionUri">,
    private readonly ask: Ask,
    private readonly trace: (request: TraceInput) => void,
    private readonly hasService: boolean,
  ) {}

  /** Compares again if the page is open. The source control view passes the repository. */
  open(from?: unknown): void {
    this.#uri = fileIn(
      (from as Partial<SourceControl> | undefined)?.rootUri,
      activeUri() ?? this.#uri,
    );
    if (this.#panel) {
      this.#panel.reveal(undefined, false);
      void this.#compare();
      return;
    }
    const { extensionUri } = this.context;
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("Review of Changes"),
      ViewColumn.Beside,
      viewOptions(extensionUri),
    );
    this.#panel = panel;
    panel.onDidDispose(() => {
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
        return this.trace(message.request);
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
    this.#turn += 1;
    const turn = this.#turn;
    const base = this.#base;
    this.#post({ kind: "busy", base });
    const uri = this.#uri ?? workspace.workspaceFolders?.[0]?.uri.toString();
    const found = await this.ask("weir.review", {
      ...(uri !== undefined && { uri }),
      ...(base === "commit" && { commit: "HEAD" }),
      run: nextRun(),
    });
    if (turn !== this.#turn) return;
    if ("refusal" in found) this.#post({ kind: "refusal", refusal: found.refusal });
    else this.#post({ kind: "answer", answer: found });
  }
}

/** The file, unless another repository of the workspace is asked for. */
function fileIn(repository: Uri | undefined, file: string | undefined): string | undefined {
  const settings = repository && Uri.joinPath(repository, "weir.json");
  if (!settings || !workspace.getWorkspaceFolder(settings)) return file;
  return file?.startsWith(`${repository}/`) ? file : settings.toString();
}
