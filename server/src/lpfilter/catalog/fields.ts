import type { ExtraFields } from "../../core/context.ts";
import { type LogFieldType, logFieldTypes } from "../../core/log-test.ts";
import type { Field } from "./dataset.ts";
import { datasetNamed, datasets } from "./datasets.ts";

/** Why a field cannot be filtered. */
export type Unfilterable = "object" | "list of objects" | "refused";

const byDataset = new Map<string, ReadonlyMap<string, Field>>();

/** Whether the dataset exists, in the catalog or in `fields` of `weir.json`. */
export function isKnownDataset(name: string, extraFields: ExtraFields): boolean {
  return datasetNamed(name) !== undefined || Object.hasOwn(extraFields, name);
}

/** Fields of a dataset by name, including the fields that the workspace adds. */
export function logFieldsOf(dataset: string, extra: ExtraFields): ReadonlyMap<string, Field> {
  const known = catalogd(dataset);
  const added = Object.hasOwn(extra, dataset) ? Object.entries(extra[dataset] ?? {}) : [];
  if (added.length === 0) return known;
  const all = new Map(known);
  for (const [name, type] of added) {
    if (isFieldType(type)) all.set(name, uniform({ name, type, doc: "Declared in 'weir.json'." }));
  }
  return all;
}

export function isFieldType(type: string): type is LogFieldType {
  return (logFieldTypes as readonly string[]).includes(type);
}

/** The datasets that have a field of that name. */
export function datasetsWith(field: string): string[] {
  return datasets.filter((it) => catalogd(it.name).has(field)).map((it) => it.name);
}

export function unfilterable(field: Field): Unfilterable | undefined {
  if (field.type === "object") return "object";
  if (field.type === "array[object]") return "list of objects";
  return field.refused ? "refused" : undefined;
}

/** The field before the first dot or bracket of a name such as `RequestHeaders.host`, if it exists. */
export function ownerOf(name: string, fields: ReadonlyMap<string, Field>): Field | undefined {
  const end = name.search(/[.[]/);
  return end === -1 ? undefined : fields.get(name.slice(0, end));
}

/** The tables are created on first use, because most sessions use one or two datasets. */
function catalogd(dataset: string): ReadonlyMap<string, Field> {
  const made = byDataset.get(dataset);
  if (made) return made;
  const rows = datasetNamed(dataset)?.fields ?? [];
  const fields = new Map(rows.map((it) => [it.name, uniform(it)]));
  byDataset.set(dataset, fields);
  return fields;
}

/** All rows get the same properties in the same order, because property access is much faster with one object shape. */
function uniform({ name, type, doc, ...rest }: Field): Field {
  const { values, vocabulary, shape, range, example, deprecated, refused } = rest;
  return { name, type, doc, values, vocabulary, shape, range, example, deprecated, refused };
}

/** The value that Cloudflare writes into a field without data; undefined for an unknown field. */
export function emptyValueOf(type: LogFieldType | undefined): unknown {
  switch (type) {
    case "int":
    case "float":
      return 0;
    case "bool":
      return false;
    case "string":
    case "int or string":
      return "";
    case "object":
      return {};
    case undefined:
      return undefined;
    case "array[string]":
    case "array[int]":
    case "array[object]":
      return [];
  }
}

/** The fields with the time of a log line, most relevant first. */
export function timestampFields(dataset: string, extra: ExtraFields): readonly string[] {
  const times = [...logFieldsOf(dataset, extra).values()].filter(
    (it) => it.type === "int or string",
  );
  const names = times.map((it) => it.name);
  return [...mainTimestamps.filter((it) => names.includes(it)), ...names];
}

const mainTimestamps = ["EdgeStartTimestamp", "Datetime", "Timestamp", "SessionStartTime"];

/** The fields whose values are arrays or objects. */
export function nestedLogFields(dataset: string, extra: ExtraFields): readonly string[] {
  const fields = [...logFieldsOf(dataset, extra).values()];
  return fields.filter((it) => /^(array|object)/.test(it.type)).map((it) => it.name);
}

/** Whether the values of a field may identify a person: addresses of clients, cookies, headers, and names or IDs of users. */
export function isPersonal({ name, shape }: Pick<Field, "name" | "shape">): boolean {
  if (shape === "address") return !ofServers.test(name);
  return personal.test(name);
}

/** The addresses of servers, of Cloudflare or of the network itself. */
const ofServers =
  /^(?:Edge|Origin|InitialOrigin|Destination|IPDestination|Dst|Egress|Upstream|Resolved|InitialResolved|AuthoritativeNameServer|SMTPHelo|Sampler|HTTPServer|TracerouteDestination|Override|Local|Gateway)/;

const personal =
  /^(?:Cookies|(?:Request|Response|Added|Set|Deleted|HTTPResponse)?Headers|ClientAddress|From|FromName|To|ToName|CCName|ReplyTo|ReplyToName|OriginalSender|Recipient|Subject|Body|DeviceName|Username)$|User(?:ID|UID|Email)$|Email$|^Actor|^SMTPEnvelope|(?:Latitude|Longitude)$/;
