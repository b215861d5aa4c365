import type { Completion } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import { type Document, readDocument } from "../document.ts";
import { commentAt } from "./comments.ts";
import { commentOffers } from "./completion/directives.ts";
import { offersAt } from "./completion/offers.ts";
import { type Lexeme, type Place, placeAt } from "./completion/place.ts";
import { fill } from "./completion/slot.ts";

/** What may be written at the cursor, best first, in whole documents and in half-typed ones. */
export function complete(doc: Document, offset: number): readonly Completion[] {
  const comment = commentAt(doc.json.comments, offset);
  if (comment) {
    const found = commentOffers(doc, comment, offset);
    return found ? found.offers.map((it) => fill(found.slot, it)) : [];
  }
  const place = placeAt(doc.json, offset);
  if (!lacksQuote(doc.text, place.token, offset)) return completeJson(doc, offset, place);
  // The string at the cursor swallows what follows it, so the document is read as if its quote were there.
  const quoted = `${doc.text.slice(0, offset)}"${doc.text.slice(offset)}`;
  const whole = readDocument(quoted, doc.context);
  return completeJson(whole, offset, placeAt(whole.json, offset)).map((it) =>
    withoutQuote(it, offset),
  );
}

function completeJson(doc: Document, offset: number, place: Place): Completion[] {
  const found = offersAt(doc, offset, place);
  return found ? found.offers.map((it) => fill(found.slot, it)) : [];
}

/** Quotes come in pairs. When those behind the cursor do, and only punctuation follows it, its own string lacks one. */
function lacksQuote(text: string, token: Lexeme | undefined, offset: number): boolean {
  if (token?.kind !== "string" || text[token.start] !== '"') return false;
  const rest = restOfLine(text, offset);
  if (rest === undefined || !/^[ \t]*[,:}\]]/.test(rest)) return false;
  const quotes = rest.replace(/\\./g, "").split('"').length - 1;
  return quotes > 0 && quotes % 2 === 0;
}

/** Undefined in a line so long that nobody types quotes into it. */
function restOfLine(text: string, offset: number): string | undefined {
  const near = text.slice(offset, offset + mostLooked);
  const end = near.search(/[\r\n]/);
  if (end !== -1) return near.slice(0, end);
  return near.length < mostLooked ? near : undefined;
}

const mostLooked = 10_000;

function withoutQuote(item: Completion, quoteAt: number): Completion {
  const back = (offset: number): number => (offset > quoteAt ? offset - 1 : offset);
  const moved = (edit: Edit): Edit => ({ ...edit, start: back(edit.start), end: back(edit.end) });
  const { additionalEdits } = item;
  return {
    ...item,
    edit: moved(item.edit),
    ...(additionalEdits ? { additionalEdits: additionalEdits.map(moved) } : {}),
  };
}
