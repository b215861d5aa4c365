/** Integers in notations that the service does not accept. */
import { withoutUnit } from "../../text/quantities.ts";
import type { Field } from "../catalog/dataset.ts";

/** A number as JSON, and whether it is unambiguous. */
export interface SuggestedNumber {
  readonly text: string;
  readonly sure: boolean;
}

/** `1,000,000`, `AS13335`, `1MB`, `200.0` or `2e2`; undefined when the text is none of these. */
export function suggestedNumber(
  text: string,
  field: Field | undefined,
): SuggestedNumber | undefined {
  const plain = text.trim();
  const asn = /^ASN?\s?(\d{1,10})$/i.exec(plain)?.[1];
  if (asn !== undefined)
    return holdsAsn(field) ? { text: asn.replace(/^0+(?=\d)/, ""), sure: true } : undefined;
  if (isGrouped(plain))
    return { text: plain.replaceAll(/[,_' ]/g, ""), sure: isSurelyGrouped(plain) };
  const bytes = withoutUnit(plain);
  if (bytes !== undefined) return { text: bytes, sure: false };
  if (!/^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isSafeInteger(value) ? { text: String(value), sure: true } : undefined;
}

function holdsAsn(field: Field | undefined): boolean {
  return field !== undefined && /ASN$/i.test(field.name);
}

/** Digits in groups of three. With a comma or a space it may also be a list. */
export function isGrouped(text: string): boolean {
  return /^[1-9]\d{0,2}(?:([,_' ])\d{3})(?:\1\d{3})*$/.test(text);
}

/** Numbers in a list have no leading zeros, so `1,000` is a single number. */
function isSurelyGrouped(text: string): boolean {
  return /[_']/.test(text) || /[, ]0\d\d/.test(text);
}

export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** `500-599`, `500..599` or `5xx`. */
export function rangeIn(text: string): NumberRange | undefined {
  const plain = text.trim();
  const hundred = /^([1-5])xx$/i.exec(plain)?.[1];
  if (hundred !== undefined) {
    return { least: Number(hundred) * 100, most: Number(hundred) * 100 + 99 };
  }
  const ends = /^(\d{1,15})\s*(?:-|\.\.\.?|–|to)\s*(\d{1,15})$/.exec(plain);
  if (!ends) return undefined;
  const [least, most] = [Number(ends[1]), Number(ends[2])];
  return least <= most ? { least, most } : undefined;
}
