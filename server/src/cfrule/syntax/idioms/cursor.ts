import type { Scheme } from "../../catalog/scheme.ts";

/** A place in a text of another language. */
export interface Cursor {
  readonly text: string;
  readonly scheme: Scheme;
  at: number;
  /** How many calls are open. */
  depth: number;
}

/** Takes what a sticky pattern matches here, after blanks. */
export function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  blanks.lastIndex = cursor.at;
  blanks.exec(cursor.text);
  pattern.lastIndex = blanks.lastIndex;
  const match = pattern.exec(cursor.text);
  if (match) cursor.at = pattern.lastIndex;
  return match ?? undefined;
}

/** The result of a reader. If there is none, nothing is taken. */
export function attempt<T>(cursor: Cursor, read: (cursor: Cursor) => T | undefined) {
  const start = cursor.at;
  const result = read(cursor);
  if (result === undefined) cursor.at = start;
  return result;
}

const blanks = /\s*/y;
