import { type Offer, placeholder } from "../../../json/features/slot.ts";
import { paragraphs } from "../../../text/markdown.ts";
import { vocabularies } from "../../../vocabulary/vocabularies.ts";
import type { Field } from "../../catalog/fields.ts";
import { headers } from "../../catalog/headers.ts";
import { listKindOf, listKinds, managedListNamed, managedLists } from "../../catalog/lists.ts";
import { comparisonBySpelling } from "../../catalog/operators.ts";
import { isCollection, sameType, type Type } from "../../catalog/type.ts";
import type { Document } from "../../document.ts";
import { quote } from "../../syntax/recovery/wrong-value.ts";
import type { Comparison, SetItem } from "../../syntax/tree.ts";
import { describeList } from "../describe.ts";
import { comparedField } from "../literals.ts";
import type { Expected } from "./expected.ts";
import { nameOffers } from "./names.ts";

/** Values for the right side of an operator, or for an open set. */
export function valueOffers(doc: Document, comparison: Comparison): Offer[] {
  const { left, operator, right } = comparison;
  const operand = comparisonBySpelling(operator.name)?.operand;
  const type = left.type && innermost(left.type);
  if (right.kind === "set") return listed(knownValues(comparison), right.items);
  switch (operand) {
    case "set":
      return [
        setOffer(type),
        ...listOffers(doc, comparison),
        ...knownValues(comparison).map((it) => ({ ...it, text: `{${it.text}}` })),
      ];
    case "regex":
      return [textOffer('r"…"', `r"${placeholder(1)}"`, "raw string without escapes"), blank];
    case "wildcard":
      return [textOffer('"*…*"', `"*${placeholder(1)}*"`, "pattern")];
    case "value":
      return [...knownOrBlank(knownValues(comparison), type), ...requestValues(doc, type)];
    default:
      return knownOrBlank(knownValues(comparison), type);
  }
}

/** Fields and functions with a value of the same type, which can be compared too. */
function requestValues(doc: Document, type: Type | undefined): Offer[] {
  if (!type) return [];
  return nameOffers(doc, (it) => (sameType(it, type) ? "whole" : "no"), "argument");
}

/** Lists only, after a dollar sign. */
export function listOffers(doc: Document, { left }: Comparison): Offer[] {
  const type = left.type && innermost(left.type);
  const { context } = doc;
  const own = context.lists ?? [];
  const isKnown = (name: string): boolean => listKindOf(name, context) !== undefined;
  const names = [
    ...own.filter(isKnown),
    ...own.filter((it) => !isKnown(it)),
    ...managedLists.map((it) => it.name),
  ];
  return [...new Set(names)].flatMap((name): Offer[] => {
    const kind = listKindOf(name, context);
    if (kind && type && listKinds[kind].holds !== type.kind) return [];
    const whose = managedListNamed(name) ? "managed list" : "list";
    const detail = kind ? `${whose} of ${listKinds[kind].noun}` : whose;
    const documentation = (): string => describeList(name, context);
    return [{ label: `$${name}`, kind: "list", text: `$${name}`, detail, documentation }];
  });
}

/** Index keys: a string, a number, or `*`. */
export function keyOffers({ of, base }: Expected & { readonly kind: "key" }): Offer[] {
  const each: Offer = { label: "*", kind: "operator", text: "*", detail: "each element" };
  if (of?.kind === "Array")
    return [{ ...each, label: "0", text: "0", detail: "first element" }, each];
  if (!of) return [];
  const known = base.kind === "field" ? headerOffers(base.name) : [];
  return known.length > 0 ? known : [textOffer('"…"', `"${placeholder(1)}"`, "name"), each];
}

/** Header names, if the map contains headers. */
export function headerOffers(map: string): Offer[] {
  if (!map.endsWith(".headers")) return [];
  return [...headers].map(([name, doc]) => ({
    label: name,
    kind: "value" as const,
    text: quote(name),
    documentation: () => paragraphs(doc),
  }));
}

/** The indexes that a collection needs before it can be compared. */
export function indexOffers(type: Type): Offer[] {
  if (!isCollection(type)) return [];
  if (type.kind === "Map") {
    const text = `["${placeholder(1)}"]`;
    const detail = "one element by name";
    return [{ label: '["…"]', kind: "snippet", text, detail, snippet: true, next: "suggest" }];
  }
  return [
    { label: "[0]", kind: "snippet", text: "[0]", detail: "the first element" },
    { label: "[*]", kind: "snippet", text: "[*]", detail: "each element, in any(…) or all(…)" },
  ];
}

function knownValues({ left }: Comparison): Offer[] {
  const field = comparedField(left);
  if (!field?.vocabulary) return [];
  const bare = innermost(field.type).kind === "Integer";
  return fieldValues(field).map(([value, meaning]) => ({
    label: value,
    kind: "value",
    text: bare ? value : quote(value),
    ...(meaning ? { detail: meaning, meaning } : {}),
  }));
}

/** The values that a field is known to have, each with its meaning. */
export function fieldValues({
  type,
  vocabulary,
  range,
  usual,
}: Field): readonly (readonly [string, string])[] {
  const { kind } = innermost(type);
  if (kind === "Boolean")
    return [
      ["true", ""],
      ["false", ""],
    ];
  if (!vocabulary) return [];
  const values = [...vocabularies[vocabulary].values];
  if (kind !== "Integer") return values;
  return values.filter(([value]) => inRange(Number(value), range ?? usual));
}

function inRange(value: number, range: readonly [number, number] | undefined): boolean {
  return !range || (range[0] <= value && value <= range[1]);
}

/** Values that are not in the set yet. */
function listed(offers: readonly Offer[], items: readonly SetItem[]): Offer[] {
  const taken = new Set(items.map((it) => ("value" in it ? String(it.value) : "")));
  return offers.filter((it) => !taken.has(it.label));
}

function setOffer(type: Type | undefined): Offer {
  const one = type?.kind === "String" ? `"${placeholder(1)}"` : placeholder(1);
  return {
    label: "{ }",
    kind: "snippet",
    text: `{${one}}`,
    detail: "set of values",
    snippet: true,
    next: "suggest",
  };
}

/** An empty string, if no values are known. */
export const blank: Offer = textOffer('"…"', `"${placeholder(1)}"`, "string");

function knownOrBlank(known: Offer[], type: Type | undefined): Offer[] {
  return known.length === 0 && type?.kind === "String" ? [blank] : known;
}

function textOffer(label: string, text: string, detail: string): Offer {
  return { label, kind: "snippet", text, detail, snippet: true };
}

function innermost(type: Type): Type {
  return isCollection(type) ? innermost(type.of) : type;
}
