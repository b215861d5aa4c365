/** Strings that no message may contain. All output of a service is redacted here before it is shown. */
export class Secrets {
  readonly #hidden = new Set<string>();
  #longestFirst: readonly string[] | undefined;

  /** Every encoding in which the secret may be echoed is redacted too. */
  add(secret: string): void {
    if (secret === "") return;
    for (const it of spellingsOf(secret)) this.#hidden.add(it);
    this.#longestFirst = undefined;
  }

  /** Longest first, because one secret may contain another. */
  hide(text: string): string {
    this.#longestFirst ??= [...this.#hidden].sort((a, b) => b.length - a.length);
    return this.#longestFirst.reduce((shown, it) => shown.replaceAll(it, "…"), text);
  }
}

/** As it is, and as JSON, URLs, forms, HTML and Basic authentication write it. */
function spellingsOf(secret: string): string[] {
  // A lone surrogate cannot be encoded and is sent as the replacement character.
  const whole = secret.replace(loneSurrogates, "\ufffd");
  const quoted = JSON.stringify(secret).slice(1, -1);
  const encoded = [encodeURIComponent(whole), encodeURI(whole)];
  const bytes = Buffer.from(whole);
  return [
    ...[secret, whole, quoted, quoted.replaceAll("/", "\\/"), JSON.stringify(quoted).slice(1, -1)],
    quoted.replaceAll(/[<>&]/g, (it) => `\\u00${it.charCodeAt(0).toString(16)}`),
    ...encoded,
    ...encoded.map((it) => it.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase())),
    new URLSearchParams({ "": whole }).toString().slice("=".length),
    whole.replaceAll(/[&<>"']/g, (it) => entities[it] ?? it),
    ...(secret.length < shortestBytes
      ? []
      : [bytes.toString("hex"), ...["base64", "base64url"].flatMap((it) => aligned(bytes, it))]),
  ];
}

/** Shorter values encode to texts that may occur by chance. */
const shortestBytes = 8;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** In Base64, what precedes and follows a secret changes its first and last characters. These are the others. */
function aligned(bytes: Buffer, encoding: string): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding as BufferEncoding);
    const rest = (before + bytes.length) % 3;
    const end = text.replace(/={1,2}$/, "").length - (rest === 0 ? 0 : 1);
    return text.slice(before === 0 ? 0 : before + 1, end);
  });
}

const loneSurrogates = /\p{Surrogate}/gu;
