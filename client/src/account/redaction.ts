/** Secrets that were sent to the server, to be removed from all output. */
export class Secrets {
  readonly #hidden = new Set<string>();

  /** Adds a secret, also as escaped in the JSON of traces and in URLs. */
  add(secret: string): void {
    if (secret === "") return;
    this.#hidden.add(secret);
    this.#hidden.add(JSON.stringify(secret).slice(1, -1));
    this.#hidden.add(encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd")));
  }

  /** Replaces longer secrets first, because one may contain another. */
  hide(text: string): string {
    if (this.#hidden.size === 0) return text;
    const longestFirst = [...this.#hidden].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((shown, it) => shown.replaceAll(it, "…"), text);
  }
}
