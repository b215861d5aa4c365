/** Values that are addresses of pages, or parts of such an address. */
import type { AddressKind } from "../catalogue/fields.ts";
import { addressHeaders } from "../catalogue/headers.ts";
import type { Subject } from "./operand-facts.ts";

/** What a value mostly is that has no shape of its own. */
export function addressKind({ field, key }: Subject): AddressKind | undefined {
  if (key === undefined) return field.holds;
  return field.name.endsWith(".headers") ? addressHeaders.get(key.toLowerCase()) : undefined;
}

/** Whether dots, slashes and question marks in the value are characters of an address. */
export function holdsAddress(subject: Subject): boolean {
  const { shape } = subject.field;
  if (shape === undefined) return addressKind(subject) !== undefined;
  return shape !== "query" && shape !== "media type";
}

/** The field, and the key by which the value was picked. */
export function writtenName({ field, key }: Subject): string {
  return key === undefined ? field.name : `${field.name}["${key}"]`;
}
