import type { Num } from "../../../core/solver/number-set.ts";
import type { Example } from "../../../core/solver/relation.ts";
import type { Value } from "../../../core/solver/solve.ts";
import { formatAddress } from "../../../vocabulary/ip.ts";
import { normalizedUri } from "../../../vocabulary/uri.ts";
import type { Scheme } from "../../catalogue/scheme.ts";
import type { Type } from "../../catalogue/type.ts";
import { isUtf8, textOfBytes } from "../../syntax/bytes.ts";
import { addressOf } from "../numbers.ts";
import { readVariable, variable } from "./variables.ts";

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
  const places = [...example].flatMap(([name, value]) => placeIn(name, value, example) ?? []);
  for (const place of places.sort((a, b) => a.turn - b.turn)) {
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
  /** Keys of maps and indexes of arrays; -1 is after the last. */
  readonly path: readonly (string | number)[];
  /** Undefined means any value, null a missing field. */
  readonly value: Value | undefined | null;
  /** Elements with an index are stored first, then those without, then as many as the length requires. */
  readonly turn: 0 | 1 | 2;
}

/** Undefined for a variable that is not part of a request, such as the result of a function. */
function placeIn(name: string, value: Value, example: Example): Place | undefined {
  const [key, role] = readVariable(name);
  switch (role) {
    case "value": {
      const sized = /^len\((.*)\)$/s.exec(key)?.[1];
      return sized === undefined ? pathIn(key, value) : lastOf(sized, Number(value));
    }
    case "present": {
      const place = pathIn(key, value === true ? undefined : null);
      // Entries of maps, such as headers, are missing unless they are given.
      return value === true || place?.path.length === 0 ? place : undefined;
    }
    case "some": {
      // An array without an element that has a property can be empty.
      const isMissing = example.get(variable(key, "present")) === false;
      const place = value === false && !isMissing ? pathIn(key, undefined) : undefined;
      return place?.path.length === 0 ? place : undefined;
    }
    case "element": {
      const [array] = readVariable(key);
      const isNeeded = example.get(key) === true && !example.has(variable(array, "only"));
      return isNeeded ? atEnd(array, value) : undefined;
    }
    case "only":
      return example.has(variable(`${key}[0]`, "value")) ? undefined : atEnd(key, value);
    default:
      return undefined;
  }
}

/** The last element of an array of the given length. */
function lastOf(array: string, length: number): Place | undefined {
  const place = length > longestArray ? undefined : pathIn(array, undefined);
  const path = length > 0 ? [length - 1] : [];
  return place && { ...place, path: [...place.path, ...path], turn: 2 };
}

const longestArray = 100;

function atEnd(array: string, value: Value): Place | undefined {
  const place = pathIn(array, value);
  return place && { ...place, path: [...place.path, -1], turn: 1 };
}

function pathIn(key: string, value: Place["value"]): Place | undefined {
  const [, field = "", indexes = ""] =
    /^([\w.]+)((?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])*)$/.exec(key) ?? [];
  if (field === "") return undefined;
  const path = [...indexes.matchAll(/\[("(?:[^"\\]|\\.)*"|\d+)\]/g)].map(
    ([, step = ""]) => JSON.parse(step) as string | number,
  );
  return { field, path, value, turn: 0 };
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
  const names = Object.keys(all);
  return names.some((it) => {
    const parts = rest[it] === undefined ? [] : partsOf(it);
    return names.some((other) => other !== it && partsOf(other).some((one) => parts.includes(one)));
  });
}

/** The parts of the URL that a field has. */
function partsOf(field: string): readonly string[] {
  const [, part] = /^(?:raw\.)?http\.request\.(full_uri|uri\b.*)$/.exec(field) ?? [];
  if (part === undefined) return [];
  if (part.startsWith("uri.path")) return ["path"];
  return /^uri\.(?:query|args)/.test(part) ? ["query"] : ["path", "query"];
}
