import {
  type LabAnswer,
  type LabEdits,
  type LabLine,
  type LabParams,
  type LabProgress,
  type LabRefusal,
  type LabTexts,
  labRequests,
} from "../../../../server/src/lsp/protocol.ts";
import type { FromLab, ToLab } from "../../../../views/src/lab/messages.ts";
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
  private look: Pick<LabParams, "columns" | "field" | "window"> = {};
  private problems: LabAnswer["problems"];
  private isReady = false;
  private turn = 0;

  constructor(private readonly context: () => LabContext) {}

  /** The kind of the text has changed. */
  restart(): void {
    if (!this.isReady) return;
    this.look = {};
    this.post({ kind: "start", state: { uri: this.context().uri }, title: "Lab" });
  }

  /** The text or the sample has changed. An answer under way is of older ones. */
  outdate(): void {
    if (!this.isReady) return;
    this.turn++;
    this.post({ kind: "outdated" });
  }

  /** The text, the cursor or the sample has changed. */
  async refresh(): Promise<void> {
    if (!this.isReady) return;
    const { server, uri, sample, position } = this.context();
    const mine = ++this.turn;
    const asked = { ...this.look, ...this.of({}), ...(position && { position }) };
    const found = await askLab(server, sample, { ...asked, textDocument: { uri } });
    if (!found || mine !== this.turn) return;
    if ("refusal" in found) {
      const { refusal, noSample = false } = found;
      this.post({ kind: "refusal", refusal, noSample });
    } else {
      this.problems = found.problems;
      this.post({ kind: "answer", answer: found });
    }
  }

  progress({ share, counts }: Omit<LabProgress, "lab">): void {
    this.post({ kind: "busy", share, ...(counts && { counts }) });
  }

  async receive(message: FromLab): Promise<void> {
    const { server, editor, chooseFile, useText, useFile, traceLine } = this.context();
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        this.restart();
        return this.refresh();
      case "look": {
        const { kind: _, ...look } = message;
        this.look = look;
        return this.refresh();
      }
      case "question": {
        const { id, name, asked } = message;
        const answer = await server.request(labRequests[name], this.of(asked));
        return this.post({ kind: "response", id, answer });
      }
      case "select":
        return editor.selectRange(message.range);
      case "add":
        return this.add(message.added);
      case "fix": {
        const fix = this.problems?.[message.problem]?.fix;
        return fix && this.apply(fix);
      }
      case "copyLine":
      case "traceLine": {
        const { kind, line } = message;
        const found = await server.request<LabLine>(labRequests.line, this.of({ line }));
        if (!found) return undefined;
        return kind === "traceLine" ? traceLine(found.text) : this.copy(found.text);
      }
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

  private of<Asked extends object>(asked: Asked): Asked & { readonly lab: string } {
    return { ...asked, lab: "lab" };
  }

  private async add(added: Extract<FromLab, { kind: "add" }>["added"]): Promise<void> {
    const { server, tell } = this.context();
    const found = await server.request<LabEdits | LabRefusal>(labRequests.add, this.of(added));
    if (!found) return;
    if ("refusal" in found) return tell(found.refusal);
    if (found.edits.length === 0) tell(`The text already has this ${added.kind}.`);
    else this.apply(found);
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

  private async texts(shown: object): Promise<string> {
    const lines: string[] = [];
    for (;;) {
      const page = this.of({ ...shown, first: lines.length, count: 1000 });
      const found = await this.context().server.request<LabTexts>(labRequests.texts, page);
      if (!found || found.texts.length === 0) return lines.map((it) => `${it}\n`).join("");
      lines.push(...found.texts);
    }
  }
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
