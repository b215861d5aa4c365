import { insert, remove } from "../../text/edit.ts";
import { firstLineBreak, type Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import type { Context } from "../context.ts";
import { type Diagnostic, type Fix, likelyFix, maxDiagnostics } from "../diagnostic.ts";

const code = "ignore-comment";

/** A directive in a comment, and the lines that it applies to. */
export interface Directive {
  readonly comment: Span;
  readonly isForFile: boolean;
  readonly codes: readonly string[];
  /** The line after the comment. It may be a comment too, which can have diagnostics itself. */
  readonly below: number;
  /** The next lines that are not only comments. */
  readonly first: number;
  readonly last: number;
}

interface Commented {
  readonly text: string;
  readonly lines: Lines;
  readonly directives: readonly Directive[];
  readonly context: Context;
}

/** Reports trailing comments that suppress nothing, because people expect them to apply to their own line. */
export function withMisplaced(
  kept: readonly Diagnostic[],
  all: readonly Diagnostic[],
  it: Commented,
): readonly Diagnostic[] {
  const { codes, brief, severity } = it.context;
  const setting = Object.hasOwn(severity, code) ? severity[code] : undefined;
  if (!codes || brief || setting === "off") return kept;
  const trailing = it.directives.filter((each) => mayBeMisplaced(each, it));
  if (trailing.length === 0) return kept;
  const found = new Set(all.map((each) => `${it.lines.lineAt(each.start)} ${each.code}`));
  const open = new Set(kept.map((each) => `${it.lines.lineAt(each.start)} ${each.code}`));
  const added = trailing
    .filter((each) => !suppressesAny(each, found))
    .slice(0, maxDiagnostics)
    .map(
      (each): Diagnostic => ({
        code,
        severity: setting ?? "warning",
        start: each.comment.start,
        end: each.comment.end,
        message: `'weir-ignore' applies to the next line, which has no problem with ${alternatives(each.codes)}. Put the comment on the line before the problem.`,
        fixes: moved(each, open, it),
      }),
    );
  return [...kept, ...added].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Comments with unknown or disabled codes are not reported. */
function mayBeMisplaced(
  { comment, isForFile, codes }: Directive,
  { text, lines, context }: Commented,
): boolean {
  if (isForFile || before(comment, text, lines).trim() === "") return false;
  return codes.every((it) => context.codes?.includes(it) && context.severity[it] !== "off");
}

/** `found` contains the line and code of each diagnostic. */
function suppressesAny(
  { codes, below, first, last }: Directive,
  found: ReadonlySet<string>,
): boolean {
  for (let line = below; line <= last; line++) {
    const isReached = line === below || line >= first;
    if (isReached && codes.some((it) => found.has(`${line} ${it}`))) return true;
  }
  return false;
}

function before({ start }: Span, text: string, lines: Lines): string {
  return text.slice(lines.startOf(lines.lineAt(start)), start);
}

/** Moves the comment up one line, if its own line has the problem. `open` contains the line and code of each diagnostic. */
function moved(
  { comment, codes }: Directive,
  open: ReadonlySet<string>,
  { text, lines }: Commented,
): Fix[] {
  const line = lines.lineAt(comment.start);
  const isHere = codes.some((it) => open.has(`${line} ${it}`));
  if (!isHere || text.slice(comment.end, lines.endOf(line)).trim() !== "") return [];
  const lead = before(comment, text, lines);
  const start = lines.startOf(line);
  const indent = lead.slice(0, lead.length - lead.trimStart().length);
  const written = text.slice(comment.start, comment.end).trimEnd();
  const edits = [
    insert(start, `${indent}${written}${firstLineBreak(text)}`),
    remove({ start: start + lead.trimEnd().length, end: comment.end }),
  ];
  return [likelyFix("Move the comment to the line before", edits)];
}
