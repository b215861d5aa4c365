/**
 * Encodes snippets for a host. Placeholders such as `${1:word}` are not part of the text, so they are replaced by single
 * characters while the text around them is encoded, and restored afterwards.
 */

/** Private-use characters: placeholder `n` starts with `first + n`, and every placeholder ends with `last`. */
const first = 0xf700;
const last = "\uf7ff";

const token = /\\([\\$}])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+):|\}/g;

/** Undefined for a snippet with anything other than placeholders, which may be nested. */
export function withMarks(snippet: string): string | undefined {
  if (/[\uf700-\uf7ff]|\$\{\d+\|/.test(snippet)) return undefined;
  let depth = 0;
  return snippet.replace(token, (all, escaped?: string, ...numbers: (string | undefined)[]) => {
    if (escaped) return escaped;
    const number = numbers.slice(0, 3).find((it) => it !== undefined);
    if (number !== undefined) {
      const isOpen = all.endsWith(":");
      if (isOpen) depth++;
      return String.fromCharCode(first + Math.min(Number(number), 99)) + (isOpen ? "" : last);
    }
    if (depth === 0) return all;
    depth--;
    return last;
  });
}

export function withPlaceholders(marked: string): string {
  return marked.replace(/[\\$}]/g, "\\$&").replace(/[\uf700-\uf763]\uf7ff?|\uf7ff/g, (mark) => {
    if (mark === last) return "}";
    const number = mark.charCodeAt(0) - first;
    return mark.endsWith(last) ? `\${${number}}` : `\${${number}:`;
  });
}
