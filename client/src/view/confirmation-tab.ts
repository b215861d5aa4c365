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
import type { Confirmation, ConfirmationAnswer } from "../confirmation.ts";

const scheme = "weir-confirmation";

interface Open {
  readonly confirmation: Confirmation;
  /** Whether its tab was open, so that closing it can be detected. */
  seen: boolean;
  /** Whether the tab is fully opened; before that, it may disappear and reappear. */
  isShown: boolean;
  settle(answer: ConfirmationAnswer): void;
}

/**
 * Confirmations as tabs. Both sides are read-only copies, so the user confirms exactly what is shown. Closing the tab declines.
 */
export class ConfirmationTabs implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #open = new Map<string, Open>();
  #asked = 0;

  register(): Disposable[] {
    // Confirmations from before a window reload are no longer pending.
    void window.tabGroups.close(ourTabs());
    return [
      workspace.registerTextDocumentContentProvider(scheme, this),
      window.tabGroups.onDidChangeTabs(() => this.look()),
      window.tabGroups.onDidChangeTabGroups(() => this.look()),
    ];
  }

  /** Shows the confirmation. `opened` receives its ID, for answers from elsewhere. */
  async ask(confirmation: Confirmation, opened: (id: string) => void): Promise<ConfirmationAnswer> {
    this.#asked += 1;
    const id = String(this.#asked);
    let settle: (answer: ConfirmationAnswer) => void = () => {};
    const answered = new Promise<ConfirmationAnswer>((resolve) => {
      settle = resolve;
    });
    const open: Open = { confirmation, settle, seen: false, isShown: false };
    this.#open.set(id, open);
    const from = window.activeTextEditor;
    await show(id, confirmation);
    open.isShown = true;
    this.look();
    opened(id);
    const answer = await answered;
    this.#open.delete(id);
    await leave(id, from);
    this.look();
    return answer;
  }

  /** Answers a confirmation, by default the active one. */
  answer(answer: ConfirmationAnswer, id = idInFront()): void {
    this.#open.get(id ?? "")?.settle(answer);
  }

  showDetails(id: string): void {
    const confirmation = this.#open.get(id)?.confirmation;
    if (!confirmation) return;
    const { title, detail } = confirmation;
    void window.showInformationMessage(title, { modal: true, detail });
  }

  provideTextDocumentContent({ query }: Uri): string {
    const { id, side } = JSON.parse(query) as Sided;
    const confirmation = this.#open.get(id)?.confirmation;
    return confirmation?.[side] ?? "";
  }

  /** After tabs have changed: declines confirmations whose tab was closed, and updates the context keys. */
  private look(): void {
    const there = new Set(ourTabs().map(idOf));
    for (const [id, open] of this.#open) {
      if (there.has(id)) open.seen = true;
      else if (open.seen && open.isShown) open.settle("no");
    }
    const confirmation = this.#open.get(idInFront() ?? "")?.confirmation;
    const set = (name: string, value: unknown) =>
      void commands.executeCommand("setContext", `weir.${name}`, value);
    set("asks", confirmation?.verb ?? "");
    set("asksOfMany", confirmation?.isOfMany === true);
    set("asksOfAll", confirmation?.mayAll === true);
  }
}

interface Sided {
  readonly id: string;
  readonly side: "before" | "after";
}

/** Keeps the file extension for syntax highlighting. */
function uriOf(file: string, sided: Sided): Uri {
  return Uri.parse(file).with({ scheme, query: JSON.stringify(sided) });
}

/** Opens the tab, not as a preview, which the next file would replace. */
async function show(id: string, { uri, before, title }: Confirmation): Promise<void> {
  const after = uriOf(uri, { id, side: "after" });
  const options = { preview: false };
  if (before === undefined) await commands.executeCommand("vscode.open", after, options, title);
  else {
    const left = uriOf(uri, { id, side: "before" });
    await commands.executeCommand("vscode.diff", left, after, title, options);
  }
}

/** Restores the previous editor if the confirmation was active. */
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

/** The URI of a text, or of the right side of a diff. */
function idOf(tab: Tab | undefined): string | undefined {
  const { uri, modified } = (tab?.input ?? {}) as { uri?: Uri; modified?: Uri };
  const shown = modified ?? uri;
  return shown?.scheme === scheme ? (JSON.parse(shown.query) as Sided).id : undefined;
}
