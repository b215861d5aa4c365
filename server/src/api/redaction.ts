/** Strings that no message may contain. All output of a service is redacted here before it is shown. */
export class Secrets {
  readonly #hidden = new Set<string>();

  /** Every encoding in which the secret may be echoed is redacted too. */
  add(secret: string): void {
    if (secret === "") return;
    const quoted = JSON.stringify(secret).slice(1, -1);
    // A lone surrogate cannot be encoded and is sent as the replacement character.
    const whole = secret.replace(loneSurrogates, "\ufffd");
    for (const it of [secret, quoted, whole, encodeURIComponent(whole), encodeURI(whole)])
      this.#hidden.add(it);
  }

  /** Longest first, because one secret may contain another. */
  hide(text: string): string {
    const longestFirst = [...this.#hidden].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((shown, it) => shown.replaceAll(it, "…"), text);
  }
}

const loneSurrogates = /\p{Surrogate}/gu;
