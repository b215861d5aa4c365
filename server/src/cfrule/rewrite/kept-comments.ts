/** Fixes must not delete comments. */
import type { Diagnostic, Fix } from "../../core/diagnostic.ts";
import { contains, type Span } from "../../text/span.ts";
import type { Parsed } from "../syntax/parse.ts";

/** Drops fixes that would delete a comment, other than a directive. */
export function keepingComments(
  found: readonly Diagnostic[],
  { text, comments, directives }: Parsed,
): readonly Diagnostic[] {
  const remarks = comments.slice(directives.length === 0 ? 0 : indexAfter(comments, directives));
  if (remarks.length === 0) return found;
  return found.map((it) => {
    if (it.fixes.length === 0) return it;
    const fixes = it.fixes.filter((fix) => keepsAll(fix, remarks, text));
    return fixes.length === it.fixes.length ? it : { ...it, fixes };
  });
}

function indexAfter(comments: readonly Span[], directives: readonly Span[]): number {
  const last = directives[directives.length - 1]?.start ?? 0;
  return comments.findIndex((it) => it.start > last) >>> 0;
}

function keepsAll({ edits }: Fix, remarks: readonly Span[], text: string): boolean {
  return edits.every((edit) =>
    remarksIn(edit, remarks).every((it) => {
      const remark = text.slice(it.start, it.end).trimEnd();
      return edits.some(({ newText }) => newText.includes(remark));
    }),
  );
}

/** Binary search, because a text can have thousands. */
function remarksIn(edit: Span, remarks: readonly Span[]): readonly Span[] {
  if (edit.start === edit.end) return [];
  let low = 0;
  let high = remarks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((remarks[middle]?.start ?? 0) < edit.start) low = middle + 1;
    else high = middle;
  }
  const inside: Span[] = [];
  for (let i = low; i < remarks.length; i++) {
    const remark = remarks[i];
    if (!remark || !contains(edit, remark)) break;
    inside.push(remark);
  }
  return inside;
}
