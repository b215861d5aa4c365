import filterSnippets from "../../../../../snippets/lpfilter.json" with { type: "json" };
import { type Offer, placeholder, snippetsIn } from "../../../json/features/slot.ts";
import type { Field } from "../../catalog/dataset.ts";
import type { Document } from "../../document.ts";
import type { LogicalOperator } from "../../syntax/filter.ts";
import { isNumeric, type Parts } from "../nodes.ts";

/** Snippets for the syntax. */

const pair = (name: string, value: string): string => `"${name}": ${value}`;

/** Placeholders are numbered from `from`, so that several conditions fit in one snippet. */
function conditionBody(from: number): string {
  return [
    pair("key", `"${placeholder(from)}"`),
    pair("operator", `"${placeholder(from + 1)}"`),
    pair("value", `"${placeholder(from + 2)}"`),
  ].join(", ");
}

const condition = (from: number): string => `{ ${conditionBody(from)} }`;

const twoConditions = lines("[", [`${condition(1)},`, condition(4)], "]");

const group = (logical: LogicalOperator): string => lines("{", [pair(logical, twoConditions)], "}");

/** Lines within brackets, indented by one level. */
function lines(opening: string, inside: readonly string[], closing: string): string {
  const indented = inside.map((it) => `  ${it.replaceAll("\n", "\n  ")}`);
  return [opening, ...indented, closing].join("\n");
}

const readings: Readonly<Record<"condition" | LogicalOperator, string>> = {
  condition: "One condition",
  and: "All conditions must be true",
  or: "At least one condition must be true",
};

const nodes: readonly (readonly ["condition" | LogicalOperator, string])[] = [
  ["condition", condition(1)],
  ["and", group("and")],
  ["or", group("or")],
];

/** Completions for a condition or a group. */
export const nodeOffers: readonly Offer[] = nodes.map(([label, text]) =>
  snippet(label, text, readings[label]),
);

/** Completions for an object that can only have `where`. */
export const whereOffers: readonly Offer[] = nodes.map(([label, text]) =>
  snippet(`where ${label}`, pair("where", text), `filter: ${readings[label]}`),
);

/** Completions for an empty file, also found by the word "filter". */
export const filterOffers: readonly Offer[] = nodes.map(([label, text]) => ({
  ...snippet(
    `where ${label}`,
    label === "condition" ? `{ ${pair("where", text)} }` : lines("{", [pair("where", text)], "}"),
    `filter: ${readings[label]}`,
  ),
  meaning: "filter",
}));

/** Completion for the value of `and` and `or`. */
export const listOffer: Offer = snippet("[ ]", twoConditions, "Array of conditions");

/** All three properties of a condition. */
export const bodyOffer: Offer = snippet("condition", conditionBody(1), readings.condition);

export type Name = "where" | "and" | "or" | "key" | "operator" | "value";

const nameDetails: Readonly<Record<Name, string>> = {
  where: "The condition or group to match",
  and: readings.and,
  or: readings.or,
  key: "The field to compare",
  operator: "How to compare the field",
  value: "The value to compare with",
};

/** Only a property name, if its value exists. */
export function nameOffer(name: Name): Offer {
  return { label: name, kind: "keyword", text: `"${name}"`, detail: nameDetails[name] };
}

/** A property with a placeholder for its value. */
export function propertyOffer(name: Name, about: Parts): Offer {
  const holes: Record<Name, string> = {
    where: `{ ${placeholder(1)} }`,
    and: twoConditions,
    or: twoConditions,
    key: `"${placeholder(1)}"`,
    operator: `"${placeholder(1)}"`,
    value: valuePlaceholder(about),
  };
  return { ...nameOffer(name), text: pair(name, holes[name]), snippet: true, next: "suggest" };
}

/** A value of the type that the field and the operator need. */
export function valuePlaceholder({ field, comparison }: Parts): string {
  const value = isBare(field) ? placeholder(1) : `"${placeholder(1)}"`;
  return comparison?.operand === "list" ? `[${value}]` : value;
}

/** Whether values of the field are unquoted. */
export function isBare(field: Field | undefined): boolean {
  return field?.type === "bool" || isNumeric(field);
}

function snippet(label: string, text: string, detail: string): Offer {
  return { label, kind: "snippet", text, detail, snippet: true, next: "suggest" };
}

/** Common conditions. Placeholders are empty where completion offers values. */
const templates = snippetsIn(filterSnippets);

const namedFields = /"key": "(\w+)"/g;

/** Only templates whose fields exist in the dataset. */
export function templateOffers({ fields }: Document): Offer[] {
  return templates
    .filter(({ text }) => [...text.matchAll(namedFields)].every(([, it = ""]) => fields.has(it)))
    .map((it) => (it.text.includes(placeholder(1)) ? { ...it, next: "suggest" } : it));
}
