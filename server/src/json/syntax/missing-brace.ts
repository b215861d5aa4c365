/** More characters are not read ahead. */
const farthest = 10_000;

/** Whether the list around an object ends before another `}` that would close an object around it. */
export function lacksBrace(text: string, from: number): boolean {
  let [braces, brackets] = [0, 0];
  const ahead = text.slice(from, from + farthest);
  for (const [token] of ahead.matchAll(/"(?:[^"\\\n]|\\.)*("|)|[[\]{}]/g)) {
    if (token === "{") braces++;
    else if (token === "[") brackets++;
    else if (token === "}" && --braces < 0) return false;
    else if (token === "]" && --brackets < 0) return true;
  }
  return true;
}

/** A `}` written as the opening brace is: on a line of its own, after a space, or without one. */
export function closerOf(text: string, opener: number): string {
  const [, gap = "", lineBreak] =
    /^\{([ \t]*(\r?\n)?)/.exec(text.slice(opener, opener + 100)) ?? [];
  if (lineBreak === undefined) return gap === "" ? "}" : " }";
  const line = text.slice(text.lastIndexOf("\n", opener) + 1, opener);
  return `${lineBreak}${/^[ \t]*/.exec(line)?.[0] ?? ""}}`;
}

/** Whether more brackets of a kind are closed behind here than are open, so that an opening one is missing. */
export function lacksOpener(text: string, from: number, opener: "{" | "[", open: number): boolean {
  if (from + farthest < text.length) return false;
  const ahead = text.slice(from);
  let left = open;
  for (const [token] of ahead.matchAll(/"(?:[^"\\\n]|\\.)*("|)|\/\/[^\n]*|[[\]{}]/g)) {
    if (token === opener) left++;
    else if (token === closing[opener]) left--;
  }
  return left < 0;
}

const closing = { "{": "}", "[": "]" } as const;
