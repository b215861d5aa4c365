import type { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import type { EmbeddedLanguage } from "./embedded.ts";

/** A comment `weir: cfrule` says what the string behind it, or beside it, holds. */
export interface Declaration {
  readonly language: Exclude<EmbeddedLanguage, "lpjob">;
  readonly role: "rule" | "value";
  /** The line of the declared string. */
  readonly line: number;
}

/** `weir: cfrule`, `weir: cfrule value` or `weir: lpfilter`, after the signs that start a comment. */
const form = /^[\s#/*]*weir:\s*(cfrule|lpfilter)(?:\s+(value))?\b/;

export function mayDeclare(text: string): boolean {
  return text.includes("weir:");
}

/** A comment on a line of its own speaks about the next line that is not a comment. */
export function declarationsIn(
  text: string,
  comments: readonly Span[],
  lines: Lines,
): Declaration[] {
  return comments.flatMap((comment, index) => {
    const [, language, value] = form.exec(text.slice(comment.start, comment.end)) ?? [];
    if (language !== "cfrule" && language !== "lpfilter") return [];
    const line = lines.lineAt(comment.start);
    const before = text.slice(lines.startOf(line), comment.start);
    const role = value ? ("value" as const) : ("rule" as const);
    if (before.trim() !== "") return [{ language, role, line }];
    return [{ language, role, line: nextLine(comments, index, text, lines) }];
  });
}

function nextLine(comments: readonly Span[], index: number, text: string, lines: Lines): number {
  let next = lines.lineAt(comments[index]?.end ?? 0) + 1;
  for (const comment of comments.slice(index + 1)) {
    const line = lines.lineAt(comment.start);
    const isAlone = text.slice(lines.startOf(line), comment.start).trim() === "";
    if (line !== next || !isAlone) break;
    next = lines.lineAt(comment.end) + 1;
  }
  return next;
}
