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

/** At most so many characters, with an ellipsis for the rest in place of blanks before it. */
export function cutTo(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${cutAfter(text, most - 1)
        .slice(0, -1)
        .trimEnd()}…`;
}

const mostShown = 40;
