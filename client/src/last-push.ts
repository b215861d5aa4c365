import { commands } from "vscode";

/** How to take the last push back. Menus show the command for it only while there is something to take back. */
export class LastPush {
  #undo: readonly string[] = [];

  /** The names of its parts, the last one first. */
  get undo(): readonly string[] {
    return this.#undo;
  }

  remember(undo: readonly string[]): void {
    this.#undo = undo;
    void commands.executeCommand("setContext", "weir.canUndo", undo.length > 0);
  }
}
