/** Translations by English text, embedded in the page by the extension; undefined until first use. */
let texts: Readonly<Record<string, string>> | undefined;

/** Named like VS Code's own, so that the same tools extract its texts. */
export const l10n = {
  t(text: string, ...values: readonly (string | number)[]): string {
    texts ??= JSON.parse(globalThis.document?.body.dataset.texts ?? "{}") as typeof texts;
    return (texts?.[text] ?? text).replace(/\{(\d+)\}/g, (_, index) => `${values[Number(index)]}`);
  },
};
