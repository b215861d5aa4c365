import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  l10n,
  Selection,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import {
  type LabAnswer,
  type LabEdits,
  type LabLines,
  type LabProgress,
  type LabRefusal,
  labClosed,
  labRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { LabState } from "../../../views/src/lab/messages.ts";
import { type Inputs, mayChangeTrial } from "../claims/inputs.ts";
import { activeFormUri } from "../commands/active-form.ts";
import { targetOf, urisOf } from "../commands/target.ts";
import { nameIn } from "../labels.ts";
import { isOurLanguage } from "../languages.ts";
import type { Connection } from "../server/connection.ts";
import { viewHtml, viewOptions } from "../webview.ts";
import type { Remote } from "./engine-count.ts";
import { LabPanel } from "./panel.ts";
import { ChosenSample } from "./samples.ts";
import type { LabServer } from "./server.ts";

const viewType = "weir.lab";

/** The panels that try texts on samples, each beside its document. */
export class Labs implements LabServer {
  readonly #panels = new Map<string, LabPanel>();
  readonly #sample: ChosenSample;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeSample = this.#changed.event;

  constructor(
    private readonly context: Pick<ExtensionContext, "extensionUri" | "workspaceState">,
    private readonly connection: Connection,
    hasFiles: boolean,
    readonly trace: LabServer["trace"],
    readonly remote: Remote | undefined,
    readonly inputs: Inputs,
  ) {
    this.#sample = new ChosenSample(context.workspaceState, hasFiles, remote?.ask);
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

  progress(progress: LabProgress): void {
    this.#panels.get(progress.lab)?.progress(progress);
  }

  /** Opens the lab beside the target of a command or the active document. If that has several texts, the cursor selects one. */
  open(args: readonly unknown[]): void {
    const active = window.activeTextEditor?.document.uri.toString() ?? activeFormUri();
    const [uri, ...others] = urisOf(targetOf(args, active));
    if (uri === undefined) {
      void this.openLast();
      return;
    }
    goTo(uri, args[1]);
    void this.openBeside(uri, others);
  }

  /** Shown together with the other documents. */
  private async openBeside(uri: string, others: readonly string[]): Promise<void> {
    const isOpen = workspace.textDocuments.some((it) => it.uri.toString() === uri);
    // From the Explorer.
    if (!isOpen) await window.showTextDocument(Uri.parse(uri));
    const known = this.#panels.get(uri);
    if (known && others.length === 0) {
      known.reveal();
      return;
    }
    known?.dispose();
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("{0} on Logs", nameIn(uri)),
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      viewOptions(this.context.extensionUri),
    );
    this.fill(panel, others.length > 0 ? { uri, others, together: true } : { uri });
  }

  /** The walkthrough covers the document that its reader has just written. */
  private async openLast(): Promise<void> {
    const last = workspace.textDocuments.findLast(
      ({ uri, languageId }) =>
        isOurLanguage(languageId) && /^(file|untitled|vscode-)/.test(uri.scheme),
    );
    if (!last) {
      void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
      return;
    }
    await window.showTextDocument(last);
    this.open([last.uri]);
  }

  /** Lets the user choose the sample, for a document. */
  async chooseSample(uri: string): Promise<void> {
    if (await this.#sample.choose(uri)) this.sampleChanged();
  }

  /** Selects log files of the Explorer as the sample, and opens the lab for the active document. */
  async useSample(args: readonly unknown[]): Promise<void> {
    const files = urisOf(targetOf(args, undefined)).map((it) => Uri.parse(it));
    if (!(await this.#sample.useFiles(files))) return;
    this.sampleChanged();
    const document = window.activeTextEditor?.document;
    if (this.#panels.size > 0) return;
    if (document && isOurLanguage(document.languageId)) this.open([]);
    else
      void window.showInformationMessage(
        l10n.t("Sample selected. Open a filter, a job or a rule, and run 'Try on Logs'."),
      );
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

  /** Tries a filter on the chosen sample. */
  tried(
    lab: string,
    uri: string,
    token?: CancellationToken,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    return this.#sample.asked(
      (sample) => this.ask(labRequests.ask, { lab, textDocument: { uri }, sample }, token),
      token,
    );
  }

  /** Whether what a text keeps may depend on the file at a path. */
  mayChange(text: string, path: string): boolean {
    return this.#sample.mayInclude(path) || mayChangeTrial(text, path);
  }

  /** Edits that add a kept or dropped line of the sample as an example. Undefined if there is none. */
  async example(lab: string, uri: string, isKept: boolean): Promise<LabEdits | undefined> {
    const answer = await this.tried(lab, uri);
    if (!answer || "refusal" in answer || answer.problems) return undefined;
    const shown = { lab, outcome: isKept ? "kept" : "dropped", first: 0, count: 20, columns: [] };
    const lines = await this.ask<LabLines>(labRequests.lines, shown);
    for (const { line } of lines?.rows ?? []) {
      const asked = { lab, kind: "example", line };
      const found = await this.ask<LabEdits | LabRefusal>(labRequests.add, asked);
      // Several lines may result in the same example, and the text may already have it.
      if (found && "edits" in found && found.edits.length > 0) return found;
    }
    return undefined;
  }

  sampleChanged(): void {
    this.#changed.fire();
    for (const it of this.#panels.values()) it.refresh();
  }
}

/** Moves the cursor to the text of a lens. */
function goTo(uri: string, position: unknown): void {
  const editor = window.visibleTextEditors.find((it) => it.document.uri.toString() === uri);
  const { line, character } = (position ?? {}) as { line?: unknown; character?: unknown };
  if (!editor || typeof line !== "number" || typeof character !== "number") return;
  editor.selection = new Selection(line, character, line, character);
}
