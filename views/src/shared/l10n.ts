/** Translations by their English text, which the extension puts into the page; undefined in English. */
let texts: Readonly<Record<string, string>> | undefined;

/** Named like that of VS Code, so that its texts are found in the same way. */
export const l10n = {
  t(text: string, ...values: readonly (string | number)[]): string {
    texts ??= JSON.parse(globalThis.document?.body.dataset.texts ?? "{}") as typeof texts;
    return (texts?.[text] ?? text).replace(/\{(\d+)\}/g, (_, index) => `${values[Number(index)]}`);
  },
};
