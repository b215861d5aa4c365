import type { Witness } from "../../core/meaning/meaning.ts";
import type { Example } from "../../core/meaning/relation.ts";
import type { Num } from "../../core/solver/number-set.ts";
import type { Value } from "../../core/solver/values.ts";
import { formatAddress, parseAddress } from "../../vocabulary/ip.ts";
import { extensionOf, normalizedUri } from "../../vocabulary/uri.ts";
import type { Scheme } from "../catalog/scheme.ts";
import type { Type } from "../catalog/type.ts";
import { decodeBase64 } from "../evaluation/encodings.ts";
import { readVariable, variable } from "../logic/formula/variables.ts";
import { addressOf, numberOf } from "../logic/numbers.ts";
import { isUtf8, textOfBytes } from "../syntax/bytes.ts";
import { agreeing } from "./shared-headers.ts";
import { withArguments } from "./url-arguments.ts";
import { ofOneVisitor } from "./visitor.ts";

type Fields = Record<string, unknown>;

/**
 * Requests with the values of an example. The first one has ordinary values for the empty parts of the URL, which the conditions
 * may allow. Empty if the values cannot be written as a request.
 */
export function requestsOf(example: Example, scheme: Scheme): Witness[] {
  const fields = fieldsOf(example, scheme);
  if (!fields) return [];
  const entries = Object.entries(fields);
  const ordinary = entries.filter(([name, value]) => value !== "" || !inUrl.has(name));
  const all = ordinary.length < entries.length ? [Object.fromEntries(ordinary), fields] : [fields];
  const { [path]: given } = fields;
  if (typeof given === "string" && !given.startsWith("/"))
    all.push({ ...fields, [path]: `/${given}` });
  // Rules usually see the path that is sent.
  const { [rawPath]: sent, ...seen } = fields;
  if (typeof sent === "string")
    all.unshift(seen, ...(sent.startsWith("/") ? [{ ...seen, [path]: sent }] : []));
  const matters = (field: string, key = ""): boolean =>
    [...example.keys()].some((it) => it.includes(field) && it.includes(key));
  return all
    .flatMap(ofOneVisitor)
    .flatMap((it) => agreeing(it, matters))
    .flatMap(withArguments)
    .flatMap((it) => withUrl(it) ?? []);
}

/** Requests with these values, as an evaluator reads them. None if they cannot be shown. */
export function requestsWith(values: Readonly<Record<string, unknown>>): readonly Witness[] {
  const shown = Object.entries(values).map(([name, it]) => [name, shownSample(it)] as const);
  if (shown.some(([, it]) => it === undefined)) return [];
  return ofOneVisitor(Object.fromEntries(shown))
    .flatMap((it) => agreeing(it, (field) => Object.hasOwn(values, field)))
    .flatMap(withArguments)
    .flatMap((it) => withUrl(it) ?? []);
}

/** The values with a text in place of bytes that are no text. Undefined if there are no such bytes. */
export function withTexts(values: Readonly<Record<string, unknown>>): Fields | undefined {
  let hasBytes = false;
  const textIn = (value: unknown): unknown => {
    hasBytes ||= value instanceof Uint8Array;
    if (value instanceof Uint8Array) return "example";
    return Array.isArray(value) ? value.map(textIn) : value;
  };
  const texts = Object.entries(values).map(([name, it]) => [name, textIn(it)] as const);
  return hasBytes ? Object.fromEntries(texts) : undefined;
}

function shownSample(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "symbol") return undefined;
  // JSON cannot represent larger integers exactly.
  if (typeof value === "bigint")
    return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  if (value instanceof Uint8Array) return undefined;
  if (Array.isArray(value)) {
    const all = value.map(shownSample);
    return all.includes(undefined) ? undefined : all;
  }
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, it]) => [key, shownSample(it)] as const);
  return entries.some(([, it]) => it === undefined) ? undefined : Object.fromEntries(entries);
}

/** The values of an example, as fields. Undefined if they cannot be written. */
export function fieldsOf(example: Example, scheme: Scheme): Fields | undefined {
  const fields: Fields = {};
  const places = [...example].flatMap(([name, value]) => placeIn(name, value, example) ?? []);
  // An array is filled up to its highest index.
  if (places.some(({ path }) => path.some((it) => typeof it === "number" && it >= longestArray)))
    return undefined;
  for (const [index, place] of places.sort((a, b) => a.turn - b.turn).entries()) {
    const { field, value } = place;
    if (value === null) {
      fields[field] ??= null;
      continue;
    }
    let type = scheme.field(field)?.type;
    const path = place.path.map((step) => {
      const isAnyKey = step === -1 && type?.kind === "Map";
      type = type && "of" in type ? type.of : undefined;
      return isAnyKey ? `example-${index + 1}` : step;
    });
    const any = type && shownValue(undefined, type);
    const shown = type && value !== undefined ? shownValue(value, type) : any;
    if (shown === undefined) return undefined;
    store(fields, [field, ...path], { shown, any, isKnown: value !== undefined });
  }
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
      const [, array] = /^len\((.*)\)$/s.exec(key) ?? [];
      const length = Number(value);
      if (array === undefined) return placeAt(key, value) ?? placeOfArgument(key, value, example);
      if (length > longestArray) return undefined;
      return placeAt(length > 0 ? `${array}[${length - 1}]` : array, undefined, 2);
    }
    case "present": {
      const place = placeAt(key, value === true ? undefined : null);
      // Entries of maps, such as headers, are missing unless they are given.
      return value === true || place?.path.length === 0 ? place : undefined;
    }
    case "some": {
      // An array without an element that has a property can be empty.
      const isMissing = example.get(variable(key, "present")) === false;
      const place = value === false && !isMissing ? placeAt(key, undefined) : undefined;
      return place?.path.length === 0 ? place : undefined;
    }
    case "element": {
      const [array] = readVariable(key);
      const isNeeded = example.get(key) === true && !example.has(variable(array, "only"));
      return isNeeded ? placeAt(`${array}[-1]`, value, 1) : undefined;
    }
    case "only":
      return example.has(variable(`${key}[0]`)) ? undefined : placeAt(`${key}[-1]`, value, 1);
    default:
      return undefined;
  }
}

const longestArray = 100;

/** The argument of a function that turns each value into another one, unless it has a value of its own. */
function placeOfArgument(key: string, result: Value, example: Example): Place | undefined {
  const [, name, argument = ""] =
    /^(to_string|encode_base64)\(([^()]*?)(?:,"[pu]*")?\)$/s.exec(key) ?? [];
  if (name === undefined || typeof result !== "string" || example.has(variable(argument)))
    return undefined;
  const value = name === "to_string" ? valueNamed(result) : decodeBase64(result);
  return value === undefined ? undefined : placeAt(argument, value);
}

function valueNamed(text: string): Value | undefined {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const address = parseAddress(text);
  return address && numberOf(address.value);
}

function placeAt(key: string, value: Place["value"], turn: Place["turn"] = 0): Place | undefined {
  const [, field, indexes = ""] =
    /^([\w.]+)((?:\[(?:"(?:[^"\\]|\\.)*"|-?\d+)\])*)$/.exec(key) ?? [];
  // Each index with its brackets is an array of JSON.
  const steps = indexes.match(/\[(?:"(?:[^"\\]|\\.)*"|-?\d+)\]/g) ?? [];
  const path = steps.flatMap((it) => JSON.parse(it));
  return field === undefined ? undefined : { field, path, value, turn };
}

function shownValue(value: Value | undefined, type: Type): unknown {
  switch (type.kind) {
    case "String":
      if (value === undefined) return "";
      return typeof value === "string" && isUtf8(value) ? textOfBytes(value) : undefined;
    case "Integer":
      return shownSample(BigInt(value ?? 0));
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

interface Shown {
  readonly shown: unknown;
  /** A placeholder of the same type. */
  readonly any: unknown;
  readonly isKnown: boolean;
}

function store(fields: Fields, steps: Place["path"], { shown, any, isKnown }: Shown): void {
  let owner: Record<string | number, unknown> = fields;
  steps.forEach((step, at) => {
    const next = steps[at + 1];
    const key = step === -1 && Array.isArray(owner) ? owner.length : step;
    if (Array.isArray(owner)) while (owner.length < Number(key)) owner.push(any);
    if (next !== undefined) owner[key] ??= typeof next === "number" ? [] : {};
    // A known value replaces a placeholder for a value that is only known to be present.
    else if (isKnown) owner[key] = shown;
    else owner[key] ??= shown;
    owner = owner[key] as typeof owner;
  });
}

const host = "http.host";
const path = "http.request.uri.path";
const rawPath = `raw.${path}`;
const extension = `${path}.extension`;
const query = "http.request.uri.query";
const uri = "http.request.uri";
const fullUri = "http.request.full_uri";
const inUrl: ReadonlySet<string> = new Set(["http.request.method", host, path]);

/** The parts of a URL, which are dropped if the URL itself is given. */
const partsOf = { [fullUri]: [host, "ssl", uri, path, query], [uri]: [path, query] };

/** Moves fields into the request line where they can be written as parts of the URL. */
function withUrl(given: Readonly<Fields>): Witness | undefined {
  const all = { ...given };
  for (const [url, parts] of Object.entries(partsOf))
    if (typeof all[url] === "string") for (const it of parts) delete all[it];
  if (extensionIn(all) === all[extension]) delete all[extension];
  const fields = { ...all };
  const take = (name: string, form: RegExp): string | undefined => {
    const value = fields[name];
    if (typeof value !== "string" || !form.test(value)) return undefined;
    const written = value.replace(/^https?:\/\/[^/]*/, "");
    // Only a query is not normalized.
    if (name !== query && normalizedUri(written) !== written) return undefined;
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

/** The extension of the path that is given, alone or in a URL. */
function extensionIn(fields: Fields): string | undefined {
  const given = [path, uri, fullUri].map((it) => fields[it]).find((it) => typeof it === "string");
  if (typeof given !== "string") return undefined;
  const [address = ""] = given.split("?");
  return extensionOf(address.replace(/^https?:\/\/[^/]*/, ""));
}

/** Whether a part of the URL is also set as a field, and may differ from the URL. */
function contradicts(all: Fields, rest: Fields): boolean {
  return [ofPath, ofQuery].some((part) => {
    const names = Object.keys(all).filter((it) => part.test(it));
    return names.length > 1 && names.some((it) => rest[it] !== undefined);
  });
}

const ofPath = /^(?:raw\.)?http\.request\.(?:full_uri|uri|uri\.path.*)$/;
const ofQuery = /^(?:raw\.)?http\.request\.(?:full_uri|uri|uri\.(?:query|args).*)$/;
