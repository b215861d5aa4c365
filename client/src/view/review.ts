import {
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  Range,
  type Tab,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import type { ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { nameIn } from "../labels.ts";

const scheme = "weir-review";

type Side = "before" | "after" | "base" | "plan";

/** The texts that are reviewed while a question waits, in read-only tabs. They are closed with the question. */
export class Reviews implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, Readonly<Record<Side, string>>>();
  #count = 0;

  register(): Disposable[] {
    // Those from before a window reload belong to no question.
    void window.tabGroups.close(ourTabs());
    return [workspace.registerTextDocumentContentProvider(scheme, this)];
  }

  /** Opens the diff. The keyboard stays where it is, for the question. */
  async open(params: ConfirmParams, title: string): Promise<Review> {
    this.#count += 1;
    const id = String(this.#count);
    const { uri, before, after, base = "" } = params;
    const texts = { before, after, base, plan: params.text ?? "" };
    this.#texts.set(id, texts);
    const at = (side: Side) => reviewUri(uri, { id, side });
    const from = window.activeTextEditor;
    // The question covers the top of the window.
    if (from) await commands.executeCommand("workbench.action.newGroupBelow");
    const show = (left: Side, right: Side, label: string, viewColumn: ViewColumn) =>
      commands.executeCommand("vscode.diff", at(left), at(right), label, {
        ...options,
        viewColumn,
        selection: firstChange(texts[left], texts[right]),
      });
    await show("before", "after", title, ViewColumn.Active);
    return {
      showPlan: async () => {
        const name = nameIn(uri);
        const isConflict = params.base !== undefined;
        if (isConflict) {
          const theirs = l10n.t("{0}: last push ↔ service", name);
          const yours = l10n.t("{0}: last push ↔ file", name);
          await show("base", "before", theirs, ViewColumn.Active);
          await show("base", "after", yours, ViewColumn.Beside);
        }
        // Above the changes of a conflict, so that all are visible.
        const above = isConflict ? from?.viewColumn : undefined;
        const where = { ...options, ...(above && { viewColumn: above }) };
        await commands.executeCommand("vscode.open", at("plan"), where, l10n.t("Plan: {0}", name));
      },
      close: async () => {
        this.#texts.delete(id);
        await window.tabGroups.close(ourTabs().filter((it) => idOf(it) === id));
        if (!from || from.document.uri.scheme === scheme) return;
        const { document, viewColumn } = from;
        await window.showTextDocument(document, { ...(viewColumn && { viewColumn }) });
      },
    };
  }

  provideTextDocumentContent({ query }: Uri): string {
    const { id, side } = JSON.parse(query) as Sided;
    return this.#texts.get(id)?.[side] ?? "";
  }
}

export interface Review {
  /** In a conflict, also the change of each side. */
  showPlan(): Thenable<unknown>;
  close(): Promise<void>;
}

/** Not as previews, which the next file would replace. */
const options = { preview: false, preserveFocus: true };

interface Sided {
  readonly id: string;
  readonly side: Side;
}

/** The first line that changes, to scroll to. */
function firstChange(left: string, right: string): Range {
  const [lines, others] = [left.split("\n"), right.split("\n")];
  const line = Math.max(
    lines.findIndex((it, index) => it !== others[index]),
    0,
  );
  return new Range(line, 0, line, 0);
}

/** Keeps the file extension for syntax highlighting. */
function reviewUri(file: string, sided: Sided): Uri {
  const uri = Uri.parse(file);
  const path = sided.side === "plan" ? `${uri.path}.weir-plan` : uri.path;
  return uri.with({ scheme, path, query: JSON.stringify(sided) });
}

function ourTabs(): Tab[] {
  const tabs = window.tabGroups.all.flatMap((it) => it.tabs);
  return tabs.filter((it) => idOf(it) !== undefined);
}

/** The URI of a text, or of the right side of a diff. */
function idOf(tab: Tab): string | undefined {
  const { uri, modified } = (tab.input ?? {}) as { uri?: Uri; modified?: Uri };
  const shown = modified ?? uri;
  return shown?.scheme === scheme ? (JSON.parse(shown.query) as Sided).id : undefined;
}
