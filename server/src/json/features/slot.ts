import type { Completion, CompletionKind, NextStep } from "../../core/analysis.ts";
import { type Edit, insert, remove, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import type { TokenKind } from "../syntax/scan.ts";
import { type CursorContext, isClosed, isScalar } from "./cursor-context.ts";

/** The gap that a completion fills, and the separators and quotes needed around it. */
export interface Slot extends Span {
  /** A comma or colon that is missing after the previous token. */
  readonly lead: { readonly offset: number; readonly sign: "," | ":" } | undefined;
  /** A comma that is missing before the next token. */
  readonly tail: string;
  /** The opening quote of the string at the cursor. */
  readonly quote: string;
  /** The closing quote, if present. */
  readonly closing: string;
}

/** A completion that fits a slot. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly text: string;
  readonly detail?: string;
  readonly documentation?: () => string;
  readonly snippet?: true;
  readonly next?: NextStep;
  readonly parameters?: string;
  readonly deprecated?: true;
  /** Additional words that the editor filters by. */
  readonly meaning?: string;
}

/**
 * After a typed quote, the replaced range starts after the quote: many editors filter by words, which exclude quotes, and
 * an edit that extends beyond the placeholder of a snippet ends the snippet.
 */
export function fill(slot: Slot, offer: Offer): Completion {
  const { label, kind, text, meaning, ...rest } = offer;
  const sought = soughtIn(slot, label, meaning);
  const item = {
    ...{ label, kind, ...rest },
    ...(sought === label ? {} : { filterText: sought }),
    ...(meaning && label.length <= longestCode && { isSoughtByLength: true as const }),
  };
  if (!slot.quote.endsWith('"')) return { ...item, ...whole(slot, text, slot.quote + sought) };
  if (wholeString.test(text)) return { ...item, ...insideQuotes(slot, text.slice(1, -1)) };
  return text.startsWith('"')
    ? { ...item, ...overClosing(slot, text.slice(1)) }
    : { ...item, ...withoutQuotes(slot, text, slot.quote + sought) };
}

/** The length of codes of countries and statuses. */
const longestCode = 3;

/** Who types more than a code means the name: "ger" is Germany, and not Georgia (ge). */
function soughtIn(slot: Slot, label: string, meaning: string | undefined): string {
  if (!meaning) return label;
  const typed = slot.end - slot.start - slot.quote.length - slot.closing.length;
  return typed > label.length ? `${meaning} ${label}` : `${label} ${meaning}`;
}

type Edits = Pick<Completion, "edit" | "additionalEdits" | "plain">;

const wholeString = /^"(?:[^"\\]|\\.)*"$/s;

function whole(slot: Slot, text: string, sought: string): Edits & Pick<Completion, "filterText"> {
  const { lead, quote } = slot;
  // Additional edits must not touch the main edit, so an adjacent separator becomes part of it.
  const adjoining = lead?.offset === slot.start;
  return {
    edit: replace(slot, (adjoining ? `${lead.sign} ` : "") + text + slot.tail),
    ...(lead && !adjoining ? { additionalEdits: [insert(lead.offset, lead.sign)] } : {}),
    ...(quote === "" ? {} : { filterText: sought }),
  };
}

/** Keeps an existing closing quote, so the cursor stays inside the string. */
function insideQuotes(slot: Slot, inner: string): Edits {
  const { start, end, quote, closing, tail } = slot;
  const span = { start: start + quote.length, end: end - closing.length };
  if (closing === "")
    return { edit: replace(span, inner + closingOf(quote) + tail), ...leads(slot) };
  return { edit: replace(span, inner), ...leads(slot, ...(tail ? [insert(end, tail)] : [])) };
}

/** Inserts a name with its value. Clients that cannot replace text after the cursor insert only the name. */
function overClosing(slot: Slot, text: string): Edits {
  const { start, end, quote, closing, tail } = slot;
  const span = { start: start + quote.length, end };
  const name = text.slice(0, text.indexOf('"'));
  return {
    edit: replace(span, text + tail),
    ...leads(slot),
    ...(closing && { plain: { edit: replace({ ...span, end: end - closing.length }, name) } }),
  };
}

/** Replaces a quoted value by an unquoted one. */
function withoutQuotes(slot: Slot, text: string, sought: string): Edits {
  const { start, end, quote, closing, tail } = slot;
  const span = { start: start + quote.length, end: end - closing.length };
  const after = closing === "" ? [] : [replace({ start: span.end, end }, tail)];
  return {
    edit: replace(span, closing === "" ? text + tail : text),
    ...leads(slot, remove({ start, end: span.start }), ...after),
    plain: { edit: replace(slot, text + tail), filterText: sought },
  };
}

function leads({ lead, start }: Slot, ...others: readonly Edit[]): Pick<Edits, "additionalEdits"> {
  const sign = lead && insert(lead.offset, lead.offset === start ? `${lead.sign} ` : lead.sign);
  const additionalEdits = sign ? [sign, ...others] : others;
  return additionalEdits.length > 0 ? { additionalEdits } : {};
}

/** The closing quote for an opening one. Raw strings of rules may have `#` around their quotes. */
function closingOf(quote: string): string {
  return `"${quote.replace(/[^#]/g, "")}`;
}

/** A snippet placeholder, optionally with a default word. Without it, editors offer completions. */
export function placeholder(number: number, word = ""): string {
  if (word === "") return `\${${number}}`;
  return `\${${number}:${word.replace(/[\\$}]/g, "\\$&")}}`;
}

/** A file of the folder `snippets`, in the format of VS Code. */
export type SnippetFile = Readonly<
  Record<string, { readonly description: string; readonly body: string | readonly string[] }>
>;

/** The snippets of a file as completions. */
export function snippetsIn(file: SnippetFile): readonly Offer[] {
  return Object.entries(file).map(([label, { description: detail, body }]) => {
    const text = typeof body === "string" ? body : body.join("\n");
    return { label, kind: "snippet", text, detail, snippet: true };
  });
}

/** The slot at the cursor for a name or an array item. */
export function slotAt(text: string, offset: number, place: CursorContext): Slot {
  const { token, before, expecting, after } = place;
  const sign = expecting === "separator" ? "," : expecting === "colon" ? ":" : undefined;
  const end = token?.end ?? offset;
  return {
    start: token?.start ?? offset,
    end,
    lead: sign && before ? { offset: before.end, sign } : undefined,
    tail: tailBefore(text, end, after.kind),
    quote: token?.kind === "string" ? (text[token.start] ?? "") : "",
    closing: token?.kind === "string" && isClosed(text, token) ? (text[token.end - 1] ?? "") : "",
  };
}

/** The slot for a property value; undefined if there is a value that must not be replaced. */
export function valueSlotAt(text: string, offset: number, place: CursorContext): Slot | undefined {
  const span = place.token ?? valueSpan(text, offset, place);
  if (!span) return undefined;
  const slot = slotAt(text, offset, place);
  const tail =
    span.end > place.after.start ? tailBefore(text, span.end, place.afterNext) : slot.tail;
  return { ...slot, start: span.start, end: span.end, tail };
}

/** The range that a value replaces: the cursor, or the scalar after it on the same line. */
function valueSpan(
  text: string,
  offset: number,
  { after, afterNext, expecting }: CursorContext,
): Span | undefined {
  if (after.kind === "{" || after.kind === "[") return undefined;
  if (after.kind === ":" && expecting === "colon") return undefined;
  const isValue = isScalar(after.kind) && afterNext !== ":";
  if (!isValue) return { start: offset, end: offset };
  const near = /^[ \t]*$/.test(text.slice(offset, after.start)) && onOneLine(text, after);
  return near ? { start: offset, end: after.end } : undefined;
}

/** A comma if another property or item follows. */
function tailBefore(text: string, end: number, next: TokenKind): string {
  if (!isScalar(next) && next !== "{" && next !== "[") return "";
  return /\s/.test(text[end] ?? "") ? "," : ", ";
}

export function onOneLine(text: string, { start, end }: Span): boolean {
  return !/[\r\n]/.test(text.slice(start, end));
}

/** A slot that needs no separators or quotes. */
export function plainSlot({ start, end }: Span): Slot {
  return { start, end, lead: undefined, tail: "", quote: "", closing: "" };
}
