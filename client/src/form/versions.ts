/**
 * An operation refers to rows of the version that the form shows. It stays valid after the form's own edits that do not move
 * rows: leaving a text box writes its value just before the click on a button is sent.
 */
export class Versions {
  readonly #next = new Map<number, number>();

  edited(from: number, to: number, keepsRows: boolean): void {
    if (keepsRows && from !== to) this.#next.set(from, to);
    else this.#next.clear();
  }

  /** The newest version with the same rows. */
  current(version: number): number {
    let newest = version;
    for (let next = this.#next.get(newest); next !== undefined; next = this.#next.get(newest)) {
      newest = next;
    }
    return newest;
  }
}
