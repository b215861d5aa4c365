/** What no message may show. Whatever a service says goes through here before anybody sees it. */
export class Secrets {
  readonly #hidden = new Set<string>();

  /** Each spelling in which the secret may come back is hidden too. */
  add(secret: string): void {
    if (secret === "") return;
    const quoted = JSON.stringify(secret).slice(1, -1);
    // Half a character has no encoding, and goes out as the sign for an unknown one.
    const whole = secret.replace(loneSurrogates, "\ufffd");
    for (const it of [secret, quoted, whole, encodeURIComponent(whole), encodeURI(whole)])
      this.#hidden.add(it);
  }

  /** Longer ones first, as one may be a part of another. */
  hide(text: string): string {
    const longestFirst = [...this.#hidden].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((shown, it) => shown.replaceAll(it, "…"), text);
  }
}

const loneSurrogates = /\p{Surrogate}/gu;
