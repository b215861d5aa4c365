import {
  type FormAnswer,
  type FormEditResponse,
  type FormFields,
  formEditRequest,
  formFieldsRequest,
  formRequest,
  type LabEdits,
  type ShownForm,
  type TextChange,
} from "../../../server/src/lsp/protocol.ts";
import type { FromForm, ToForm } from "../../../views/src/form/messages.ts";

type Operate = Extract<FromForm, { kind: "operate" }>;

/** The services that a form needs of VS Code, or of the playground. */
export interface FormHost {
  ask<Answer>(method: string, asked: object): Promise<Answer | null | undefined>;
  post(message: ToForm): unknown;
  uri(): string;
  /** The version of the text now. */
  version(): number;
  /** Edits that add a line of the sample as an example. Undefined if there is none. */
  example(isKept: boolean): Promise<LabEdits | undefined>;
  /** Applies edits to a version. Returns whether that worked. */
  apply(edits: readonly TextChange[], version: number): Promise<boolean> | boolean;
  indentation(): { readonly tabSize: number; readonly insertSpaces: boolean };
  /** The newest version is shown. */
  shown(): unknown;
  /** The refusal if the text is another one now. */
  changed(): string;
}

/** The newest version of a text as a form. Operations on it are applied one after the other. */
export class FormText {
  form: ShownForm | undefined;
  version = 0;
  private fieldsOf: string | undefined;
  private readonly versions = new Versions();
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly host: FormHost) {}

  /** The page has nothing yet. */
  start(): Promise<void> {
    this.fieldsOf = undefined;
    return this.read();
  }

  async read(): Promise<void> {
    const { host } = this;
    const textDocument = { uri: host.uri() };
    const answer = await host.ask<FormAnswer>(formRequest, { textDocument });
    // The text has changed in the meantime; the newest version follows.
    if (!answer || answer.version < host.version()) return;
    const { version } = answer;
    [this.form] = answer.filters;
    this.version = version;
    await this.sendFields(textDocument);
    // A newer version was shown in the meantime.
    if (this.version !== version) return;
    await host.post({ kind: "form", version, form: this.form });
    await host.shown();
  }

  /** Sends the fields, if the dataset has changed. */
  private async sendFields(textDocument: { readonly uri: string }): Promise<void> {
    const fieldsOf = `${textDocument.uri} ${this.form?.dataset}`;
    if (!this.form || fieldsOf === this.fieldsOf) return;
    const fields = await this.host.ask<FormFields>(formFieldsRequest, { textDocument });
    if (!fields) return;
    this.fieldsOf = fieldsOf;
    await this.host.post({ kind: "fields", fields });
  }

  operate(asked: Operate): void {
    this.queue = this.queue.then(async () => {
      const refusal = await this.apply(asked);
      const done = {
        kind: "done",
        id: asked.id,
        ...(refusal !== undefined && { refusal }),
      } as const;
      // The form restores the focus, which a refusal leaves where it is.
      if (refusal !== undefined) await this.host.post(done);
      await this.read();
      if (refusal === undefined) await this.host.post(done);
    });
  }

  /** Returns the reason if nothing was changed. */
  private async apply({ version: shown, operation }: Operate): Promise<string | undefined> {
    const { host } = this;
    const version = this.versions.current(shown);
    if (version !== host.version()) return host.changed();
    const answer = await this.editsFor(operation, version);
    if (!answer) return host.changed();
    if ("refusal" in answer) return answer.refusal;
    if (answer.edits.length > 0 && !(await host.apply(answer.edits, version)))
      return host.changed();
    const keepsRows = operation.kind === "change" || operation.kind === "example";
    this.versions.edited(version, host.version(), keepsRows);
    return undefined;
  }

  /** The edits of an operation. A new example uses a line of the sample, if possible. */
  private async editsFor(operation: Operate["operation"], version: number) {
    const { host } = this;
    const uri = host.uri();
    if (operation.kind === "example") {
      const found = await host.example(operation.isKept);
      if (found && found.uri === uri && found.version === version) return found;
    }
    const options = host.indentation();
    const asked = { textDocument: { uri, version }, operation, options };
    return host.ask<FormEditResponse>(formEditRequest, asked);
  }
}

/**
 * An operation refers to rows of the version that the form shows. It stays valid after the form's own edits that do not move
 * rows: leaving a text box writes its value just before the click on a button is sent.
 */
export class Versions {
  readonly #next = new Map<number, number>();

  edited(from: number, to: number, keepsRows: boolean): void {
    if (keepsRows && from !== to) this.#next.set(from, to);
    else this.#next.clear();
  }

  /** The newest version with the same rows. */
  current(version: number): number {
    let newest = version;
    for (let next = this.#next.get(newest); next !== undefined; next = this.#next.get(newest)) {
      newest = next;
    }
    return newest;
  }
}
