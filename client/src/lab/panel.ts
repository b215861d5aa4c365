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
  type LabLine,
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
import { exportLines, textsOf } from "./export.ts";
import { PanelEngine } from "./panel-engine.ts";
import type { ChosenSample } from "./samples.ts";
import type { LabServer } from "./server.ts";

type LabView = Pick<LabParams, "columns" | "field" | "window" | "together">;

/** Milliseconds after the last key. */
const pause = 30;

/** The lab of one document. */
export class LabPanel {
  private readonly parts: Disposable[];
  private look: LabView;
  private readonly claim: Claim<LabAnswer | LabRefusal>;
  private readonly engine: PanelEngine;
  private isReady = false;

  constructor(
    private readonly panel: WebviewPanel,
    private readonly state: LabState,
    private readonly server: LabServer,
    private readonly sample: ChosenSample,
    private readonly onClose: () => void,
  ) {
    const { uri: _, others: __, ...look } = state;
    this.look = look;
    this.engine = new PanelEngine(
      async (asked, token, report) =>
        server.remote
          ? countOnEngine(server.remote, asked, token, report)
          : { refusal: l10n.t("No engine can be reached from here.") },
      (engine) => this.post({ kind: "engine", engine }),
    );
    const texts = [state.uri, ...(state.others ?? [])].map((it) => Uri.parse(it).path);
    this.claim = new Claim(server.inputs, {
      pause,
      uses: (path) => sample.mayInclude(path) || texts.some((it) => mayChangeTrial(it, path)),
      compute: (token) => this.sample.asked((it) => this.askWith(it, token), token),
      show: (it) => this.show(it),
      mark: (outdated) => this.mark(outdated),
      whyNot: () => (this.sample.current.kind === "engine" ? "" : undefined),
    });
    this.parts = [
      this.claim,
      panel.webview.onDidReceiveMessage((it: FromLab) => this.receive(it)),
      panel.onDidDispose(() => this.close()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        // The cursor selects one of several texts.
        const isSelected = this.range !== undefined || this.sample.current.kind === "engine";
        if (this.isShown(textEditor.document.uri) && isSelected) void this.ask();
      }),
    ];
  }

  /** The range of the text, if the document has several. */
  private range: LabAnswer["range"];
  private problems: LabAnswer["problems"];

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
    if (this.isReady) this.claim.change();
  }

  progress({ share, counts }: LabProgress): void {
    this.post({ kind: "busy", share, ...(counts && { counts }) });
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
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        this.post({ kind: "start", state: this.state, title: this.panel.title });
        return this.ask();
      case "look": {
        const { kind: _, ...look } = message;
        this.look = look;
        return this.ask();
      }
      case "question": {
        const answer = await this.server.ask(labRequests[message.name], this.of(message.asked));
        return this.post({ kind: "response", id: message.id, answer });
      }
      case "select":
        return this.select(message);
      case "add":
        return this.add(message.added);
      case "fix": {
        const fix = this.problems?.[message.problem]?.fix;
        return fix && this.apply(fix);
      }
      case "copyLine":
        return env.clipboard.writeText(await this.textOf(message.line));
      case "traceLine":
        return this.server.trace(await this.textOf(message.line), this.state.uri);
      case "copy":
      case "export":
        return this.take(message);
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

  private of<Asked extends object>(asked: Asked): Asked & { readonly lab: string } {
    return { ...asked, lab: this.state.uri };
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

  private show(found: LabAnswer | LabRefusal): void {
    if ("refusal" in found) {
      const { refusal, noSample = false } = found;
      this.post({ kind: "refusal", refusal, noSample });
      return;
    }
    this.range = found.range;
    this.problems = found.problems;
    this.post({ kind: "answer", answer: found });
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
    const at = editor?.selection.active ?? this.range?.start;
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
      ...{ ...this.look, textDocument: { uri }, sample },
      ...(position && { position }),
      ...(others && { others }),
    };
    return this.server.ask(labRequests.ask, this.of(asked), token);
  }

  private async select({ range, uri = this.state.uri }: Extract<FromLab, { kind: "select" }>) {
    const editor = window.visibleTextEditors.find((it) => it.document.uri.toString() === uri);
    await window.showTextDocument(Uri.parse(uri), {
      viewColumn: editor?.viewColumn ?? ViewColumn.One,
      selection: rangeOf(range),
    });
  }

  private async add(added: Extract<FromLab, { kind: "add" }>["added"]): Promise<void> {
    const found = await this.server.ask<LabEdits | LabRefusal>(labRequests.add, this.of(added));
    if (!found) return;
    if ("refusal" in found) {
      void window.showWarningMessage(found.refusal);
      return;
    }
    if (found.edits.length > 0) return this.apply(found);
    void window.showInformationMessage(
      added.kind === "example"
        ? l10n.t("The text already has this test.")
        : l10n.t("The text already has this condition."),
    );
  }

  private async apply({ uri, version, edits }: LabEdits): Promise<void> {
    const document = await workspace.openTextDocument(Uri.parse(uri));
    // If the text has changed in the meantime, its results follow.
    if (version === null || document.version === version)
      await workspace.applyEdit(workspaceEdit(document.uri, edits));
  }

  private async textOf(line: number): Promise<string> {
    const found = await this.server.ask<LabLine>(labRequests.line, this.of({ line }));
    return found?.text ?? "";
  }

  private async take({ kind, shown }: Extract<FromLab, { kind: "copy" | "export" }>) {
    const texts = textsOf((page) =>
      this.server.ask(labRequests.texts, this.of({ ...shown, ...page })),
    );
    await exportLines(kind, texts);
  }
}
