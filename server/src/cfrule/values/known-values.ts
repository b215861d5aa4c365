/** Documented values of a field, and suggestions for unknown ones. */
import { nearest } from "../../text/nearest.ts";
import { suggestedCountry } from "../../vocabulary/countries.ts";
import { suggestedVersion } from "../../vocabulary/versions.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/fields.ts";

export interface KnownValues {
  readonly exact: ReadonlySet<string>;
  /** The exact spelling of each value by its lowercase form. */
  readonly byLowercase: ReadonlyMap<string, string>;
}

const byField = new WeakMap<Field, KnownValues>();

/** A single documented value is only an example. */
export function isExample({ exact }: KnownValues): boolean {
  return exact.size < 2;
}

export function knownValues(field: Field): KnownValues | undefined {
  if (!field.vocabulary) return undefined;
  const made = byField.get(field);
  if (made) return made;
  const values = [...vocabularies[field.vocabulary].values.keys()];
  const known: KnownValues = {
    exact: new Set(values),
    byLowercase: new Map(values.map((it) => [it.toLowerCase(), it])),
  };
  byField.set(field, known);
  return known;
}

/** The nearest spelling, or the code of a country name. */
export function suggestedValue(text: string, field: Field, known: KnownValues): string | undefined {
  // Any two letters are one edit away from many codes.
  if (field.vocabulary?.startsWith("country")) return suggestedCountry(text);
  if (field.vocabulary === "continent") return undefined;
  // Versions are written with and without a trailing zero.
  const whole = known.byLowercase.get(text.trim().toLowerCase().replace(/\.0$/, ""));
  return whole ?? suggestedVersion(text, known.exact) ?? nearest(text.trim(), known.exact);
}
