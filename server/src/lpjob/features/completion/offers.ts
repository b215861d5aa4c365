import type { Bracket, CursorContext, Lexeme } from "../../../json/features/cursor-context.ts";
import {
  type Offer,
  onOneLine,
  placeholder,
  type Slot,
  slotAt,
  valueSlotAt,
} from "../../../json/features/slot.ts";
import { type JsonObject, pathAt } from "../../../json/syntax/tree.ts";
import { propertyNamed, rowsOf } from "../../catalog/properties.ts";
import type { Owner, PropertyRow } from "../../catalog/property.ts";
import { providers } from "../../catalog/providers.ts";
import type { Document } from "../../document.ts";
import { describeProperty, kindOf } from "../describe.ts";
import { fieldOffers, valueOffers, withPlaceholders } from "./values.ts";

export interface SlotOffers {
  readonly slot: Slot;
  readonly offers: readonly Offer[];
}

/** Completions for a position in the JSON, and the gap they fill. */
export function offersAt(
  doc: Document,
  offset: number,
  place: CursorContext,
): SlotOffers | undefined {
  const { token, before, expecting, open } = place;
  // After a closing quote only punctuation can follow, and completions would intercept Enter.
  if (!token && before?.kind === "string" && before.end === offset) return undefined;
  if (token && !onOneLine(doc.text, token)) return undefined;
  const slot = slotAt(doc.text, offset, place);
  if (open.length === 0) return isStart(doc.text, place) ? { slot, offers: jobOffers } : undefined;
  const owner = ownerAt(open);
  if (isFieldNames(open)) return { slot, offers: fieldOffers(doc, slot.start) };
  if (!owner) return undefined;
  if (expecting === "name" || expecting === "separator") {
    return { slot, offers: nameOffers(doc, place, owner) };
  }
  const row = place.property === undefined ? undefined : propertyNamed(owner, place.property);
  const valueSlot = valueSlotAt(doc.text, offset, place);
  return row && valueSlot && { slot: valueSlot, offers: valueOffers(doc, row) };
}

/** The text is empty, except perhaps for a first word. */
function isStart(text: string, { expecting, token, after }: CursorContext): boolean {
  if (expecting !== "value" || after.kind !== "end") return false;
  return !token || /^.?\w*.?$/.test(text.slice(token.start, token.end));
}

/** The role of the innermost bracket, from the name before it and the brackets around it. */
function ownerAt(open: readonly Bracket[]): Owner | undefined {
  const top = open[open.length - 1];
  if (top?.kind !== "object") return undefined;
  if (open.length === 1) return "job";
  return open.length === 2 && top.property === "output_options" ? "output_options" : undefined;
}

function isFieldNames(open: readonly Bracket[]): boolean {
  const [, options, list] = open;
  return (
    open.length === 3 &&
    options?.property === "output_options" &&
    list?.kind === "array" &&
    list.property === "field_names"
  );
}

/** Properties that the object does not have yet, with a placeholder for a missing value. */
function nameOffers(doc: Document, place: CursorContext, owner: Owner): readonly Offer[] {
  const top = place.open[place.open.length - 1];
  const present = presentNames(top && objectAt(doc, top.start), place.token);
  const rows = rowsOf[owner].filter((it) => !it.readOnly && !present.has(it.name));
  const current = rows.filter((it) => !it.deprecated);
  const old = rows.filter((it) => it.deprecated);
  const alone = place.after.kind === ":";
  return [...current, ...old].map((row) => ({
    label: row.name,
    kind: "keyword",
    text: alone ? `"${row.name}"` : `"${row.name}": ${valuePlaceholder(row)}`,
    detail: kindOf(row),
    documentation: () => describeProperty(row),
    ...(alone ? {} : { snippet: true as const, next: "suggest" as const }),
    ...(row.deprecated ? { deprecated: true as const } : {}),
  }));
}

function objectAt(doc: Document, start: number): JsonObject | undefined {
  return pathAt(doc.json.root, start + 1).findLast(
    (it): it is JsonObject => it.kind === "object" && it.start === start,
  );
}

/** Ignores the name at the cursor, because it is being replaced. */
function presentNames(
  object: JsonObject | undefined,
  token: Lexeme | undefined,
): ReadonlySet<string> {
  const others = object?.properties.filter((it) => it.name.start !== token?.start) ?? [];
  return new Set(others.map((it) => it.name.value));
}

function valuePlaceholder(row: PropertyRow): string {
  switch (row.shape) {
    case "boolean":
    case "boolean or string":
      return placeholder(1);
    case "integer":
    case "number":
      return placeholder(1);
    case "field names":
      return `["${placeholder(1)}"]`;
    case "options":
      return `{ ${placeholder(1)} }`;
    case "filter":
    case "string":
      return `"${placeholder(1)}"`;
  }
}

/** A whole job for each destination. */
const jobOffers: readonly Offer[] = providers.map((provider) => {
  const text = [
    "{",
    `  "name": "${placeholder(1, "shop-errors")}",`,
    `  "dataset": "${placeholder(2)}",`,
    `  "destination_conf": "${withPlaceholders(provider, 4)}",`,
    `  "enabled": true,`,
    `  "output_options": { "field_names": ["${placeholder(3)}"], "timestamp_format": "rfc3339" }`,
    "}",
  ];
  return {
    label: `job to ${provider.name}`,
    kind: "snippet",
    text: text.join("\n"),
    detail: `${provider.scheme}://`,
    snippet: true,
  };
});
