import {
  commands,
  type Disposable,
  EventEmitter,
  type Tab,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Answer, Question } from "../question.ts";

const scheme = "weir-question";

interface Open {
  readonly question: Question;
  /** Its tab has been there, so that it can be missed. */
  seen: boolean;
  settle(answer: Answer): void;
}

/**
 * Questions as tabs: both sides are texts of their own that nobody can change, so what is shown is what is agreed to. A tab that
 * is closed is a no.
 */
export class QuestionTabs implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #open = new Map<string, Open>();
  #asked = 0;

  register(): Disposable[] {
    // What a window had open before it was loaded anew asks nobody any more.
    void window.tabGroups.close(ourTabs());
    return [
      workspace.registerTextDocumentContentProvider(scheme, this),
      window.tabGroups.onDidChangeTabs(() => this.look()),
      window.tabGroups.onDidChangeTabGroups(() => this.look()),
    ];
  }

  /** Shows the question. `opened` gets its name, under which it can be answered from elsewhere. */
  async ask(question: Question, opened: (id: string) => void): Promise<Answer> {
    this.#asked += 1;
    const id = String(this.#asked);
    let settle: (answer: Answer) => void = () => {};
    const answered = new Promise<Answer>((resolve) => {
      settle = resolve;
    });
    this.#open.set(id, { question, settle, seen: false });
    const from = window.activeTextEditor;
    await show(id, question);
    this.look();
    opened(id);
    const answer = await answered;
    this.#open.delete(id);
    await leave(id, from);
    this.look();
    return answer;
  }

  /** Without a name the one in front is meant. */
  answer(answer: Answer, id = idInFront()): void {
    this.#open.get(id ?? "")?.settle(answer);
  }

  showDetails(id: string): void {
    const question = this.#open.get(id)?.question;
    if (!question) return;
    const { title, detail } = question;
    void window.showInformationMessage(title, { modal: true, detail });
  }

  provideTextDocumentContent({ query }: Uri): string {
    const { id, side } = JSON.parse(query) as Sided;
    const question = this.#open.get(id)?.question;
    return question?.[side] ?? "";
  }

  /** Tabs may have gone, or another is in front. Menus and keys go by what is in front. */
  private look(): void {
    const there = new Set(ourTabs().map(idOf));
    for (const [id, open] of this.#open) {
      if (there.has(id)) open.seen = true;
      else if (open.seen) open.settle("no");
    }
    const question = this.#open.get(idInFront() ?? "")?.question;
    const set = (name: string, value: unknown) =>
      void commands.executeCommand("setContext", `weir.${name}`, value);
    set("asks", question?.verb ?? "");
    set("asksOfMany", question?.isOfMany === true);
    set("asksOfAll", question?.mayAll === true);
  }
}

interface Sided {
  readonly id: string;
  readonly side: "before" | "after";
}

/** The path keeps the file's extension, so that the text is coloured as the file is. */
function uriOf(file: string, sided: Sided): Uri {
  return Uri.parse(file).with({ scheme, query: JSON.stringify(sided) });
}

/** Not as a preview, which the next file that is opened would take the place of. */
async function show(id: string, { uri, before, title }: Question): Promise<void> {
  const after = uriOf(uri, { id, side: "after" });
  const options = { preview: false };
  if (before === undefined) await commands.executeCommand("vscode.open", after, options, title);
  else {
    const left = uriOf(uri, { id, side: "before" });
    await commands.executeCommand("vscode.diff", left, after, title, options);
  }
}

/** Whoever has the question before them goes back to where they came from; whoever is elsewhere stays there. */
async function leave(id: string, from: typeof window.activeTextEditor): Promise<void> {
  const isInFront = idInFront() === id;
  const tabs = ourTabs().filter((it) => idOf(it) === id);
  if (tabs.length > 0) await window.tabGroups.close(tabs, !isInFront);
  const isClosedByHand = tabs.length === 0;
  if (!from || from.document.uri.scheme === scheme || !(isInFront || isClosedByHand)) return;
  const { document, viewColumn } = from;
  await window.showTextDocument(document, { ...(viewColumn && { viewColumn }) });
}

function ourTabs(): Tab[] {
  const tabs = window.tabGroups.all.flatMap((it) => it.tabs);
  return tabs.filter((it) => idOf(it) !== undefined);
}

function idInFront(): string | undefined {
  return idOf(window.tabGroups.activeTabGroup?.activeTab);
}

/** Of a single text, or of the newer side of a comparison. */
function idOf(tab: Tab | undefined): string | undefined {
  const { uri, modified } = (tab?.input ?? {}) as { uri?: Uri; modified?: Uri };
  const shown = modified ?? uri;
  return shown?.scheme === scheme ? (JSON.parse(shown.query) as Sided).id : undefined;
}
