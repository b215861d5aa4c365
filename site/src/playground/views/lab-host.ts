import { LabPage } from "../../../../client/src/lab/lab-page.ts";
import type { LabEdits, LabProgress } from "../../../../server/src/lsp/protocol.ts";
import type { FromLab, LineSelection, ToLab } from "../../../../views/src/lab/messages.ts";
import { copyText } from "../../copy/clipboard.ts";
import type { ViewContext } from "./host.ts";
import { askLab } from "./sample.ts";

interface LabContext extends ViewContext {
  /** Lets the user select a file. */
  chooseFile(): void;
  useText(name: string, text: string): void;
  useFile(name: string, bytes: Uint8Array | undefined): void;
  traceLine(line: string): void;
}

/** Answers the page of the lab, as the extension does in VS Code. */
export class LabHost {
  post: (message: ToLab) => void = () => {};
  private readonly page: LabPage;
  private turn = 0;

  constructor(private readonly context: () => LabContext) {
    this.page = new LabPage({
      ask: (method, asked) => context().server.request(method, asked),
      post: (message) => this.post(message),
      id: () => "lab",
      start: () => ({ state: { uri: context().uri }, title: "Lab" }),
      refresh: () => this.refresh(),
      select: ({ range }) => context().editor.selectRange(range),
      apply: (edits) => this.apply(edits),
      refuse: (refusal) => context().tell(refusal),
      hasAlready: (kind) => context().tell(`The text already has this ${kind}.`),
      copy: (text) => this.copy(text),
      trace: (line) => context().traceLine(line),
    });
  }

  /** The kind of the text has changed. */
  restart(): void {
    if (!this.page.isReady) return;
    this.page.look = {};
    this.page.restart();
  }

  /** The text or the sample has changed. An answer under way is of older ones. */
  outdate(): void {
    if (!this.page.isReady) return;
    this.turn++;
    this.post({ kind: "outdated" });
  }

  /** The text, the cursor or the sample has changed. */
  async refresh(): Promise<void> {
    if (!this.page.isReady) return;
    const { server, uri, sample, position } = this.context();
    const mine = ++this.turn;
    const asked = { ...this.page.look, lab: "lab", ...(position && { position }) };
    const found = await askLab(server, sample, { ...asked, textDocument: { uri } });
    if (found && mine === this.turn) this.page.show(found);
  }

  progress(progress: Omit<LabProgress, "lab">): void {
    this.page.progress(progress);
  }

  async receive(message: FromLab): Promise<void> {
    const { chooseFile, useText, useFile } = this.context();
    const done = this.page.receive(message);
    if (done) return void (await done);
    switch (message.kind) {
      case "copy":
        return this.copy(await this.texts(message.shown));
      case "export":
        return download("lines.ndjson", await this.texts(message.shown));
      case "chooseSample":
        return chooseFile();
      case "paste":
        return useText(message.name, message.text);
      case "drop":
        return useFile(message.name, message.bytes);
    }
  }

  private apply({ version, edits }: LabEdits): void {
    const { server, editor, uri } = this.context();
    // If the text has changed in the meantime, its results follow.
    if (version === server.versionOf(uri)) editor.edit([...edits]);
  }

  private async copy(text: string): Promise<void> {
    const { tell } = this.context();
    tell((await copyText(text)) ? "Copied." : "The browser does not allow copying.");
  }

  private async texts(shown: LineSelection): Promise<string> {
    const lines: string[] = [];
    for await (const { texts } of this.page.texts(shown)) lines.push(...texts);
    return lines.map((it) => `${it}\n`).join("");
  }
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
