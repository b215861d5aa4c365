import { type Edit, insert, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { code, codeAt, isSpace, isWord } from "./characters.ts";

/** Replaces an operator with a word, adding spaces where it would touch its neighbors. */
export function replaceByWord(text: string, span: Span, word: string): Edit {
  const before = codeAt(text, span.start - 1);
  const after = codeAt(text, span.end);
  const apart = span.start === 0 || isSpace(before) || before === code.openParenthesis;
  const ends = span.end >= text.length || isSpace(after) || after === code.closeParenthesis;
  return replace(span, `${apart ? "" : " "}${word}${ends ? "" : " "}`);
}

/** Inserts `not `, with a space before it if it would touch a word. */
export function insertNot(text: string, offset: number): Edit {
  return insert(offset, isWord(codeAt(text, offset - 1)) ? " not " : "not ");
}
