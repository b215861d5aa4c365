/** More characters are not read ahead at once, nor five times as many for one text. */
const farthest = 10_000;

/** Looks for the closers behind a place. */
export class Lookahead {
  private left = 5 * farthest;

  constructor(private readonly text: string) {}

  /** Whether the list around an object ends before another `}` that would close an object around it. */
  lacksBrace(from: number): boolean {
    let [braces, brackets] = [0, 0];
    const ahead = this.text.slice(from, from + farthest);
    if (!this.spend(ahead)) return false;
    for (const [token] of ahead.matchAll(/"(?:[^"\\\n]|\\.)*("|)|[[\]{}]/g)) {
      if (token === "{") braces++;
      else if (token === "[") brackets++;
      else if (token === "}" && --braces < 0) return false;
      else if (token === "]" && --brackets < 0) return true;
    }
    return true;
  }

  /** Whether more brackets of a kind are closed behind here than are open, so that an opening one is missing. */
  lacksOpener(from: number, opener: "{" | "[", open: number): boolean {
    if (from + farthest < this.text.length) return false;
    const ahead = this.text.slice(from);
    if (!this.spend(ahead)) return false;
    let left = open;
    for (const [token] of ahead.matchAll(/"(?:[^"\\\n]|\\.)*("|)|\/\/[^\n]*|[[\]{}]/g)) {
      if (token === opener) left++;
      else if (token === closing[opener]) left--;
    }
    return left < 0;
  }

  private spend({ length }: string): boolean {
    this.left -= length;
    return this.left >= 0;
  }
}

const closing = { "{": "}", "[": "]" } as const;

/** A `}` written as the opening brace is: on a line of its own, after a space, or without one. */
export function closerOf(text: string, opener: number): string {
  const [, gap = "", lineBreak] =
    /^\{([ \t]*(\r?\n)?)/.exec(text.slice(opener, opener + 100)) ?? [];
  if (lineBreak === undefined) return gap === "" ? "}" : " }";
  const line = text.slice(text.lastIndexOf("\n", opener) + 1, opener);
  return `${lineBreak}${/^[ \t]*/.exec(line)?.[0] ?? ""}}`;
}
