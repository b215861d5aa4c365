/** What no output may show: everything that was ever handed to the server as a secret. */
export class Secrets {
  readonly #hidden = new Set<string>();

  /** In JSON, as traces show it, a quote or a backslash in it looks different. */
  add(secret: string): void {
    if (secret === "") return;
    this.#hidden.add(secret);
    this.#hidden.add(JSON.stringify(secret).slice(1, -1));
    this.#hidden.add(encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd")));
  }

  /** Longer ones first, as one may be a part of another. */
  hide(text: string): string {
    if (this.#hidden.size === 0) return text;
    const longestFirst = [...this.#hidden].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((shown, it) => shown.replaceAll(it, "…"), text);
  }
}
