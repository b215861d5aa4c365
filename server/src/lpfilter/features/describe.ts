import type { Link } from "../../core/analysis.ts";
import { type FieldSummary, maxValues } from "../../core/field-summary.ts";
import type { LogFieldType } from "../../core/log-test.ts";
import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { mostUsedFirst } from "../../text/nearest.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Dataset, Field } from "../catalog/dataset.ts";
import { datasetNamed } from "../catalog/datasets.ts";
import { logFieldsOf, type Unfilterable, unfilterable } from "../catalog/fields.ts";
import { mostUsedFields } from "../catalog/most-used.ts";
import { type Operator, operatorsFor } from "../catalog/operators.ts";
import type { Document } from "../document.ts";

/** Markdown descriptions of catalog entries for hover and completion. */

/** The service's operator table has no column for these. */
const undocumented: readonly LogFieldType[] = ["float", "int or string"];

const reasons: Readonly<Record<Unfilterable, string>> = {
  object: "Cannot be filtered: objects are not supported.",
  "list of objects": "Cannot be filtered: arrays of objects are not supported.",
  refused: "Cannot be filtered: the service rejects filters on this field.",
};

export function describeField(field: Field, dataset: string): string {
  return paragraphs(
    `**${escapeMarkdown(field.name)}** · ${escapeMarkdown(field.type)} · ${code(dataset)}`,
    escapeMarkdown(field.doc),
    deprecation(field),
    valuesOf(field),
    exampleOf(field),
    filterability(field),
    page(field, dataset),
  );
}

function exampleOf(field: Field): string | undefined {
  const condition = exampleCondition(field);
  return condition && `Example: ${code(condition)}`;
}

/** A condition with the field's example or a known value. */
function exampleCondition(field: Field): string | undefined {
  const [operator] = operatorsFor(field.type);
  const value = field.example ?? field.values?.[0] ?? firstKnown(field);
  if (unfilterable(field) || !operator || value === undefined) return undefined;
  return JSON.stringify({ key: field.name, operator: operator.name, value });
}

function firstKnown({ type, vocabulary }: Field): string | number | boolean | undefined {
  if (type === "bool") return true;
  const [first] = vocabulary ? vocabularies[vocabulary].values.keys() : [];
  return first !== undefined && type === "int" ? Number(first) : first;
}

/** Undefined for fields that `weir.json` adds. */
function page(field: Field, name: string): string | undefined {
  const dataset = datasetNamed(name);
  const isOurs = dataset?.fields.some((it) => it.name === field.name);
  return dataset && isOurs ? `[Documentation](${datasetPage(dataset)})` : undefined;
}

function deprecation({ deprecated }: Field): string | undefined {
  if (deprecated === undefined) return undefined;
  return deprecated === true ? "Deprecated." : `Deprecated. Use ${code(deprecated)}.`;
}

function valuesOf({ values, vocabulary }: Field): string | undefined {
  if (values) {
    const rest = values.length > maxValues ? ` and ${values.length - maxValues} more` : "";
    return `Values: ${codes(values.slice(0, maxValues).map(String))}${rest}`;
  }
  return vocabulary && `Format: ${vocabularies[vocabulary].noun}`;
}

function filterability(field: Field): string {
  const why = unfilterable(field);
  if (why) return reasons[why];
  if (undocumented.includes(field.type)) {
    return "It is not documented whether this type can be filtered.";
  }
  return `Can be filtered with ${codes(operatorsFor(field.type).map((it) => it.name))}.`;
}

export function describeOperator(operator: Operator): string {
  const types = operator.takes.filter((it) => !undocumented.includes(it));
  return paragraphs(
    `**${escapeMarkdown(operator.name)}** · ${operator.reads}`,
    operator.doc,
    operator.operand === "list"
      ? `Needs an array, such as ${code('["a", "b"]')}.`
      : "Needs one value.",
    `Supports ${codes(types)}. The opposite is ${code(operator.opposite)}.`,
  );
}

export function describeDataset(dataset: Dataset): string {
  return paragraphs(
    `**${escapeMarkdown(dataset.title)}** · ${code(dataset.name)}`,
    escapeMarkdown(dataset.about),
    `Scope: ${dataset.scopes.join(" or ")} · ${dataset.fields.length} fields`,
    `[Documentation](${datasetPage(dataset)})`,
  );
}

/** The page of Cloudflare's documentation that lists the fields. */
export function datasetPage({ name, scopes }: Dataset): string {
  const scope = scopes[0] ?? "zone";
  return `https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/${scope}/${name}/`;
}

function codes(names: readonly string[]): string {
  return names.map(code).join(", ");
}

/** The fields of a dataset, most used first. */
export function fieldSummaries(dataset: string): readonly FieldSummary[] {
  const fields = [...logFieldsOf(dataset, {}).values()];
  return mostUsedFirst(fields, (it) => it.name, mostUsedFields).map(summaryOf);
}

function summaryOf(field: Field): FieldSummary {
  const { name, type, doc, deprecated } = field;
  const why = unfilterable(field);
  const values = knownValues(field);
  const example = exampleCondition(field);
  return {
    name,
    type,
    doc,
    operators: why ? [] : operatorsFor(type).map((it) => it.name),
    ...(values && { values }),
    ...(example !== undefined && { example }),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(typeof deprecated === "string" && { replacement: deprecated }),
    ...(why && { note: reasons[why] }),
  };
}

function knownValues({ values, vocabulary }: Field): readonly string[] | undefined {
  const known = values ?? (vocabulary && [...vocabularies[vocabulary].values.keys()]);
  return known?.slice(0, maxValues).map(String);
}

/** Links the name in the dataset directive to its documentation. */
export function links({ directive }: Document): readonly Link[] {
  const dataset = directive && datasetNamed(directive.name);
  if (!directive || !dataset) return [];
  const { start, end } = directive;
  return [{ start, end, target: datasetPage(dataset), tooltip: `Fields of ${dataset.title}` }];
}
