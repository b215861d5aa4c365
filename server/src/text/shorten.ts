/** The user's own text as messages show it: in single quotes, and cut when it is long. */
export function shorten(text: string): string {
  return `'${cut(text)}'`;
}

/** Never cuts a character outside the basic plane in two. */
export function cut(text: string): string {
  if (text.length <= mostShown) return text;
  const last = text.codePointAt(mostShown - 4) ?? 0;
  return `${text.slice(0, last > 0xffff ? mostShown - 4 : mostShown - 3)}…`;
}

const mostShown = 40;
