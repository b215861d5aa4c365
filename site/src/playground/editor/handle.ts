import type { ChangeSpec, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Problem } from "./problems.ts";

/** The editor of the page, for the components beside it. */
export class EditorHandle {
  /** Undefined until it is mounted. */
  view: EditorView | undefined;

  get doc(): Text | undefined {
    return this.view?.state.doc;
  }

  apply(changes: ChangeSpec | readonly ChangeSpec[]): void {
    this.view?.dispatch({ changes: changes as ChangeSpec, userEvent: "input" });
    this.view?.focus();
  }

  select({ from, to }: Problem): void {
    this.view?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view?.focus();
  }
}
