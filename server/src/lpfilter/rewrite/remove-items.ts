import type { Json } from "../../json/syntax/parse.ts";
import type { Comment } from "../../json/syntax/scan.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { type Edit, remove } from "../../text/edit.ts";
import { commentsIn } from "./layout.ts";

/** Neighboring items of an array that are removed together, and their context. */
interface Run {
  readonly before: JsonValue;
  readonly first: JsonValue;
  last: JsonValue;
  next: JsonValue | undefined;
}

export interface Removal {
  readonly edits: readonly Edit[];
  /** Comments that were removed too, to be inserted elsewhere. */
  readonly orphans: readonly Comment[];
}

/** Removes items of an array by ascending index. The first item cannot be removed. */
export function removeItems(
  json: Json,
  items: readonly JsonValue[],
  going: readonly number[],
): Removal {
  const edits: Edit[] = [];
  const orphans: Comment[] = [];
  for (const run of runsOf(items, going)) {
    const gone = removeRun(json, run);
    for (const edit of gone.edits) edits.push(edit);
    for (const comment of gone.orphans) orphans.push(comment);
  }
  return { edits, orphans };
}

function runsOf(items: readonly JsonValue[], going: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const index of going) {
    const before = items[index - 1];
    const item = items[index];
    const run = runs[runs.length - 1];
    if (!before || !item) continue;
    if (run?.last === before) {
      run.last = item;
      run.next = items[index + 1];
    } else {
      runs.push({ before, first: item, last: item, next: items[index + 1] });
    }
  }
  return runs;
}

/** A comment on the same line as the previous item belongs to that item and is kept. */
function removeRun(json: Json, run: Run): Removal {
  const { text, comments } = json;
  const { before, first, last, next } = run;
  const all = commentsIn(comments, { start: before.end, end: last.end });
  const [nearest] = all;
  const besideIt = nearest && !/[\r\n]/.test(text.slice(before.end, nearest.start));
  const kept = besideIt && nearest.start < first.start ? nearest : undefined;
  const ownComma = next ? commaAt(text, last.end) : last.end;
  const comma = kept && commaAt(text, before.end, kept);
  if (!kept || comma === undefined || ownComma === undefined) {
    return { edits: [remove({ start: before.end, end: last.end })], orphans: all };
  }
  // At the end of the array the comma before them is removed; otherwise the one after them.
  const end = next ? ownComma + 1 : last.end;
  const lineIsOver = /[ \t]*[\r\n]/y;
  lineIsOver.lastIndex = end;
  const start = lineIsOver.test(text) ? Math.max(kept.end, comma + 1) : first.start;
  const edits = [remove({ start, end })];
  if (!next) edits.unshift(remove({ start: comma, end: comma + 1 }));
  // Comments before the edit are not removed.
  return { edits, orphans: all.filter((it) => it.start >= start) };
}

/** The next comma, skipping a comment. */
function commaAt(text: string, start: number, comment?: Comment): number | undefined {
  const blanks = /\s*/y;
  for (const from of comment ? [start, comment.end] : [start]) {
    blanks.lastIndex = from;
    blanks.test(text);
    if (text[blanks.lastIndex] === ",") return blanks.lastIndex;
  }
  return undefined;
}
