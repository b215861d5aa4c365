import type { PartPath } from "../core/policies.ts";
import { partOfObject, placeInJson } from "../json/sent-part.ts";
import { type Json, parseJson } from "../json/syntax/parse.ts";
import type { JsonValue } from "../json/syntax/tree.ts";
import type { Edit } from "../text/edit.ts";
import type { Field } from "./catalog/dataset.ts";
import { datasetNamed } from "./catalog/datasets.ts";
import { logFieldsOf } from "./catalog/fields.ts";
import type { FilterContext } from "./context.ts";
import {
  type DatasetDirective,
  datasetDirective,
  datasetsFor,
  nameInDirective,
} from "./directives/directives.ts";
import { type Example, exampleDirectives } from "./directives/examples.ts";
import { commentsIn } from "./rewrite/layout.ts";
import { type Filter, noFilter, readFilter } from "./syntax/filter.ts";
import { pastedInFilter } from "./syntax/pasted.ts";

/** A text with its cached analysis. */
export interface Document {
  readonly text: string;
  readonly json: Json;
  readonly filter: Filter;
  readonly context: FilterContext;
  readonly directive: DatasetDirective | undefined;
  /** The datasets of the filter; the first determines its fields. */
  readonly datasets: readonly string[];
  readonly fields: ReadonlyMap<string, Field>;
  /** The edit that sets another dataset. */
  readonly nameDataset: (name: string) => Edit;
  /** Log lines that the filter must keep or drop, in comments of the text or of a job around it. */
  readonly examples: readonly Example[];
}

export function readDocument(text: string, context: FilterContext): Document {
  const json = parseJson(text, context.hasHoles);
  const directive = datasetDirective(json);
  const datasets = datasetsFor(directive, context);
  const fields = logFieldsOf(datasets[0] ?? "", context.extraFields);
  const pasted = pastedInFilter(json);
  const filter = pasted ? noFilter(json, pasted) : readFilter(json, fields);
  const nameDataset = (name: string): Edit => nameInDirective(text, directive, name);
  const examples = exampleDirectives(text, json.comments);
  return { text, json, filter, context, directive, datasets, fields, nameDataset, examples };
}

/** The filter as it is sent, for policies. */
export function filterSubject({ text, json: { root, errors } }: Document) {
  if (root?.kind !== "object" || errors.length > 0) return undefined;
  return { value: partOfObject(root), placeOf: (path: PartPath) => placeInJson(text, root, path) };
}

/** A filter for several datasets can only use their common fields. */
export function sharedFields({ datasets, fields, context }: Document): readonly Field[] {
  const others = datasets.slice(1).filter((it) => datasetNamed(it));
  const tables = others.map((it) => logFieldsOf(it, context.extraFields));
  return [...fields.values()].filter((field) => tables.every((it) => it.has(field.name)));
}

/** Parses a text that replaces the filter of a document. */
export function filterOf(text: string, { fields }: Document): Filter {
  return readFilter(parseJson(text), fields);
}

/** A filter inside a larger JSON text, such as a job. */
export interface HostedFilter {
  readonly json: Json;
  /** The node of the filter in the JSON text. */
  readonly value: JsonValue;
  /** Comes from the host, so directives are ignored. */
  readonly dataset: string;
  readonly nameDataset: (name: string) => Edit;
}

/** All offsets refer to the host document, which reports problems of its syntax and dataset itself. */
export function readHosted(
  { json: host, value, dataset, nameDataset }: HostedFilter,
  outer: FilterContext,
): Document {
  const { text } = host;
  const comments = commentsIn(host.comments, value);
  const json: Json = { ...host, root: value, comments, length: undefined };
  const severity: FilterContext["severity"] = { ...outer.severity, ...saidByHost };
  const context: FilterContext = {
    ...outer,
    forcedDataset: dataset,
    datasets: [dataset],
    severity,
  };
  const fields = logFieldsOf(dataset, context.extraFields);
  const filter = readFilter(json, fields);
  return {
    text,
    json,
    filter,
    context,
    directive: undefined,
    datasets: [dataset],
    fields,
    nameDataset,
    examples: exampleDirectives(text, host.comments),
  };
}

const saidByHost = {
  "json-syntax": "off",
  "too-deep": "off",
  "unknown-dataset": "off",
} as const;
