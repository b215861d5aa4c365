import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  l10n,
  Selection,
  type TextDocument,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import {
  type LabAnswer,
  type LabEdits,
  type LabProgress,
  type LabRefusal,
  labClosed,
  labRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { LabState } from "../../../views/src/lab/messages.ts";
import { activeFormUri } from "../active-form.ts";
import { type Inputs, mayChangeTrial } from "../claims/inputs.ts";
import { targetOf, urisOf } from "../commands/target.ts";
import { nameIn } from "../labels.ts";
import { isOurLanguage } from "../languages.ts";
import type { Connection } from "../server/connection.ts";
import { viewHtml, viewOptions } from "../webview.ts";
import type { Remote } from "./engine-count.ts";
import { exampleIn } from "./example.ts";
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
      window.onDidChangeActiveTextEditor((it) => it && this.follow(it.document)),
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
      titleOf(uri),
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      viewOptions(this.context.extensionUri),
    );
    this.fill(panel, others.length > 0 ? { uri, others, together: true } : { uri });
  }

  /** The only lab shows the text that is opened, as previews do. */
  private follow({ uri, languageId }: TextDocument): void {
    const [lab, another] = this.#panels.values();
    const isText = isOurLanguage(languageId) && /^(file|untitled|vscode-)/.test(uri.scheme);
    if (!lab || another || lab.isTogether || !isText || this.#panels.has(uri.toString())) return;
    const panel = lab.release();
    panel.title = titleOf(uri.toString());
    this.fill(panel, { uri: uri.toString() });
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
    return exampleIn(lab, isKept, (method, asked) => this.ask(method, asked));
  }

  sampleChanged(): void {
    this.#changed.fire();
    for (const it of this.#panels.values()) it.refresh();
  }
}

function titleOf(uri: string): string {
  return l10n.t("{0} on Logs", nameIn(uri));
}

/** Moves the cursor to the text of a lens. */
function goTo(uri: string, position: unknown): void {
  const editor = window.visibleTextEditors.find((it) => it.document.uri.toString() === uri);
  const { line, character } = (position ?? {}) as { line?: unknown; character?: unknown };
  if (!editor || typeof line !== "number" || typeof character !== "number") return;
  editor.selection = new Selection(line, character, line, character);
}
