import type { Completion, CompletionKind } from "../core/analysis.ts";
import { insert, replace } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import { isScalar, type Place } from "./place.ts";
import type { TokenKind } from "./scan.ts";

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

/** A place to fill in, with the word that stands in it until then. */
export function hole(number: number, word: string): string {
  return `\${${number}:${word.replace(/[\\$}]/g, "\\$&")}}`;
}

/** The gap at the cursor, for a name or for an item of a list. */
export function slotAt(text: string, offset: number, place: Place): Slot {
  const { token, before, expecting, after } = place;
  const sign = expecting === "separator" ? "," : expecting === "colon" ? ":" : undefined;
  const end = token?.end ?? offset;
  return {
    start: token?.start ?? offset,
    end,
    lead: sign && before ? { offset: before.end, sign } : undefined,
    tail: tailBefore(text, end, after.kind),
    quote: token?.kind === "string" ? (text[token.start] ?? "") : "",
  };
}

/** The gap for the value of a property; undefined where a value that is not to be replaced stands already. */
export function valueSlotAt(text: string, offset: number, place: Place): Slot | undefined {
  const span = place.token ?? valueSpan(text, offset, place);
  if (!span) return undefined;
  const slot = slotAt(text, offset, place);
  const tail =
    span.end > place.after.start ? tailBefore(text, span.end, place.afterNext) : slot.tail;
  return { ...slot, start: span.start, end: span.end, tail };
}

/** Where a value would go: into the gap, or over the value that stands behind the cursor on its line. */
function valueSpan(
  text: string,
  offset: number,
  { after, afterNext, expecting }: Place,
): Span | undefined {
  if (after.kind === "{" || after.kind === "[") return undefined;
  if (after.kind === ":" && expecting === "colon") return undefined;
  const isValue = isScalar(after.kind) && afterNext !== ":";
  if (!isValue) return { start: offset, end: offset };
  const near = /^[ \t]*$/.test(text.slice(offset, after.start)) && onOneLine(text, after);
  return near ? { start: offset, end: after.end } : undefined;
}

/** A comma, when what follows is another property or item. */
function tailBefore(text: string, end: number, next: TokenKind): string {
  if (!isScalar(next) && next !== "{" && next !== "[") return "";
  return /\s/.test(text[end] ?? "") ? "," : ", ";
}

export function onOneLine(text: string, { start, end }: Span): boolean {
  return !/[\r\n]/.test(text.slice(start, end));
}
