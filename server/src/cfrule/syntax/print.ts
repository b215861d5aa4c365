import { code } from "./characters.ts";
import type { Parsed } from "./parse.ts";

/** The pushed text: the tokens as written, with one space for whitespace and comments. */
export function pushedText({ text, gaps }: Pick<Parsed, "text" | "gaps">): string {
  if (isPlain(text, gaps)) return text;
  let pushed = "";
  let from = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const start = gaps[i] ?? 0;
    const end = gaps[i + 1] ?? start;
    pushed += text.slice(from, start);
    if (start > 0 && end < text.length) pushed += " ";
    from = end;
  }
  return pushed + text.slice(from);
}

/** Whether each gap is a single space already, as in a rule on one line. */
function isPlain(text: string, gaps: readonly number[]): boolean {
  for (let i = 0; i < gaps.length; i += 2) {
    const start = gaps[i] ?? 0;
    const end = gaps[i + 1] ?? start;
    if (end - start !== 1 || start === 0 || end === text.length) return false;
    if (text.charCodeAt(start) !== code.space) return false;
  }
  return true;
}
