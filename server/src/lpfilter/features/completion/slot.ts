import type { Completion, CompletionKind } from "../../../core/analysis.ts";
import { insert, replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";

/** The gap that a completion fills, with what must stand around it for the document to stay whole. */
export interface Slot extends Span {
  /** A comma or a colon that is missing behind the token before. */
  readonly lead: { readonly offset: number; readonly sign: "," | ":" } | undefined;
  /** A comma that is missing before the token after. */
  readonly tail: string;
  /** The quote typed so far. */
  readonly quote: string;
}

/** What may fill a slot. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly text: string;
  readonly detail?: string;
  readonly documentation?: () => string;
  readonly snippet?: true;
  readonly deprecated?: true;
  /** Further words by which the offer is found. */
  readonly meaning?: string;
}

export function fill(slot: Slot, offer: Offer): Completion {
  const { label, kind, text, meaning, ...rest } = offer;
  const { lead, quote } = slot;
  // Editors want no second edit at the place of the first, so a sign that belongs there becomes part of it.
  const adjoining = lead?.offset === slot.start;
  const newText = (adjoining ? `${lead.sign} ` : "") + text + slot.tail;
  const sought = quote + label + (meaning ? ` ${meaning}` : "");
  return {
    label,
    kind,
    ...rest,
    edit: replace(slot, newText),
    ...(lead && !adjoining ? { additionalEdits: [insert(lead.offset, lead.sign)] } : {}),
    ...(sought === label ? {} : { filterText: sought }),
  };
}
