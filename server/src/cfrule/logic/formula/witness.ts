import type { Num } from "../../../core/solver/number-set.ts";
import type { Example } from "../../../core/solver/relation.ts";
import type { Value } from "../../../core/solver/solve.ts";
import { formatAddress } from "../../../vocabulary/ip.ts";
import { normalizedUri } from "../../../vocabulary/uri.ts";
import type { Scheme } from "../../catalogue/scheme.ts";
import type { Type } from "../../catalogue/type.ts";
import { isUtf8, textOfBytes } from "../../syntax/bytes.ts";
import { addressOf } from "../number-claims.ts";
import { onlyElementOf } from "./terms.ts";
import type { Role } from "./variables.ts";

export interface RequestWitness {
  readonly request: string;
  /** Null means that the field is missing. */
  readonly fields: Readonly<Record<string, unknown>>;
}

type Fields = Record<string, unknown>;

/**
 * Requests with the values of an example. The first one has ordinary values for the empty parts of the URL, which the conditions
 * may allow. Empty if the values cannot be written as a request.
 */
export function requestsOf(example: Example, scheme: Scheme): RequestWitness[] {
  const fields = fieldsOf(example, scheme);
  if (!fields) return [];
  const ordinary = Object.entries(fields).filter(
    ([name, value]) => value !== "" || !inUrl.has(name),
  );
  const all =
    ordinary.length < Object.keys(fields).length
      ? [Object.fromEntries(ordinary), fields]
      : [fields];
  return all.flatMap((it) => withUrl(it) ?? []);
}

/** A request with these values, as an evaluator reads them. Undefined if it cannot be shown. */
export function requestWith(values: Readonly<Record<string, unknown>>): RequestWitness | undefined {
  const shown = Object.entries(values).map(([name, it]) => [name, shownSample(it)] as const);
  if (shown.some(([, it]) => it === undefined)) return undefined;
  return withUrl(Object.fromEntries(shown));
}

function shownSample(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "symbol") return undefined;
  if (typeof value === "bigint") return shownInteger(value);
  if (Array.isArray(value)) return value.map(shownSample);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, it]) => [key, shownSample(it)]));
}

function fieldsOf(example: Example, scheme: Scheme): Fields | undefined {
  const fields: Fields = {};
  for (const [variable, value] of [...example].sort(([a], [b]) => turnOf(a) - turnOf(b))) {
    const place = placeIn(variable, value, example);
    if (!place) continue;
    if (place.value === null) {
      fields[place.field] ??= null;
      continue;
    }
    const type = scheme.field(place.field)?.type;
    const leaf = type && typeAt(type, place.path.length);
    const shown = leaf && shownValue(place.value, leaf);
    if (shown === undefined) return undefined;
    store(fields, place, shown);
  }
  return fields;
}

/** Elements with an index are stored first, then those without, then as many as the length requires. */
function turnOf(variable: string): number {
  if (variable.startsWith('["len(')) return 2;
  return Number(/^(?:only )?element of /.test(variable));
}

/** Drops the parts of a URL if the URL itself is given. */
function withoutParts(all: Fields): Fields {
  const fields = { ...all };
  const isWhole = typeof fields[fullUri] === "string";
  const dropped = isWhole ? [host, "ssl", uri, path, query] : [path, query];
  if (isWhole || typeof fields[uri] === "string") for (const it of dropped) delete fields[it];
  return fields;
}

interface Place {
  readonly field: string;
  /** Keys of maps and indexes of arrays. */
  readonly path: readonly (string | number)[];
  /** Undefined means any value, null a missing field. */
  readonly value: Value | undefined | null;
}

/** Undefined for a variable that is not part of a request, such as the result of a function. */
function placeIn(variable: string, value: Value, example: Example): Place | undefined {
  const only = /^only element of (.*)$/s.exec(variable)?.[1];
  if (only !== undefined)
    return example.has(JSON.stringify([`${only}[0]`, "value"]))
      ? undefined
      : pathIn(only, value, "end");
  const element = /^element of (.*)$/s.exec(variable)?.[1];
  if (element !== undefined) {
    const [array] = JSON.parse(element) as [string];
    const isNeeded = example.get(element) === true && !example.has(onlyElementOf(array));
    return isNeeded ? pathIn(array, value, "end") : undefined;
  }
  const [key, role] = JSON.parse(variable) as [string, Role | "some"];
  if (role === "some") return value === false ? emptyArray(key, example) : undefined;
  const sized = role === "value" ? /^len\((.*)\)$/s.exec(key)?.[1] : undefined;
  if (sized !== undefined) return lastOf(sized, Number(value));
  if (role === "value") return pathIn(key, value);
  if (role !== "present") return undefined;
  const place = pathIn(key, value === true ? undefined : null);
  // Entries of maps, such as headers, are missing unless they are given.
  return value === true || place?.path.length === 0 ? place : undefined;
}

/** An array without an element that has a property. It can be empty. */
function emptyArray(array: string, example: Example): Place | undefined {
  if (example.get(JSON.stringify([array, "present"])) === false) return undefined;
  const place = pathIn(array, undefined);
  return place?.path.length === 0 ? place : undefined;
}

/** The last element of an array of the given length. */
function lastOf(array: string, length: number): Place | undefined {
  if (length > longestArray) return undefined;
  const place = pathIn(array, undefined);
  return place && length > 0 ? { ...place, path: [...place.path, length - 1] } : place;
}

const longestArray = 100;

function pathIn(key: string, value: Place["value"], last?: "end"): Place | undefined {
  const [, field = "", indexes = ""] =
    /^([\w.]+)((?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])*)$/.exec(key) ?? [];
  if (field === "") return undefined;
  const path = [...indexes.matchAll(/\[("(?:[^"\\]|\\.)*"|\d+)\]/g)].map(
    ([, step = ""]) => JSON.parse(step) as string | number,
  );
  return { field, path: last ? [...path, -1] : path, value };
}

function typeAt(type: Type, depth: number): Type | undefined {
  if (depth === 0) return type;
  return type.kind === "Map" || type.kind === "Array" ? typeAt(type.of, depth - 1) : undefined;
}

function shownValue(value: Value | undefined, type: Type): unknown {
  switch (type.kind) {
    case "String":
      if (value === undefined) return "";
      return typeof value === "string" && isUtf8(value) ? textOfBytes(value) : undefined;
    case "Integer":
      return shownInteger(BigInt(value ?? 0));
    case "IP":
      return formatAddress(value === undefined ? { family: 4, value: 0 } : addressOf(value as Num));
    case "Boolean":
      return value ?? true;
    case "Array":
      return [];
    case "Map":
      return {};
  }
}

/** Undefined for integers that JSON cannot represent exactly. */
function shownInteger(value: bigint): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function store(fields: Fields, { field, path }: Place, shown: unknown): void {
  let owner: Record<string | number, unknown> = fields;
  const steps = [field, ...path];
  steps.forEach((step, at) => {
    const isLast = at === steps.length - 1;
    const fresh = isLast ? shown : typeof steps[at + 1] === "number" ? [] : {};
    const key = step === -1 && Array.isArray(owner) ? owner.length : step;
    if (Array.isArray(owner)) while (owner.length < Number(key)) owner.push("");
    // A known value replaces a placeholder for a value that is only known to be present.
    if ((owner[key] ?? null) === null || (isLast && !isEmpty(fresh))) owner[key] = fresh;
    owner = owner[key] as typeof owner;
  });
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}

const host = "http.host";
const path = "http.request.uri.path";
const extension = `${path}.extension`;
const query = "http.request.uri.query";
const uri = "http.request.uri";
const fullUri = "http.request.full_uri";
const inUrl: ReadonlySet<string> = new Set(["http.request.method", host, path]);

/** Moves fields into the request line where they can be written as parts of the URL. */
function withUrl(given: Fields): RequestWitness | undefined {
  const all = withoutParts(given);
  const fields = { ...all };
  const take = (name: string, form: RegExp): string | undefined => {
    const value = fields[name];
    if (typeof value !== "string" || !form.test(value) || isRewritten(name, value))
      return undefined;
    delete fields[name];
    return value;
  };
  const method = take("http.request.method", /^[A-Z][A-Z-]*$/) ?? "GET";
  const scheme = fields.ssl === false ? "http" : "https";
  if (typeof fields.ssl === "boolean") delete fields.ssl;
  const place = take(host, /^[a-z0-9][a-z0-9.-]*$/i) ?? "example.com";
  const end = [path, uri, fullUri].some((it) => it in all)
    ? undefined
    : take(extension, /^[a-z0-9]+$/);
  const file = end === undefined ? "/" : `/index.${end}`;
  const shownPath = take(path, /^\/[\w\-./~!$&'()*+,;=:@%]*$/) ?? file;
  const shownQuery = take(query, /^[\w\-./~!$&'()*+,;=:@%?]+$/);
  const parts = shownQuery === undefined ? shownPath : `${shownPath}?${shownQuery}`;
  const shownUri = take(uri, /^\/[\w\-./~!$&'()*+,;=:@%?]*$/) ?? parts;
  const full = take(fullUri, /^https?:\/\/[a-z0-9][a-z0-9.-]*\/[\w\-./~!$&'()*+,;=:@%?]*$/);
  if (contradicts(all, fields)) return undefined;
  return { request: `${method} ${full ?? `${scheme}://${place}${shownUri}`}`, fields };
}

/** Whether normalization of a URL with this value would change it. */
function isRewritten(field: string, value: string): boolean {
  if (field !== path && field !== uri && field !== fullUri) return false;
  const written = value.replace(/^https?:\/\/[^/]*/, "");
  return normalizedUri(written) !== written;
}

/** Whether a part of the URL is also set as a field, and may differ from the URL. */
function contradicts(all: Fields, rest: Fields): boolean {
  const overlaps = (field: string, other: string): boolean => {
    const parts = [partOf(field), partOf(other)];
    return !parts.includes(undefined) && (parts.includes("all") || parts[0] === parts[1]);
  };
  const names = Object.keys(all);
  return names.some(
    (it) => rest[it] !== undefined && names.some((other) => other !== it && overlaps(it, other)),
  );
}

/** The part of the URL that a field overlaps with. */
function partOf(field: string): "all" | "path" | "query" | undefined {
  const [, part] = /^(?:raw\.)?http\.request\.(full_uri|uri\b.*)$/.exec(field) ?? [];
  if (part === undefined) return undefined;
  if (part.startsWith("uri.path")) return "path";
  return part.startsWith("uri.query") || part.startsWith("uri.args") ? "query" : "all";
}
