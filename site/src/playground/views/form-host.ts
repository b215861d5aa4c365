import { effectOf } from "../../../../client/src/form/effect.ts";
import { FormText } from "../../../../client/src/form/form-text.ts";
import { exampleIn } from "../../../../client/src/lab/example.ts";
import type { FromForm, ToForm } from "../../../../views/src/form/messages.ts";
import type { ViewContext } from "./host.ts";
import { askLab } from "./sample.ts";

/** Answers the page of the form, as the extension does in VS Code. */
export class FormHost {
  post: (message: ToForm) => void = () => {};
  private readonly text: FormText;
  private isReady = false;
  private turn = 0;

  constructor(private readonly context: () => ViewContext) {
    const ask = <Answer>(method: string, asked: object) =>
      context().server.request<Answer>(method, asked);
    this.text = new FormText({
      ask,
      post: (message) => this.post(message),
      uri: () => context().uri,
      version: () => context().server.versionOf(context().uri),
      example: (isKept) => exampleIn("form", isKept, ask),
      apply: (edits, version) => {
        const { server, editor, uri } = context();
        const isSame = version === server.versionOf(uri);
        if (isSame) editor.edit([...edits]);
        return isSame;
      },
      indentation: () => ({ tabSize: 2, insertSpaces: true }),
      shown: () => this.showEffect(),
      changed: () => "The text has changed in the meantime. Try again.",
    });
  }

  receive(message: FromForm): void {
    const { editor, tell } = this.context();
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        void this.text.start();
        break;
      case "operate":
        this.text.operate(message);
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
    if (this.isReady) await this.text.read();
  }

  private async showEffect(): Promise<void> {
    const { server, uri, sample } = this.context();
    const { turn } = this;
    const { form, version } = this.text;
    const tried = await askLab(server, sample, { lab: "form", textDocument: { uri } });
    if (tried && this.text.version === version && this.turn === turn)
      this.post({ kind: "effect", effect: effectOf(tried, form, version) });
  }
}
