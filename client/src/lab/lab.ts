import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  l10n,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import {
  type LabAnswer,
  type LabProgress,
  type LabRefusal,
  labClosed,
  labRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { LabState } from "../../../views/src/lab/messages.ts";
import { targetOf, urisOf } from "../commands/target.ts";
import type { Connection } from "../server/connection.ts";
import { viewHtml, viewOptions } from "../webview.ts";
import { nameIn } from "../words.ts";
import { LabPanel } from "./panel.ts";
import { ChosenSample } from "./samples.ts";
import type { LabServer } from "./server.ts";

const viewType = "weir.lab";

/** Texts on samples, each in a panel beside its document. */
export class Labs implements LabServer {
  readonly #panels = new Map<string, LabPanel>();
  readonly #sample: ChosenSample;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeSample = this.#changed.event;

  constructor(
    private readonly context: Pick<ExtensionContext, "extensionUri" | "workspaceState">,
    private readonly connection: Connection,
    hasFiles: boolean,
  ) {
    this.#sample = new ChosenSample(context.workspaceState, hasFiles);
  }

  register(): Disposable[] {
    return [
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: LabState | undefined) => {
          if (state?.uri) this.fill(panel, state);
          else panel.dispose();
        },
      }),
      this.connection.onDidStart(() => this.sampleChanged()),
    ];
  }

  progress({ lab, share }: LabProgress): void {
    this.#panels.get(lab)?.progress(share);
  }

  /** Beside the document that a command is about, or the active one. */
  open(args: readonly unknown[]): void {
    const [uri] = urisOf(targetOf(args, window.activeTextEditor?.document.uri.toString()));
    if (uri === undefined) {
      void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
      return;
    }
    const known = this.#panels.get(uri);
    if (known) {
      known.reveal();
      return;
    }
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("{0} on Logs", nameIn(uri)),
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      viewOptions(this.context.extensionUri),
    );
    this.fill(panel, { uri });
  }

  private fill(panel: WebviewPanel, state: LabState): void {
    const { extensionUri } = this.context;
    const { uri } = state;
    this.#panels.set(
      uri,
      new LabPanel(panel, state, this, this.#sample, () => this.#panels.delete(uri)),
    );
    panel.webview.options = viewOptions(extensionUri);
    panel.iconPath = Uri.joinPath(extensionUri, "images", "view.svg");
    panel.webview.html = viewHtml(panel.webview, extensionUri, "lab", panel.title);
  }

  ask<Answer>(
    method: string,
    asked: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined> {
    return this.connection.startAndRequest(method, asked, token);
  }

  close(lab: string): void {
    const { client } = this.connection;
    if (client.isRunning()) void client.sendNotification(labClosed, { lab });
  }

  /** What a filter does on the chosen sample. */
  tried(
    lab: string,
    uri: string,
    token: CancellationToken,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    return this.#sample.asked((sample) =>
      this.ask(labRequests.ask, { lab, textDocument: { uri }, sample }, token),
    );
  }

  sampleChanged(): void {
    this.#changed.fire();
    for (const it of this.#panels.values()) it.refresh();
  }
}
