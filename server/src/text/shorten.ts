/** Quotes the user's text for messages, truncated if it is long. */
export function shorten(text: string): string {
  return `'${cut(text)}'`;
}

export function cut(text: string): string {
  return text.length <= mostShown ? text : cutAfter(text, mostShown - 3);
}

/** Truncates to `most` characters, followed by an ellipsis. */
export function cutAfter(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}…`;
}

/** Truncates to at most `most` characters, including the ellipsis, which replaces spaces before it. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most - 1).trimEnd()}…`;
}

/** Never splits a surrogate pair. */
function startOf(text: string, count: number): string {
  const last = text.charCodeAt(count - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? count - 1 : count);
}

const mostShown = 40;
