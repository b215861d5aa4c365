import type { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { EmbeddedLanguage } from "../embedded.ts";

/** A comment `weir: cfrule` declares the language of the string after it or on the same line. */
export interface Declaration {
  readonly language: Exclude<EmbeddedLanguage, "lpjob">;
  readonly role: "rule" | "value";
  /** The line of the declared string. */
  readonly line: number;
}

/** `weir: cfrule`, `weir: cfrule value` or `weir: lpfilter`, after the comment token. */
const form = /^[\s#/*]*weir:\s*(cfrule|lpfilter)(?:\s+(value))?\b/;

export function mayDeclare(text: string): boolean {
  return text.includes("weir:");
}

/** A comment on a separate line applies to the next line that is not a comment. */
export function declarationsIn(
  text: string,
  comments: readonly Span[],
  lines: Lines,
): Declaration[] {
  const found: Declaration[] = [];
  /** The comment line below, and the line that it applies to. */
  let next = { line: -1, about: -1 };
  for (const comment of comments.toReversed()) {
    const line = lines.lineAt(comment.start);
    const isAlone = text.slice(lines.startOf(line), comment.start).trim() === "";
    const after = lines.lineAt(comment.end) + 1;
    const about = isAlone ? (after === next.line ? next.about : after) : line;
    if (isAlone) next = { line, about };
    const [, language, value] = form.exec(text.slice(comment.start, comment.end)) ?? [];
    if (language !== "cfrule" && language !== "lpfilter") continue;
    found.push({ language, role: value ? "value" : "rule", line: about });
  }
  return found.reverse();
}
