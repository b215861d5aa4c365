import { defaultContext, languageOfPath } from "../../languages.ts";
import { applyEdits, type Edit, insert, remove, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { type Hunk, hunksOf } from "../plan/hunks.ts";

/** The limit of the service is far lower. */
const maxCharacters = 20_000;

/**
 * The file's expression updated to the expression on the service, with comments and formatting kept around unchanged parts.
 * Undefined when the two have too little in common.
 */
export function mergedExpression(path: string, text: string, after: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  const [old, now] = [wordsIn(text), wordsIn(after)];
  const hunks = hunksOf(old.map(keyOf), now.map(keyOf));
  const removed = hunks.reduce((sum, { before: [start, end] }) => sum + end - start, 0);
  if ((old.length - removed) * 2 < Math.max(old.length, now.length)) return undefined;
  const merged = applyEdits(
    text,
    hunks.flatMap((it) => editsFor(it, old, now, after)),
  );
  // The tokens here are coarser than the tokens of the language, so the result is parsed again.
  const pushed = languageOfPath(path)?.analyze(merged, defaultContext).pushed();
  return pushed === after ? merged : undefined;
}

interface Word extends Span {
  readonly text: string;
  /** Whether whitespace precedes it; true for the first token. */
  readonly isApart: boolean;
}

/** A string that is not closed is one word too, so that no part of it is searched again. */
const wordOrGap =
  /((?:\s|#[^\n]*)+)|r(#*)"[\s\S]*?(?:"\2|$)|"(?:[^"\\]|\\[\s\S])*"?|[\w.:/$*-]+|[\s\S]/gu;

function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let isApart = true;
  for (const { 0: found, 1: gap, index } of text.matchAll(wordOrGap)) {
    if (gap === undefined)
      words.push({ text: found, start: index, end: index + found.length, isApart });
    isApart = gap !== undefined;
  }
  return words;
}

function keyOf({ text, isApart }: Word): string {
  return isApart ? ` ${text}` : text;
}

function editsFor(
  { before: [start, end], after: [from, to] }: Hunk,
  old: readonly Word[],
  now: readonly Word[],
  after: string,
): Edit[] {
  const [removed, inserted] = [old.slice(start, end), now.slice(from, to)];
  const next = old[end];
  const written =
    inserted.length === 0 ? "" : after.slice(inserted[0]?.start, inserted.at(-1)?.end);
  if (removed.length === 0) return [added(written, inserted, old[start - 1], next)];
  const isAlike =
    removed.length === inserted.length &&
    removed.every((it, i) => it.isApart === inserted[i]?.isApart);
  if (isAlike) return removed.map((it, i) => replace(it, inserted[i]?.text ?? ""));
  const span = { start: removed[0]?.start ?? 0, end: removed.at(-1)?.end ?? 0 };
  if (inserted.length > 0) return [replace(span, written)];
  return [remove(next ? { ...span, end: next.start } : span)];
}

/** Inserts after existing whitespace where possible, so that a comment stays behind its token. */
function added(
  written: string,
  [first]: readonly Word[],
  previous: Word | undefined,
  next: Word | undefined,
): Edit {
  if (next && first?.isApart === next.isApart)
    return insert(next.start, written + (next.isApart ? " " : ""));
  return insert(previous?.end ?? 0, (first?.isApart ? " " : "") + written);
}
