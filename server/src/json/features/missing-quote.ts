import type { Completion } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import type { CursorContext } from "./cursor-context.ts";

/**
 * The text with the closing quote that is missing at the cursor; undefined if none is missing. Without it, the string
 * would include the text after the cursor.
 */
export function withMissingQuote(
  text: string,
  offset: number,
  place: CursorContext,
): string | undefined {
  return lacksQuote(text, offset, place)
    ? `${text.slice(0, offset)}"${text.slice(offset)}`
    : undefined;
}

/** The string is unclosed if punctuation follows the cursor and the quotes after it are balanced. */
function lacksQuote(text: string, offset: number, { token }: CursorContext): boolean {
  if (token?.kind !== "string" || text[token.start] !== '"') return false;
  const rest = restOfLine(text, offset);
  if (rest === undefined || !/^[ \t]*[,:}\]]/.test(rest)) return false;
  const quotes = rest.replace(/\\./g, "").split('"').length - 1;
  return quotes > 0 && quotes % 2 === 0;
}

/** Undefined for lines too long to be typed by hand. */
function restOfLine(text: string, offset: number): string | undefined {
  const near = text.slice(offset, offset + mostLooked);
  const end = near.search(/[\r\n]/);
  if (end !== -1) return near.slice(0, end);
  return near.length < mostLooked ? near : undefined;
}

const mostLooked = 10_000;

/** Converts a completion for the text with the quote to one for the text without it. */
export function withoutQuote(item: Completion, quoteAt: number): Completion {
  const back = (offset: number): number => (offset > quoteAt ? offset - 1 : offset);
  const moved = (edit: Edit): Edit => ({ ...edit, start: back(edit.start), end: back(edit.end) });
  const { edit, additionalEdits = [], plain } = item;
  const others = additionalEdits.map(moved).filter((it) => it.end > it.start || it.newText !== "");
  // A completion inside the quotes now also adds the closing one.
  const stays = edit.end === quoteAt && others.length === additionalEdits.length;
  const { additionalEdits: _, ...rest } = item;
  return {
    ...rest,
    edit: stays ? { ...edit, newText: `${edit.newText}"` } : moved(edit),
    ...(others.length > 0 ? { additionalEdits: others } : {}),
    ...(plain ? { plain: { ...plain, edit: moved(plain.edit) } } : {}),
  };
}
