import type { CommentRow } from "../../../json/features/ignore-comments.ts";
import type { Offer } from "../../../json/features/slot.ts";
import type { Field } from "../../catalog/dataset.ts";
import type { Document } from "../../document.ts";
import type { Condition, FilterNode } from "../../syntax/filter.ts";
import { describeField } from "../describe.ts";
import { isBare } from "./skeletons.ts";
import { documentedValues } from "./values.ts";

/** Matches an example up to the start of one of its strings. */
const start = String.raw`^(?:\/\/|\/\*|#)?[ \t*]*@(?:keep|drop)[ \t]+\{(?:[^"]*"(?:[^"\\]|\\.)*")*`;
const named = String.raw`${start}?[^"]*"(\w+)"[ \t]*:[ \t]*`;

const fieldTyped = new RegExp(String.raw`${start}[^":]*"(\w*)$`);
const valueTyped = new RegExp(String.raw`${named}([\w.-]*)$`);
const quotedValueTyped = new RegExp(String.raw`${named}"([^"\\]*)$`);

/** The fields of an example with their values: the fields of the filter first. */
export function exampleRows(doc: Document): CommentRow[] {
  return [
    [fieldTyped, () => fieldOffers(doc)],
    [valueTyped, (name) => valueOffers(doc, name, false)],
    [quotedValueTyped, (name) => valueOffers(doc, name, true)],
  ];
}

function fieldOffers({ fields, filter, datasets: [dataset = ""] }: Document): Offer[] {
  const used = new Set(conditionsOf(filter.node).map((it) => it.field?.name));
  return [...fields.values()]
    .sort((a, b) => Number(used.has(b.name)) - Number(used.has(a.name)))
    .map((field) => ({
      label: field.name,
      kind: "field",
      text: field.name,
      detail: field.type,
      documentation: () => describeField(field, dataset),
    }));
}

/** Inside quotes, only the contents of a string are inserted. */
function valueOffers({ fields, filter }: Document, name: string, isQuoted: boolean): Offer[] {
  const field = fields.get(name);
  if (!field) return [];
  const compared = conditionsOf(filter.node).filter((it) => it.field?.name === name);
  const known = new Map([...documentedValues({ ...field, example: undefined })]);
  const values = new Set([...compared.flatMap(valuesOf), ...known.keys()]);
  return [...values].map((value) => {
    const meaning = known.get(value);
    return {
      label: value,
      kind: "value",
      text: isQuoted ? JSON.stringify(value).slice(1, -1) : written(value, field),
      ...(meaning ? { detail: meaning, meaning } : {}),
    };
  });
}

function valuesOf({ value: property }: Condition): string[] {
  const value = property?.value;
  const items = value?.kind === "array" ? value.items : value ? [value] : [];
  return items.flatMap((it) =>
    "value" in it && it.value !== null && it.value !== "" ? [String(it.value)] : [],
  );
}

function written(value: string, field: Field): string {
  const isText = field.type === "array[int]" ? false : !isBare(field);
  const one = isText ? JSON.stringify(value) : value;
  return field.type.startsWith("array") ? `[${one}]` : one;
}

function conditionsOf(node: FilterNode | undefined): readonly Condition[] {
  if (node?.kind === "group") return node.items.flatMap(conditionsOf);
  return node?.kind === "condition" ? [node] : [];
}
