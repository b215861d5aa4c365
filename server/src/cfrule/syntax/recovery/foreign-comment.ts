import { likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { type Edit, remove, replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";
import { code, codeAt, isSpace } from "../characters.ts";
import { endOfLine, type Reader } from "../reader.ts";

/** Comment markers of other languages with their end markers; empty for line comments. */
const marks: Readonly<Record<string, string>> = { "//": "", "--": "", "/*": "*/", "<!--": "-->" };

/** Skips and reports a comment of another language. False, without moving, if there is none. */
export function skipForeignComment(p: Reader): boolean {
  const { char, text, at: start } = p;
  if (char !== code.slash && char !== code.minus && char !== code.less) return false;
  const mark = /^(?:\/[/*]|--|<!--)/.exec(text.slice(start, start + 4))?.[0];
  if (mark === undefined) return false;
  const closer = marks[mark] ?? "";
  const close = closer === "" ? -1 : p.find(closer, start + mark.length);
  p.at = close === -1 ? lineEnd(text, start) : close + closer.length;
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => ({
    message: `A comment starts with '#', not '${mark}', and ends with the line.`,
    fixes: isLastOnLine(text, span.end)
      ? [safeFix("Use '#'", rewritten(text, span, mark, close === -1 ? "" : closer))]
      : [likelyFix("Remove the comment", [remove(span)])],
  }));
  return true;
}

function lineEnd(text: string, from: number): number {
  let end = endOfLine(text, from);
  while (isSpace(codeAt(text, end - 1))) end--;
  return end;
}

function isLastOnLine(text: string, at: number): boolean {
  // Not the rest of the line, which may have any number of comments.
  const blank = /[^\S\r\n]*(?:[\r\n]|$)/y;
  blank.lastIndex = at;
  return blank.test(text);
}

/** Each line becomes its own comment. */
function rewritten(text: string, span: Span, mark: string, closer: string): Edit[] {
  if (closer === "") return [replace({ start: span.start, end: span.start + mark.length }, "#")];
  const inside = text.slice(span.start + mark.length, span.end - closer.length);
  const lines = inside.split(/\r\n|\r|\n/).map((it) => it.trim().replace(/^\*\s?/, ""));
  const kept = lines.filter((it) => it !== "").map((it) => `# ${it}`);
  return [replace(span, kept.join(inside.includes("\r\n") ? "\r\n" : "\n"))];
}
