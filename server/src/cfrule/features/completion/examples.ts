import type { CommentRow } from "../../../json/features/ignore-comments.ts";
import { type Offer, placeholder } from "../../../json/features/slot.ts";
import { vocabularies } from "../../../vocabulary/vocabularies.ts";
import type { Field } from "../../catalog/fields.ts";
import { comparisonBySpelling } from "../../catalog/operators.ts";
import { typeName } from "../../catalog/type.ts";
import type { Document } from "../../document.ts";
import { eachNode } from "../../syntax/children.ts";
import { describeField } from "../describe.ts";
import { comparedField } from "../literals.ts";
import { fieldValues } from "./values.ts";

const start = String.raw`^#[ \t]*@(?:match|no-match)[ \t]+`;
/** The method, the URL and the settings before the cursor; strings may have spaces. */
const settings = String.raw`${start}\S+[ \t]+\S+[ \t]+(?:(?:[^\s"]|"(?:[^"\\]|\\.)*")+[ \t]+)*`;
const named = String.raw`${settings}([\w.]+)(?:\["[^"]*"\])?=`;

const methodTyped = new RegExp(`${start}([A-Za-z]*)$`);
const fieldTyped = new RegExp(String.raw`${settings}([\w.]*)$`);
const valueTyped = new RegExp(String.raw`${named}([^\s"[]*)$`);
const quotedValueTyped = new RegExp(String.raw`${named}"([^"\\]*)$`);

/** The method of an example, and the fields after its URL with their values: the fields of the rule first. */
export function exampleRows(doc: Document): CommentRow[] {
  return [
    [methodTyped, methodOffers],
    [fieldTyped, () => fieldOffers(doc)],
    [valueTyped, (name) => valueOffers(doc, name, false)],
    [quotedValueTyped, (name) => valueOffers(doc, name, true)],
  ];
}

function methodOffers(): Offer[] {
  return [...vocabularies["http-method"].values].map(
    ([label, detail]): Offer => ({ label, kind: "value", text: `${label} `, detail }),
  );
}

function fieldOffers({ parsed, scheme }: Document): Offer[] {
  const used = new Set<string>();
  eachNode(parsed.root, (node) => {
    if (node.kind === "field" && node.definition && !node.definition.pseudo) used.add(node.name);
  });
  const names = [...used, ...scheme.fieldNames.filter((it) => !used.has(it))];
  return names.flatMap((name): Offer[] => {
    const field = scheme.field(name);
    if (!field || field.pseudo) return [];
    return [
      {
        label: name,
        kind: "field",
        text: field.type.kind === "Map" ? `${name}["${placeholder(1)}"]=` : `${name}=`,
        detail: typeName(field.type),
        documentation: () => describeField(field),
        snippet: true,
      },
    ];
  });
}

/** Inside quotes, only what is between them. */
function valueOffers(doc: Document, name: string, isQuoted: boolean): Offer[] {
  const field = doc.scheme.field(name);
  if (!field || field.pseudo) return [];
  const known = new Map(fieldValues(field));
  const values = new Set([...comparedValues(doc, field), ...known.keys()]);
  return [...values].map((value) => {
    const meaning = known.get(value);
    return {
      label: value,
      kind: "value",
      text: isQuoted ? JSON.stringify(value).slice(1, -1) : written(value),
      ...(meaning ? { detail: meaning, meaning } : {}),
    };
  });
}

function comparedValues({ parsed, text }: Document, field: Field): readonly string[] {
  const found: string[] = [];
  eachNode(parsed.root, (node) => {
    if (node.kind !== "comparison" || comparedField(node.left)?.name !== field.name) return;
    const { operator, right } = node;
    if (comparisonBySpelling(operator.name)?.operand === "wildcard") return;
    for (const it of right.kind === "set" ? right.items : [right]) {
      if (it.kind === "string" || it.kind === "integer") found.push(String(it.value));
      if (it.kind === "address" && !it.loose) found.push(text.slice(it.start, it.end));
    }
  });
  return found;
}

/** A word, or a JSON string. */
function written(value: string): string {
  return /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
}
