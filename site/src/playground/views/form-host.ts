import { effectOf } from "../../../../client/src/form/effect.ts";
import { Versions } from "../../../../client/src/form/versions.ts";
import { exampleIn } from "../../../../client/src/lab/example.ts";
import {
  type FormAnswer,
  type FormEditResponse,
  type FormFields,
  formEditRequest,
  formFieldsRequest,
  formRequest,
} from "../../../../server/src/lsp/protocol.ts";
import type { FromForm, ToForm } from "../../../../views/src/form/messages.ts";
import type { ViewContext } from "./host.ts";
import { askLab } from "./sample.ts";

type Operation = Extract<FromForm, { kind: "operate" }>["operation"];

const changed = "The text has changed in the meantime. Try again.";

/** Answers the page of the form, as the extension does in VS Code. */
export class FormHost {
  post: (message: ToForm) => void = () => {};
  private readonly versions = new Versions();
  private isReady = false;
  private version = 0;
  private turn = 0;
  private fieldsOf = "";
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly context: () => ViewContext) {}

  receive(message: FromForm): void {
    const { editor, tell } = this.context();
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        void this.refresh();
        break;
      case "operate":
        this.queue = this.queue.then(() => this.operate(message));
        break;
      case "openText":
        if (message.range) editor.selectRange(message.range);
        else editor.view?.focus();
        break;
      case "openFile":
        tell("The playground has no other files.");
        break;
      case "push":
      case "chooseSample":
      // The page has no such buttons: it has no target, and always a sample.
    }
  }

  /** The text or the sample has changed. An effect under way is of older ones. */
  outdate(): void {
    this.turn++;
    if (this.isReady) this.post({ kind: "outdated" });
  }

  /** The text or the sample has changed. */
  async refresh(): Promise<void> {
    if (!this.isReady) return;
    const { server, uri, sample } = this.context();
    const { turn } = this;
    const textDocument = { uri };
    const answer = await server.request<FormAnswer>(formRequest, { textDocument });
    // The text has changed in the meantime; the newest version follows.
    if (!answer || answer.version < server.versionOf(uri)) return;
    const [form] = answer.filters;
    const { version } = answer;
    this.version = version;
    const dataset = `${uri} ${form?.dataset}`;
    if (form && dataset !== this.fieldsOf) {
      const fields = await server.request<FormFields>(formFieldsRequest, { textDocument });
      if (fields) this.post({ kind: "fields", fields });
      this.fieldsOf = dataset;
    }
    if (this.version !== version) return;
    this.post({ kind: "form", version, form });
    const tried = await askLab(server, sample, { lab: "form", textDocument });
    if (tried && this.version === version && this.turn === turn)
      this.post({ kind: "effect", effect: effectOf(tried, form, version) });
  }

  private async operate({ id, version, operation }: Extract<FromForm, { kind: "operate" }>) {
    const refusal = await this.apply(version, operation);
    await this.refresh();
    this.post({ kind: "done", id, ...(refusal !== undefined && { refusal }) });
  }

  /** Returns the reason if nothing was changed. */
  private async apply(shown: number, operation: Operation): Promise<string | undefined> {
    const { server, editor, uri } = this.context();
    const version = this.versions.current(shown);
    if (version !== server.versionOf(uri)) return changed;
    const answer = await this.editsFor(operation, version);
    if (!answer || version !== server.versionOf(uri)) return changed;
    if ("refusal" in answer) return answer.refusal;
    editor.edit([...answer.edits]);
    const keepsRows = operation.kind === "change" || operation.kind === "example";
    this.versions.edited(version, server.versionOf(uri), keepsRows);
    return undefined;
  }

  /** The edits of an operation. A new example uses a line of the sample, if possible. */
  private async editsFor(operation: Operation, version: number) {
    const { server, uri } = this.context();
    if (operation.kind === "example") {
      const found = await exampleIn("form", operation.isKept, (method, asked) =>
        server.request(method, asked),
      );
      if (found?.uri === uri && found.version === version) return found;
    }
    const options = { tabSize: 2, insertSpaces: true };
    const asked = { textDocument: { uri, version }, operation, options };
    return server.request<FormEditResponse>(formEditRequest, asked);
  }
}
