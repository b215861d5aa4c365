import { commands } from "vscode";

/** The pushes of this window that can be undone. Menus show the command for it only while there is one. */
export class Pushes {
  /** Of each push the names of its parts, the last one first. The newest push comes last. */
  #all: readonly (readonly string[])[] = [];

  /** How to undo the newest one. */
  get last(): readonly string[] {
    return this.#all.at(-1) ?? [];
  }

  remember(undo: readonly string[]): void {
    this.set([...this.#all, undo]);
  }

  /** A part that has been undone. */
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
