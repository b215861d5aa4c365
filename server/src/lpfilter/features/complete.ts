import type { Completion } from "../../core/analysis.ts";
import { type CursorContext, cursorContextAt } from "../../json/features/cursor-context.ts";
import { withMissingQuote, withoutQuote } from "../../json/features/missing-quote.ts";
import { fill } from "../../json/features/slot.ts";
import { commentAt } from "../../json/syntax/comments.ts";
import { type Document, readDocument } from "../document.ts";
import { directiveOffers } from "./completion/directives.ts";
import { offersAt } from "./completion/offers.ts";

/** Completions at the cursor, best first, also in incomplete documents. */
export function complete(doc: Document, offset: number): readonly Completion[] {
  const comment = commentAt(doc.json.comments, offset);
  if (comment) {
    const found = directiveOffers(doc, comment, offset);
    return found ? found.offers.map((it) => fill(found.slot, it)) : [];
  }
  const place = cursorContextAt(doc.json, offset);
  const quoted = withMissingQuote(doc.text, offset, place);
  if (quoted === undefined) return completeJson(doc, offset, place);
  const whole = readDocument(quoted, doc.context);
  return completeJson(whole, offset, cursorContextAt(whole.json, offset)).map((it) =>
    withoutQuote(it, offset),
  );
}

function completeJson(doc: Document, offset: number, place: CursorContext): Completion[] {
  const found = offersAt(doc, offset, place);
  return found ? found.offers.map((it) => fill(found.slot, it)) : [];
}
