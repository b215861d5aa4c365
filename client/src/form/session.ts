import { type Disposable, l10n, languages, type TextDocument, window, workspace } from "vscode";
import {
  type FormAnswer,
  type FormEditResponse,
  type FormFields,
  formEditRequest,
  formFieldsRequest,
  formRequest,
  type LabAnswer,
  type LabRefusal,
  type ShownForm,
  type ShownOperation,
  type Range as TextRange,
} from "../../../server/src/lsp/protocol.ts";
import type { FromForm, ToForm } from "../../../views/src/form/messages.ts";
import type { Profiles } from "../account/profiles.ts";
import { Claim } from "../claims/claim.ts";
import type { Labs } from "../lab/lab.ts";
import { hostText } from "../labels.ts";
import type { Connection } from "../server/connection.ts";
import { workspaceEdit } from "../text-edits.ts";
import { effectOf } from "./effect.ts";
import { Versions } from "./versions.ts";

/** The sample that the user has chosen. */
export type Samples = Pick<
  Labs,
  "tried" | "example" | "chooseSample" | "onDidChangeSample" | "close" | "inputs" | "mayChange"
>;

/** Where a push of a file would go. */
export type Targets = Pick<Profiles, "for" | "zoneName" | "onDidChange">;

interface FormActions {
  openText(range: TextRange | undefined): void;
  openFile(path: string): void;
  push(): void;
}

/** Milliseconds to debounce changes of the text: for the form, and for the sample, which takes longer. */
const pause = 30;
const pauseOfSample = 200;

/** One form: shows the newest version of its document, and applies operations to it sequentially. */
export class FormSession implements Disposable {
  readonly #subscriptions: Disposable[];
  readonly #versions = new Versions();
  /** The ID of this view, for which the server caches results. */
  readonly #lab: string;
  #catalog: string | undefined;
  #form: ShownForm | undefined;
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #claim: Claim<LabAnswer | LabRefusal>;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly document: TextDocument,
    private readonly connection: Connection,
    private readonly samples: Samples,
    private readonly targets: Targets,
    private readonly post: (message: ToForm) => Thenable<boolean>,
  ) {
    const uri = document.uri.toString();
    this.#lab = `form ${uri}`;
    this.#claim = new Claim(samples.inputs, {
      pause: pauseOfSample,
      uses: (path) => samples.mayChange(document.uri.path, path),
      compute: (token) => samples.tried(this.#lab, uri, token),
      show: (answer) => this.#showEffect(answer),
      mark: (outdated) => void post(outdated),
    });
    this.#subscriptions = [
      this.#claim,
      workspace.onDidChangeTextDocument((it) => {
        if (it.document === document && it.contentChanges.length > 0) this.#later();
      }),
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((it) => it.toString() === uri)) this.#later();
      }),
      connection.onDidStart(() => this.#later()),
      samples.onDidChangeSample(() => this.#claim.change()),
      targets.onDidChange(() => this.#sendTarget()),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.samples.close(this.#lab);
    for (const it of this.#subscriptions) it.dispose();
  }

  receive(sent: unknown, actions: FormActions): void {
    const message = sent as FromForm;
    switch (message.kind) {
      case "ready":
        this.#catalog = undefined;
        this.#sendTarget();
        void this.#read();
        return;
      case "operate":
        this.#queue = this.#queue.then(() => this.#operate(message));
        return;
      case "openText":
        actions.openText(message.range);
        return;
      case "openFile":
        actions.openFile(message.path);
        return;
      case "chooseSample":
        void this.samples.chooseSample(this.document.uri.toString());
        return;
      case "push":
        // Leaving a text box writes its value just before the click on the button is sent.
        void this.#queue.then(() => actions.push());
    }
  }

  /** The name of the zone is known once the service was asked. */
  #sendTarget(): void {
    const row = this.targets.for(this.document.uri.toString());
    const target = row ? (this.targets.zoneName(row) ?? hostText(row)) : "";
    void this.post({ kind: "target", target });
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), pause);
  }

  async #read(): Promise<void> {
    const { document } = this;
    const textDocument = { uri: document.uri.toString() };
    const answer = await this.connection.startAndRequest<FormAnswer>(formRequest, { textDocument });
    // The text has changed in the meantime; the newest version follows.
    if (!answer || answer.version < document.version) return;
    const [form] = answer.filters;
    this.#form = form;
    this.#version = answer.version;
    await this.#sendFields(form);
    // A newer version was shown in the meantime.
    if (this.#version !== answer.version) return;
    await this.post({ kind: "form", version: answer.version, form });
    this.#claim.change();
  }

  /** Sends the fields, if the dataset has changed. */
  async #sendFields(form: ShownForm | undefined): Promise<void> {
    if (!form || form.dataset === this.#catalog) return;
    const textDocument = { uri: this.document.uri.toString() };
    const fields = await this.connection.startAndRequest<FormFields>(formFieldsRequest, {
      textDocument,
    });
    if (!fields) return;
    this.#catalog = form.dataset;
    await this.post({ kind: "fields", fields });
  }

  async #operate({
    id,
    version,
    operation,
  }: Extract<FromForm, { kind: "operate" }>): Promise<void> {
    const refusal = await this.#apply(version, operation);
    await this.#read();
    await this.post({ kind: "done", id, ...(refusal !== undefined && { refusal }) });
  }

  /** Returns the reason if nothing was changed. */
  async #apply(shown: number, operation: ShownOperation): Promise<string | undefined> {
    const { document } = this;
    const version = this.#versions.current(shown);
    if (version !== document.version) return changed();
    const answer = await this.#editsFor(operation, version);
    if (!answer) return changed();
    if ("refusal" in answer) return answer.refusal;
    const edit = workspaceEdit(document.uri, answer.edits);
    if (answer.edits.length > 0 && !(await workspace.applyEdit(edit))) return changed();
    const keepsRows = operation.kind === "change" || operation.kind === "example";
    this.#versions.edited(version, document.version, keepsRows);
    return undefined;
  }

  /** The edits of an operation. A new example uses a line of the sample, if possible. */
  async #editsFor(
    operation: ShownOperation,
    version: number,
  ): Promise<FormEditResponse | undefined> {
    const uri = this.document.uri.toString();
    if (operation.kind === "example") {
      const found = await this.samples.example(this.#lab, uri, operation.isKept);
      // The server answers the newest request of a lab.
      this.#claim.change();
      if (found && found.uri === uri && found.version === version) return found;
    }
    const asked = { textDocument: { uri, version }, operation, options: this.#indentation() };
    return this.connection.startAndRequest<FormEditResponse>(formEditRequest, asked);
  }

  /** The indentation settings of the text editor. */
  #indentation() {
    const shown = window.visibleTextEditors.find((it) => it.document === this.document)?.options;
    const settings = workspace.getConfiguration("editor", this.document);
    const size = shown?.tabSize ?? settings.get("tabSize");
    const spaces = shown?.insertSpaces ?? settings.get("insertSpaces");
    return { tabSize: typeof size === "number" ? size : 2, insertSpaces: spaces !== false };
  }

  #showEffect(answer: LabAnswer | LabRefusal): void {
    const version = this.#version;
    // The form of this text is read next, and its effect after that.
    if ("version" in answer && answer.version !== null && answer.version !== version) return;
    void this.post({ kind: "effect", effect: effectOf(answer, this.#form, version) });
  }
}

function changed(): string {
  return l10n.t("The text has changed in the meantime. Try again.");
}
