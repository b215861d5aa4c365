import {
  type CancellationToken,
  type Disposable,
  env,
  l10n,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import {
  type LabAnswer,
  type LabEdits,
  type LabParams,
  type LabProgress,
  type LabRefusal,
  labRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { FromLab, LabState, ToLab } from "../../../views/src/lab/messages.ts";
import type { Outdated } from "../../../views/src/shared/messages.ts";
import { hasTrust } from "../account/trust.ts";
import { Claim } from "../claims/claim.ts";
import { mayChangeTrial } from "../claims/inputs.ts";
import { rangeOf, workspaceEdit } from "../text-edits.ts";
import { countOnEngine } from "./engine-count.ts";
import { exportLines } from "./export.ts";
import { LabPage } from "./lab-page.ts";
import { PanelEngine } from "./panel-engine.ts";
import type { ChosenSample } from "./samples.ts";
import type { LabServer } from "./server.ts";

/** Milliseconds after the last key. */
const pause = 30;

/** The lab of one document. */
export class LabPanel {
  private readonly parts: Disposable[];
  private readonly page: LabPage;
  private readonly claim: Claim<LabAnswer | LabRefusal>;
  private readonly engine: PanelEngine;

  constructor(
    private readonly panel: WebviewPanel,
    private readonly state: LabState,
    private readonly server: LabServer,
    private readonly sample: ChosenSample,
    private readonly onClose: () => void,
  ) {
    const { uri, others, ...look } = state;
    this.page = new LabPage({
      ask: (method, asked) => server.ask(method, asked),
      post: (message) => this.post(message),
      id: () => uri,
      start: () => ({ state, title: panel.title }),
      refresh: () => this.ask(),
      select: (place) => this.select(place),
      apply: (edits) => this.apply(edits),
      refuse: (refusal) => window.showWarningMessage(refusal),
      hasAlready: (kind) =>
        window.showInformationMessage(
          kind === "example"
            ? l10n.t("The text already has this test.")
            : l10n.t("The text already has this condition."),
        ),
      copy: (text) => env.clipboard.writeText(text),
      trace: (line) => server.trace(line, uri),
    });
    this.page.look = look;
    this.engine = new PanelEngine(
      async (asked, token, report) =>
        server.remote
          ? countOnEngine(server.remote, asked, token, report)
          : { refusal: l10n.t("No engine can be reached from here.") },
      (engine) => this.post({ kind: "engine", engine }),
    );
    const texts = [uri, ...(others ?? [])].map((it) => Uri.parse(it).path);
    this.claim = new Claim(server.inputs, {
      pause,
      uses: (path) => sample.mayInclude(path) || texts.some((it) => mayChangeTrial(it, path)),
      compute: (token) => this.sample.asked((it) => this.askWith(it, token), token),
      show: (it) => this.page.show(it),
      mark: (outdated) => this.mark(outdated),
      whyNot: () => (this.sample.current.kind === "engine" ? "" : undefined),
    });
    this.parts = [
      this.claim,
      panel.webview.onDidReceiveMessage((it: FromLab) => this.receive(it)),
      panel.onDidDispose(() => this.close()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        // The cursor selects one of several texts.
        const isSelected = this.page.range !== undefined || this.sample.current.kind === "engine";
        if (this.isShown(textEditor.document.uri) && isSelected) void this.ask();
      }),
    ];
  }

  private isShown(uri: Uri): boolean {
    return uri.toString() === this.state.uri;
  }

  dispose(): void {
    this.panel.dispose();
  }

  get isTogether(): boolean {
    return this.state.together === true;
  }

  /** Ends the lab of this document. Its page can show another one. */
  release(): WebviewPanel {
    this.close();
    return this.panel;
  }

  reveal(): void {
    this.panel.reveal(undefined, false);
  }

  /** The sample or the server has changed. */
  refresh(): void {
    if (this.page.isReady) this.claim.change();
  }

  progress(progress: LabProgress): void {
    this.page.progress(progress);
  }

  private close(): void {
    this.engine.leave();
    for (const it of this.parts) it.dispose();
    this.server.close(this.state.uri);
    this.onClose();
  }

  private post(message: ToLab): void {
    void this.panel.webview.postMessage(message);
  }

  private async receive(message: FromLab): Promise<void> {
    const done = this.page.receive(message);
    if (done) return void (await done);
    switch (message.kind) {
      case "copy":
      case "export":
        return exportLines(message.kind, this.page.texts(message.shown));
      case "count":
        return this.count();
      case "stop":
        this.engine.stop(l10n.t("Canceled."));
        return this.ask();
      case "chooseSample":
        return this.replaceSample(this.sample.choose(this.state.uri));
      case "paste":
        await this.sample.usePasted(message.name, message.text);
        return this.server.sampleChanged();
      case "drop":
        return this.replaceSample(this.sample.useBytes(message.name, message.bytes));
      case "dropFiles":
        return this.replaceSample(this.sample.useFiles(message.uris.map((it) => Uri.parse(it))));
    }
  }

  private async replaceSample(replaced: Promise<boolean>): Promise<void> {
    if (await replaced) this.server.sampleChanged();
  }

  private async count(): Promise<void> {
    const { current } = this.sample;
    if (current.kind !== "engine" || !(await hasTrust())) return;
    await this.engine.ask(current, this.state.uri, this.position);
  }

  private async ask(): Promise<void> {
    const { current } = this.sample;
    if (current.kind === "engine") return this.engine.look(current, this.position);
    this.engine.leave();
    return this.claim.compute();
  }

  private mark(outdated: Outdated): void {
    const { current } = this.sample;
    if (current.kind === "engine") {
      this.engine.edited();
      this.engine.look(current, this.position);
    } else this.post(outdated);
  }

  /** The cursor selects one of several texts. */
  private get position(): LabParams["position"] {
    const editor = window.visibleTextEditors.find((it) => this.isShown(it.document.uri));
    const at = editor?.selection.active ?? this.page.range?.start;
    // A plain object, because VS Code's own lose their properties when sent to a worker.
    return at && { line: at.line, character: at.character };
  }

  private askWith(
    sample: LabParams["sample"],
    token: CancellationToken,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    const { uri, others } = this.state;
    const { position } = this;
    const asked = {
      ...{ ...this.page.look, lab: uri, textDocument: { uri }, sample },
      ...(position && { position }),
      ...(others && { others }),
    };
    return this.server.ask(labRequests.ask, asked, token);
  }

  private async select({ range, uri = this.state.uri }: Extract<FromLab, { kind: "select" }>) {
    const editor = window.visibleTextEditors.find((it) => it.document.uri.toString() === uri);
    await window.showTextDocument(Uri.parse(uri), {
      viewColumn: editor?.viewColumn ?? ViewColumn.One,
      selection: rangeOf(range),
    });
  }

  private async apply({ uri, version, edits }: LabEdits): Promise<void> {
    const document = await workspace.openTextDocument(Uri.parse(uri));
    // If the text has changed in the meantime, its results follow.
    if (version === null || document.version === version)
      await workspace.applyEdit(workspaceEdit(document.uri, edits));
  }
}
