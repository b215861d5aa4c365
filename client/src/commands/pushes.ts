import { commands } from "vscode";

/** The pushes of this window that can be undone. Menus show the command only if there is one. */
export class Pushes {
  /** The undo IDs of each push, last part first. The newest push is last. */
  #all: readonly (readonly string[])[] = [];

  /** The undo IDs of the newest push. */
  get last(): readonly string[] {
    return this.#all.at(-1) ?? [];
  }

  remember(undo: readonly string[]): void {
    this.set([...this.#all, undo]);
  }

  /** Removes an undone part. */
  forget(undo: string): void {
    this.set(this.#all.map((push) => push.filter((it) => it !== undo)));
  }

  forgetAll(): void {
    this.set([]);
  }

  private set(all: readonly (readonly string[])[]): void {
    this.#all = all.filter((it) => it.length > 0);
    void commands.executeCommand("setContext", "weir.canUndo", this.#all.length > 0);
  }
}
