import { type Edit, insert } from "../../text/edit.ts";
import { firstLineBreak, Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Refactoring } from "../analysis.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { ignoreDirective } from "./suppress.ts";

/** A text whose comments can suppress diagnostics. */
export interface SuppressibleText {
  readonly text: string;
  readonly comments: readonly Span[];
  /** The start of a line comment. */
  readonly marker: "//" | "#";
}

const suppression = { kind: "quickfix", isComment: true, isSuppression: true } as const;

/**
 * Two actions for each code: suppress it at its location, and in the whole file. None for an error, which the service rejects also
 * if it is ignored.
 */
export function ignoreActions(found: readonly Diagnostic[], it: SuppressibleText): Refactoring[] {
  const lines = new Lines(it.text);
  const codes = new Set<string>();
  const here: Refactoring[] = [];
  const everywhere: Refactoring[] = [];
  for (const { code, start, severity } of found) {
    if (severity === "error" || codes.has(code)) continue;
    codes.add(code);
    const edit = ignoreOnLine(code, lines.lineAt(start), lines, it);
    if (edit) here.push({ ...suppression, title: `Ignore '${code}' here`, edits: [edit] });
    everywhere.push({
      ...suppression,
      title: `Ignore '${code}' in this file`,
      edits: [ignoreInFile(code, it)],
    });
  }
  return [...here, ...everywhere];
}

function ignoreOnLine(
  code: string,
  line: number,
  lines: Lines,
  it: SuppressibleText,
): Edit | undefined {
  const start = lines.startOf(line);
  // A directive cannot be inserted inside a multiline comment.
  if (it.comments.some((comment) => comment.start < start && start < comment.end)) return undefined;
  const above = it.comments.filter((comment) => lines.lineAt(comment.end) === line - 1);
  const joined = joinDirective(code, above, "here", it.text);
  if (joined) return joined;
  const indent = /^[ \t]*/.exec(lines.textOf(line))?.[0] ?? "";
  return insert(start, `${indent}${it.marker} weir-ignore ${code}${firstLineBreak(it.text)}`);
}

function ignoreInFile(code: string, it: SuppressibleText): Edit {
  const joined = joinDirective(code, it.comments, "file", it.text);
  if (joined) return joined;
  const start = it.text.startsWith("\ufeff") ? 1 : 0;
  return insert(start, `${it.marker} weir-ignore-file ${code}${firstLineBreak(it.text)}`);
}

/** Adds the code to an existing directive. */
function joinDirective(
  code: string,
  comments: readonly Span[],
  reach: "here" | "file",
  text: string,
): Edit | undefined {
  for (const { start, end } of comments) {
    for (const match of text.slice(start, end).matchAll(ignoreDirective)) {
      if ((match[1] !== undefined) !== (reach === "file")) continue;
      return insert(start + match.index + match[0].length, `, ${code}`);
    }
  }
  return undefined;
}
