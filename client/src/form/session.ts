import { type Disposable, l10n, languages, type TextDocument, window, workspace } from "vscode";
import type {
  LabAnswer,
  LabRefusal,
  Range as TextRange,
} from "../../../server/src/lsp/protocol.ts";
import type { FromForm, ToForm } from "../../../views/src/form/messages.ts";
import type { Profiles } from "../account/profiles.ts";
import { Claim } from "../claims/claim.ts";
import type { Labs } from "../lab/lab.ts";
import { hostText } from "../labels.ts";
import type { Connection } from "../server/connection.ts";
import { workspaceEdit } from "../text-edits.ts";
import { effectOf } from "./effect.ts";
import { FormText } from "./form-text.ts";

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

/** A form in VS Code, with what its filter does to the sample. */
export class FormSession implements Disposable {
  readonly #subscriptions: Disposable[];
  /** The ID of this view, for which the server caches results. */
  readonly #lab: string;
  readonly #text: FormText;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #claim: Claim<LabAnswer | LabRefusal>;

  constructor(
    private readonly document: TextDocument,
    connection: Connection,
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
    this.#text = new FormText({
      ask: (method, asked) => connection.startAndRequest(method, asked),
      post,
      uri: () => uri,
      version: () => document.version,
      example: async (isKept) => {
        const found = await samples.example(this.#lab, uri, isKept);
        // The server answers the newest request of a lab.
        this.#claim.change();
        return found;
      },
      apply: async (edits) => workspace.applyEdit(workspaceEdit(document.uri, edits)),
      indentation: () => this.#indentation(),
      shown: () => this.#claim.change(),
      changed: () => l10n.t("The text has changed in the meantime. Try again."),
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
        this.#sendTarget();
        void this.#text.start();
        return;
      case "operate":
        this.#text.operate(message);
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
        actions.push();
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
    this.#timer = setTimeout(() => void this.#text.read(), pause);
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
    const { form, version } = this.#text;
    // The form of this text is read next, and its effect after that.
    if ("version" in answer && answer.version !== null && answer.version !== version) return;
    void this.post({ kind: "effect", effect: effectOf(answer, form, version) });
  }
}
