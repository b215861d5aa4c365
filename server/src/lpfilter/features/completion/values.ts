import type { Offer, Slot } from "../../../json/features/slot.ts";
import { type JsonObject, type JsonValue, propertyOf } from "../../../json/syntax/tree.ts";
import { mostUsedFirst } from "../../../text/nearest.ts";
import { vocabularies } from "../../../vocabulary/vocabularies.ts";
import type { Field } from "../../catalog/dataset.ts";
import { unfilterable } from "../../catalog/fields.ts";
import { mostUsedFields, mostUsedOperators } from "../../catalog/most-used.ts";
import { operators, operatorsFor } from "../../catalog/operators.ts";
import { type Document, sharedFields } from "../../document.ts";
import { describeField, describeOperator } from "../describe.ts";
import { isNumeric, type Parts, partsOf } from "../nodes.ts";
import { isBare, valuePlaceholder } from "./skeletons.ts";

/** Fields of the dataset: matching ones first, deprecated and unfilterable ones last. */
export function fieldOffers(doc: Document, object: JsonObject | undefined): Offer[] {
  const { comparison } = partsOf(doc, object);
  const dataset = doc.datasets[0] ?? "";
  const ranks: Field[][] = [[], [], [], []];
  for (const field of mostUsedFirst(sharedFields(doc), (it) => it.name, mostUsedFields)) {
    const fits = !comparison || comparison.takes.includes(field.type);
    const rank = unfilterable(field) ? 3 : field.deprecated ? 2 : fits ? 0 : 1;
    ranks[rank]?.push(field);
  }
  return ranks.flat().map((field) => ({
    label: field.name,
    kind: "field",
    text: JSON.stringify(field.name),
    detail: unfilterable(field) ? `${field.type}, cannot be filtered` : field.type,
    documentation: () => describeField(field, dataset),
    ...(field.deprecated ? { deprecated: true } : {}),
  }));
}

export function operatorOffers(doc: Document, object: JsonObject | undefined): Offer[] {
  const { field } = partsOf(doc, object);
  const fits = field ? operatorsFor(field.type) : operators;
  return mostUsedFirst(fits, (it) => it.name, mostUsedOperators).map((operator) => ({
    label: operator.name,
    kind: "operator",
    text: JSON.stringify(operator.name),
    detail: operator.reads,
    documentation: () => describeOperator(operator),
  }));
}

/** Values for the field. If the operator needs an array, each is offered as an array of one. */
export function valueOffers(doc: Document, object: JsonObject | undefined, slot: Slot): Offer[] {
  const parts = partsOf(doc, object);
  if (parts.comparison?.operand !== "list") return scalarOffers(parts, slot.quote !== "");
  const list: Offer = {
    label: "[ ]",
    kind: "snippet",
    text: valuePlaceholder(parts),
    detail: "Array of values",
    snippet: true,
    next: "suggest",
  };
  return [list, ...scalarOffers(parts, false).map((it) => ({ ...it, text: `[${it.text}]` }))];
}

/** The values that are not in the array yet. The item at the cursor does not count, because it is being replaced. */
export function listedOffers(doc: Document, object: JsonObject | undefined, slot: Slot): Offer[] {
  const list = object && propertyOf(object, "value")?.value;
  const items = list?.kind === "array" ? list.items : [];
  const listed = new Set(items.filter((it) => it.start !== slot.start).map(written));
  return scalarOffers(partsOf(doc, object), false).filter((it) => !listed.has(it.label));
}

function written(value: JsonValue): string | undefined {
  return "value" in value ? String(value.value) : undefined;
}

function scalarOffers({ field }: Parts, quoted: boolean): Offer[] {
  if (!field) return [];
  // A single number may be quoted, so typed quotes are kept.
  const unquoted = isBare(field) && !(quoted && isNumeric(field));
  return [...documentedValues(field)].map(([value, meaning]) => ({
    label: value,
    kind: "value",
    text: unquoted ? value : JSON.stringify(value),
    ...(meaning ? { detail: meaning, meaning } : {}),
  }));
}

/** The documented values of a field, or an example, each with its meaning. */
export function documentedValues({
  type,
  values,
  vocabulary,
  example,
}: Field): Iterable<readonly [string, string]> {
  if (type === "bool") return [bare("true"), bare("false")];
  if (values) return values.map((it) => bare(String(it)));
  if (vocabulary) return vocabularies[vocabulary].values;
  return example === undefined ? [] : [[String(example), "example"]];
}

function bare(value: string): [string, string] {
  return [value, ""];
}
