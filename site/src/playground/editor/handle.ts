import type { ChangeSpec, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Range, TextEdit } from "vscode-languageserver";
import { changesFor, offsetIn } from "./positions.ts";

/** The editor of the page, for the components beside it. */
export class EditorHandle {
  /** Undefined until it is mounted. */
  view: EditorView | undefined;

  get doc(): Text | undefined {
    return this.view?.state.doc;
  }

  /** Applies changes of the current text, and continues there. */
  apply(changes: ChangeSpec | readonly ChangeSpec[]): void {
    this.view?.dispatch({ changes: changes as ChangeSpec, userEvent: "input" });
    this.view?.focus();
  }

  /** Applies edits of the current text; the focus stays. */
  edit(edits: readonly TextEdit[]): void {
    if (!this.view) return;
    this.view.dispatch({ changes: changesFor(this.view.state.doc, edits), userEvent: "input" });
  }

  replace(text: string): void {
    this.apply({ from: 0, to: this.doc?.length ?? 0, insert: text });
  }

  select({ from, to }: { readonly from: number; readonly to: number }): void {
    this.view?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view?.focus();
  }

  selectRange({ start, end }: Range): void {
    const { doc } = this;
    if (doc) this.select({ from: offsetIn(doc, start), to: offsetIn(doc, end) });
  }
}
