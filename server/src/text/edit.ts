import type { Span } from "./span.ts";

/** Replaces a span by new text. An empty span inserts. */
export interface Edit extends Span {
  readonly newText: string;
}

export function replace(span: Span, newText: string): Edit {
  return { start: span.start, end: span.end, newText };
}

export function insert(offset: number, newText: string): Edit {
  return { start: offset, end: offset, newText };
}

export function remove(span: Span): Edit {
  return replace(span, "");
}

/** Translates an edit of an embedded text, which starts at `offset`, into one of the whole document. */
export function shiftEdit({ start, end, newText }: Edit, offset: number): Edit {
  return { start: start + offset, end: end + offset, newText };
}

/** Edits must not overlap. Their order only matters for insertions at the same offset. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let last = 0;
  for (const edit of sortEdits(edits)) {
    result += text.slice(last, edit.start) + edit.newText;
    last = edit.end;
  }
  return result + text.slice(last);
}

export function sortEdits(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Maps offsets of the edited text to the text before. An offset in new text becomes the start of what it replaced. */
export function offsetBefore(edits: readonly Edit[]): (offset: number) => number {
  let growth = 0;
  const pieces = sortEdits(edits).map((edit) => {
    const start = edit.start + growth;
    growth += edit.newText.length - (edit.end - edit.start);
    return { edit, start, end: start + edit.newText.length };
  });
  return (offset) => {
    const piece = pieces[firstFrom(pieces, offset + 1) - 1];
    if (!piece) return offset;
    return offset < piece.end ? piece.edit.start : piece.edit.end + offset - piece.end;
  };
}

/** The index of the first of sorted spans that starts at the offset or after it. Binary search, because a fix can have thousands. */
export function firstFrom(spans: readonly Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The smallest edit that turns one text into the other, so that cursors and folds survive a rewrite. */
export function difference(before: string, after: string): Edit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (splits(before, start) || splits(after, start)) start--;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  if (splits(before, before.length - tail) || splits(after, after.length - tail)) tail--;
  return [{ start, end: before.length - tail, newText: after.slice(start, after.length - tail) }];
}

/** Editors have no position between CR and LF or inside a surrogate pair, and would move an edit that starts there. */
function splits(text: string, offset: number): boolean {
  if (offset === 0 || offset === text.length) return false;
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return (
    (before === carriageReturn && after === lineFeed) ||
    (before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff)
  );
}

const lineFeed = 10;
const carriageReturn = 13;
