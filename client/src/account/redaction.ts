/** Secrets that were sent to the server, to be removed from all output. */
export class Secrets {
  readonly #hidden = new Set<string>();

  /** Traces show JSON, in which quotes and backslashes are escaped. */
  add(secret: string): void {
    if (secret === "") return;
    this.#hidden.add(secret);
    this.#hidden.add(JSON.stringify(secret).slice(1, -1));
    this.#hidden.add(encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd")));
  }

  /** Longer ones first, because one may contain another. */
  hide(text: string): string {
    if (this.#hidden.size === 0) return text;
    const longestFirst = [...this.#hidden].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((shown, it) => shown.replaceAll(it, "…"), text);
  }
}
