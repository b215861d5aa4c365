import type { Completion } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import type { CursorContext } from "./cursor-context.ts";

/**
 * The string at the cursor swallows what follows it while its closing quote is missing. The text with that quote, or
 * undefined when none is missing.
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

/** Quotes come in pairs. When those behind the cursor do, and only punctuation follows it, its own string lacks one. */
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

/** A completion made for the text with the quote, for the text without it. */
export function withoutQuote(item: Completion, quoteAt: number): Completion {
  const back = (offset: number): number => (offset > quoteAt ? offset - 1 : offset);
  const moved = (edit: Edit): Edit => ({ ...edit, start: back(edit.start), end: back(edit.end) });
  const { edit, additionalEdits = [], plain } = item;
  const others = additionalEdits.map(moved).filter((it) => it.end > it.start || it.newText !== "");
  // What was to stay inside the quotes closes them now.
  const stays = edit.end === quoteAt && others.length === additionalEdits.length;
  const { additionalEdits: _, ...rest } = item;
  return {
    ...rest,
    edit: stays ? { ...edit, newText: `${edit.newText}"` } : moved(edit),
    ...(others.length > 0 ? { additionalEdits: others } : {}),
    ...(plain ? { plain: { ...plain, edit: moved(plain.edit) } } : {}),
  };
}
