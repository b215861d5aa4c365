import {
  type LabAnswer,
  type LabEdits,
  type LabLine,
  type LabParams,
  type LabProgress,
  type LabRefusal,
  type LabTexts,
  labRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { FromLab, LabState, LineSelection, ToLab } from "../../../views/src/lab/messages.ts";

/** The services that the page of a lab needs of VS Code, or of the playground. */
export interface LabHost {
  ask<Answer>(method: string, asked: object): Promise<Answer | null | undefined>;
  post(message: ToLab): void;
  /** The ID of the lab. */
  id(): string;
  start(): { readonly state: LabState; readonly title: string };
  /** Asks for an answer with `look`. */
  refresh(): unknown;
  select(place: Extract<FromLab, { kind: "select" }>): unknown;
  apply(edits: LabEdits): unknown;
  /** Why nothing was added, or that the text already has it. */
  refuse(refusal: string): unknown;
  hasAlready(kind: "condition" | "range" | "example"): unknown;
  copy(text: string): unknown;
  trace(line: string): unknown;
}

/** The messages of a lab that mean the same in VS Code and in the playground. */
export class LabPage {
  look: Pick<LabParams, "columns" | "field" | "window" | "together"> = {};
  isReady = false;
  /** The range of the text, if the document has several. */
  range: LabAnswer["range"];
  private problems: LabAnswer["problems"];

  constructor(private readonly host: LabHost) {}

  /** Shows the page from the start. */
  restart(): void {
    this.host.post({ kind: "start", ...this.host.start() });
  }

  show(found: LabAnswer | LabRefusal): void {
    if ("refusal" in found) {
      const { refusal, noSample = false } = found;
      this.host.post({ kind: "refusal", refusal, noSample });
      return;
    }
    this.range = found.range;
    this.problems = found.problems;
    this.host.post({ kind: "answer", answer: found });
  }

  progress({ share, counts }: Omit<LabProgress, "lab">): void {
    this.host.post({ kind: "busy", share, ...(counts && { counts }) });
  }

  /** Undefined if the message is for the host. */
  receive(message: FromLab): Promise<unknown> | undefined {
    const { host } = this;
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        this.restart();
        return Promise.resolve(host.refresh());
      case "look": {
        const { kind: _, ...look } = message;
        this.look = look;
        return Promise.resolve(host.refresh());
      }
      case "question":
        return this.answer(message);
      case "select":
        return Promise.resolve(host.select(message));
      case "add":
        return this.add(message.added);
      case "fix": {
        const fix = this.problems?.[message.problem]?.fix;
        return Promise.resolve(fix && host.apply(fix));
      }
      case "copyLine":
        return this.lineText(message.line).then((it) => host.copy(it));
      case "traceLine":
        return this.lineText(message.line).then((it) => host.trace(it));
      default:
        return undefined;
    }
  }

  /** Sends a request of this lab. */
  ask<Answer>(method: string, asked: object): Promise<Answer | null | undefined> {
    return this.host.ask<Answer>(method, { ...asked, lab: this.host.id() });
  }

  /** All log lines, page by page, with the progress so far. */
  async *texts(
    shown: LineSelection,
  ): AsyncGenerator<{ readonly texts: readonly string[]; readonly share: number }> {
    for (let first = 0; ; ) {
      const page = await this.ask<LabTexts>(labRequests.texts, { ...shown, first, count: 1000 });
      if (!page || page.texts.length === 0) return;
      first += page.texts.length;
      yield { texts: page.texts, share: first / page.total };
    }
  }

  private async answer({ id, name, asked }: Extract<FromLab, { kind: "question" }>) {
    this.host.post({ kind: "response", id, answer: await this.ask(labRequests[name], asked) });
  }

  private async add(added: Extract<FromLab, { kind: "add" }>["added"]): Promise<unknown> {
    const found = await this.ask<LabEdits | LabRefusal>(labRequests.add, added);
    if (!found) return undefined;
    if ("refusal" in found) return this.host.refuse(found.refusal);
    return found.edits.length > 0 ? this.host.apply(found) : this.host.hasAlready(added.kind);
  }

  private async lineText(line: number): Promise<string> {
    return (await this.ask<LabLine>(labRequests.line, { line }))?.text ?? "";
  }
}
