/** Values that are URLs, or parts of one. */
import type { AddressKind } from "../catalogue/fields.ts";
import { addressHeaders } from "../catalogue/headers.ts";
import type { Subject } from "./operand-facts.ts";

/** The usual kind of a value without a fixed shape. */
export function addressKind({ field, key }: Subject): AddressKind | undefined {
  if (key === undefined) return field.holds;
  return field.name.endsWith(".headers") ? addressHeaders.get(key.toLowerCase()) : undefined;
}

/** Whether dots, slashes and question marks in the value are URL characters. */
export function holdsAddress(subject: Subject): boolean {
  const { shape } = subject.field;
  if (shape === undefined) return addressKind(subject) !== undefined;
  return shape !== "query" && shape !== "media type";
}

/** The field with the key of the value. */
export function writtenName({ field, key }: Subject): string {
  return key === undefined ? field.name : `${field.name}["${key}"]`;
}
