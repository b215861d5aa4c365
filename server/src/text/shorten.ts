/** The user's own text as messages show it: in single quotes, and cut when it is long. */
export function shorten(text: string): string {
  return `'${cut(text)}'`;
}

export function cut(text: string): string {
  return text.length <= mostShown ? text : cutAfter(text, mostShown - 3);
}

/** So many characters, and an ellipsis for the rest. Never splits a surrogate pair. */
export function cutAfter(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, isHalf ? most - 1 : most)}…`;
}

const mostShown = 40;
