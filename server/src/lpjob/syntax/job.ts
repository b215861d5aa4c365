import { type Pasted, pastedText } from "../../json/pasted/pasted.ts";
import { type ApiResponse, readResponse } from "../../json/pasted/response.ts";
import type { Json } from "../../json/syntax/parse.ts";
import type {
  JsonArray,
  JsonObject,
  JsonString,
  JsonValue,
  Property,
} from "../../json/syntax/tree.ts";
import { defaultDataset, unescapedFilter } from "../../lpfilter/language.ts";
import { propertyNamed, suggestedProperty } from "../catalog/properties.ts";
import type { Owner, PropertyRow } from "../catalog/property.ts";
import { type Destination, readDestination } from "./destination.ts";
import { readTemplate, type Template } from "./template.ts";

/** A JSON text parsed as a log push job. */
export interface Job {
  readonly json: Json;
  /** The whole job, and its `output_options`; the last one of duplicates, as in JSON parsers. */
  readonly object: JsonObject | undefined;
  readonly output: JsonObject | undefined;
  readonly properties: readonly JobProperty[];
  /** All property names. */
  readonly present: Readonly<Record<Owner, Pick<ReadonlySet<string>, "has">>>;
  /** The dataset, explicit or default. */
  readonly dataset: string;
  readonly datasetNode: JsonString | undefined;
  readonly destination: Destination | undefined;
  readonly filter: JobFilter | undefined;
  readonly fieldNames: JsonArray | undefined;
  readonly template: Template | undefined;
  /** Set if the file is an API response that contains the job. */
  readonly response: ApiResponse | undefined;
  /** Set if the file has other content; then there is no object. */
  readonly pasted: Pasted | undefined;
}

/** A property of the job or of its output options. */
export interface JobProperty {
  readonly owner: Owner;
  readonly object: JsonObject;
  readonly property: Property;
  /** Undefined for an unknown property. */
  readonly row: PropertyRow | undefined;
}

/** The value of `filter`. */
export type JobFilter =
  /** "" or null. */
  | { readonly kind: "none"; readonly value: JsonValue }
  | { readonly kind: "inline"; readonly value: JsonObject | JsonArray }
  /** The filter as a string, as sent to the service. */
  | { readonly kind: "escaped"; readonly value: JsonString; readonly plain: string }
  | { readonly kind: "path"; readonly value: JsonString }
  /** Other content. */
  | { readonly kind: "text"; readonly value: JsonString };

export function readJob(json: Json): Job {
  const pasted = pastedText(json, "job");
  const object = json.root?.kind === "object" && !pasted ? json.root : undefined;
  const inJob = lastOnes(object);
  const options = inJob.get("output_options");
  const output = options?.kind === "object" ? options : undefined;
  const inOutput = lastOnes(output);
  const dataset = stringOf(inJob, "dataset");
  const destination = stringOf(inJob, "destination_conf");
  const template = stringOf(inOutput, "record_template");
  const fieldNames = inOutput.get("field_names");
  return {
    json,
    object,
    output,
    properties: propertiesOf(object, output),
    present: { job: inJob, output_options: inOutput },
    dataset: dataset?.value.trim() || defaultDataset,
    datasetNode: dataset,
    destination: destination && readDestination(json.text, destination),
    filter: readFilter(inJob.get("filter")),
    fieldNames: fieldNames?.kind === "array" ? fieldNames : undefined,
    template: template && readTemplate(json.text, template),
    response: readResponse(object),
    pasted,
  };
}

/** The property of that name; the last one of duplicates, as in JSON parsers. */
export function propertyIn(job: Job, owner: Owner, name: string): JobProperty | undefined {
  return job.properties.findLast((it) => it.owner === owner && it.property.name.value === name);
}

/** The value of a property, unless null. */
export function setValue(job: Job, owner: Owner, name: string): JsonValue | undefined {
  const value = propertyIn(job, owner, name)?.property.value;
  return value?.kind === "null" ? undefined : value;
}

/** Whether a missing property exists under another name, so that one typo is reported once. */
export function isMisnamed({ object }: Job, missing: string): boolean {
  const first = object?.properties.slice(0, mostLookedAt) ?? [];
  return first.some((it) => suggestedProperty("job", it.name.value)?.row.name === missing);
}

/** A job has a dozen properties, so the first few of a huge object are enough. */
const mostLookedAt = 40;

/** Whether the file is a filter instead of a job. */
export function isFilterAlone({ object }: Job): boolean {
  return object?.properties.length === 1 && object.properties[0]?.name.value === "where";
}

/** The role of an object in the job; undefined if it has none. */
export function ownerOf({ object, output }: Job, it: JsonObject | undefined): Owner | undefined {
  if (it === undefined) return undefined;
  return it === object ? "job" : it === output ? "output_options" : undefined;
}

/** The field names of a job, without invalid items. */
export function listedFields(job: Job): JsonString[] {
  return (job.fieldNames?.items ?? []).filter((it): it is JsonString => it.kind === "string");
}

function propertiesOf(
  job: JsonObject | undefined,
  output: JsonObject | undefined,
): readonly JobProperty[] {
  const all: JobProperty[] = [];
  if (job) addProperties("job", job, all);
  if (output) addProperties("output_options", output, all);
  return all;
}

function addProperties(owner: Owner, object: JsonObject, all: JobProperty[]): void {
  for (const property of object.properties) {
    all.push({ owner, object, property, row: propertyNamed(owner, property.name.value) });
  }
}

/** The value of each name; the last one wins, as in JSON parsers. */
type Values = ReadonlyMap<string, JsonValue | undefined>;

function lastOnes(object: JsonObject | undefined): Values {
  const values = new Map<string, JsonValue | undefined>();
  for (const { name, value } of object?.properties ?? []) values.set(name.value, value);
  return values;
}

function stringOf(values: Values, name: string): JsonString | undefined {
  const value = values.get(name);
  return value?.kind === "string" ? value : undefined;
}

function readFilter(value: JsonValue | undefined): JobFilter | undefined {
  switch (value?.kind) {
    case "null":
      return { kind: "none", value };
    case "object":
    case "array":
      return { kind: "inline", value };
    case "string":
      return readText(value);
    default:
      return undefined;
  }
}

const filterEnding = ".lpfilter";

function readText(value: JsonString): JobFilter {
  const content = value.value.trim();
  if (content === "") return { kind: "none", value };
  if (content.slice(-filterEnding.length).toLowerCase() === filterEnding)
    return { kind: "path", value };
  const plain = unescapedFilter(content);
  return plain === undefined ? { kind: "text", value } : { kind: "escaped", value, plain };
}
