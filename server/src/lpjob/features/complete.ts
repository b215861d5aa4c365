import type { Completion } from "../../core/analysis.ts";
import { type CursorContext, cursorContextAt } from "../../json/features/cursor-context.ts";
import { commentOffers, ignoreRows } from "../../json/features/ignore-comments.ts";
import { withMissingQuote, withoutQuote } from "../../json/features/missing-quote.ts";
import { fill } from "../../json/features/slot.ts";
import { commentAt } from "../../json/syntax/comments.ts";
import { allChecks } from "../checks/all.ts";
import { type Document, readDocument } from "../document.ts";
import { insideString } from "./completion/inside-string.ts";
import { offersAt } from "./completion/offers.ts";

/** Completions at the cursor, best first, also in incomplete documents. */
export function complete(doc: Document, offset: number): readonly Completion[] {
  const comment = commentAt(doc.json.comments, offset);
  if (comment) {
    const found = commentOffers(
      doc.text,
      comment,
      offset,
      ignoreRows(allChecks, () => []),
    );
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

function completeJson(doc: Document, offset: number, place: CursorContext): readonly Completion[] {
  const filter = doc.inline && doc.job.filter?.value;
  if (doc.inline && filter && place.open.some((it) => it.start === filter.start)) {
    return doc.inline.complete(offset);
  }
  const at = doc.escaped?.offsetOf(offset);
  if (doc.escaped && at !== undefined) return doc.escaped.complete(at);
  const inside = insideString(doc, offset, place);
  if (inside) return inside;
  const found = offersAt(doc, offset, place);
  return found ? found.offers.map((it) => fill(found.slot, it)) : [];
}
