import { type Choices, combinations } from "../../core/meaning/samples.ts";
import { kept } from "../../core/solver/kept.ts";
import type { RequestFields } from "../../core/trial.ts";
import { continentOf, isInEuropeanUnion } from "../../vocabulary/continents.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/fields.ts";
import { maxInteger, minInteger } from "../catalog/limits.ts";
import type { Scheme } from "../catalog/scheme.ts";
import type { Type } from "../catalog/type.ts";
import type { Request } from "../evaluation/value.ts";
import type { Variable } from "./candidates.ts";
import { addressIn, ParsedRequest } from "./request.ts";

interface VariableChoices extends Choices {
  readonly field: string;
  readonly key: string | undefined;
}

/** Requests at the values of some rules and next to them, with fields that are missing or empty. Valid by the catalog. */
export function requestsAround(variables: readonly Variable[], scheme: Scheme): readonly Request[] {
  const choices = choicesIn(variables, scheme);
  return Array.from(combinations(choices), (values) => madeOf(choices, values, scheme).given);
}

/** Requests with a chosen value for each field or entry. */
export class Requests {
  /** The number of values to choose from, by the index of the field or entry. */
  readonly counts: readonly number[];
  private readonly choices: readonly VariableChoices[];
  private readonly values: readonly (readonly unknown[])[];
  private readonly byField = new Map<string, number[]>();
  private readonly byFamily = new Map<string, number[]>();

  constructor(
    variables: readonly Variable[],
    private readonly scheme: Scheme,
    {
      known = {},
      canOccur,
    }: {
      /** Values to start with. */
      readonly known?: Readonly<Record<string, unknown>> | undefined;
      readonly canOccur: CanOccur;
    },
  ) {
    const all = fitChoices(variables, scheme, canOccur);
    this.choices = all.map((it) => it.choices);
    this.values = all.map(({ choices, fit, isFit }) => {
      const { field, key, near } = choices;
      const entries = known[field] as Readonly<Record<string, unknown>> | null | undefined;
      const first = (key === undefined ? entries : entries?.[key]) ?? undefined;
      const values = [...new Set([...(isFit(first) ? [first] : []), ...fit])];
      const isOptional = near.includes(undefined) || values.length === 1;
      return values.filter((it) => it !== undefined || isOptional).slice(0, mostChoices);
    });
    this.counts = this.values.map((it) => it.length);
    for (const [at, { field }] of this.choices.entries()) {
      kept(this.byField, field, () => []).push(at);
      kept(this.byFamily, familyOf(field), () => []).push(at);
    }
  }

  make(chosen: readonly number[]): { readonly fields: RequestFields; readonly given: Request } {
    const values = this.values.map((all, at) => all[chosen[at] ?? 0]);
    return madeOf(this.choices, values, this.scheme, true);
  }

  /** The indexes of some fields and their entries. */
  reading(names: ReadonlySet<string>): readonly number[] {
    return [...names].flatMap((it) => this.byField.get(it) ?? []);
  }

  /** Also the indexes of other fields that they may be derived from. */
  dependingOn(names: ReadonlySet<string>): readonly number[] {
    const families = new Set([...names].map(familyOf));
    return [...families].flatMap((it) => this.byFamily.get(it) ?? []);
  }
}

const mostChoices = 48;

type CanOccur = (fields: Readonly<Record<string, unknown>>) => boolean;

interface FitChoices {
  readonly choices: VariableChoices;
  readonly isFit: (value: unknown) => boolean;
  readonly fit: readonly unknown[];
}

/** Several searches choose from the same values. */
const knownChoices = new WeakMap<readonly Variable[], Map<CanOccur, readonly FitChoices[]>>();

function fitChoices(
  variables: readonly Variable[],
  scheme: Scheme,
  canOccur: CanOccur,
): readonly FitChoices[] {
  const known = kept(knownChoices, variables, () => new Map());
  return kept(known, canOccur, () =>
    choicesIn(variables, scheme, (it, { name }) => canOccur({ [name]: it })).map((choices) => {
      const { field, key, exact, near } = choices;
      const isFit = (it: unknown): boolean =>
        it === undefined || canOccur({ [field]: key === undefined ? it : { [key]: it } });
      return { choices, isFit, fit: [...new Set([undefined, ...exact, ...near])].filter(isFit) };
    }),
  );
}

function familyOf(field: string): string {
  if (/^(?:raw\.)?http\.(?!response|request\.body|request\.jwt)|^ssl$/.test(field))
    return "request";
  return /^cf\.client|bot$|country|continent|union$/.test(field) ? "visitor" : field;
}

function madeOf(
  choices: readonly VariableChoices[],
  values: readonly unknown[],
  scheme: Scheme,
  isExact = false,
) {
  const given = new Map<string, unknown>();
  for (const [index, it] of choices.entries()) set(given, it, values[index]);
  relate(given, scheme);
  const names = new Set(choices.map((it) => it.field));
  const request = requestOf(given, names, isExact);
  const entries = [...names].map((it) => [it, request.get(it)] as const);
  return { fields: request, given: Object.fromEntries(entries) };
}

/** The request with its whole URL in place of the parts of it. */
export function withWholeUrl(request: RequestFields, given: Request): Request {
  const rest = Object.entries(given).filter(([it]) => !isPartOfUrl(it));
  return { ...Object.fromEntries(rest), [fullUri]: request.get(fullUri) };
}

function choicesIn(
  variables: readonly Variable[],
  scheme: Scheme,
  canBe: (value: unknown, field: Field) => boolean = isPossible,
): readonly VariableChoices[] {
  const merged = new Map<string, Variable>();
  for (const it of variables) {
    const name = JSON.stringify([it.field, it.key]);
    const known = merged.get(name);
    merged.set(name, known ? { ...known, values: [...known.values, ...it.values] } : it);
  }
  return [...merged.values()].map(({ field, key, type, values }) => {
    const definition = scheme.field(field);
    const isValid = (it: unknown): boolean => !definition || canBe(it, definition);
    const exact = [...new Set(values)].filter((it) => it !== undefined && isValid(it));
    const near = [
      ...exact.flatMap((it, i) => valuesNear(it, exact[i + 1] ?? it, type)),
      ...mixedArrays(exact),
    ];
    const missing = key !== undefined || definition?.optional ? [undefined] : [];
    const others = [...missing, ...new Set(near.filter(isValid))];
    // A field that is never missing has a value, whatever the rules compare it with.
    const isEmpty = exact.length + others.length === 0;
    return { field, key, exact: isEmpty ? [someValue(definition)] : exact, near: others };
  });
}

function valuesNear(value: unknown, other: unknown, type: Type): unknown[] {
  if (typeof value === "string" && type.kind === "String") return textsNear(value, String(other));
  if (!Array.isArray(value) || type.kind !== "Array") return [];
  const [first] = value;
  const [second] = Array.isArray(other) ? other : [];
  if (first === undefined) return [[]];
  const near = valuesNear(first, second ?? first, type.of);
  return [...near.map((it) => [it]), [first, second ?? first], [near[0] ?? first, first]];
}

/** Each array of several elements, with the first element of another one in the first or last place, or after it. */
function mixedArrays(all: readonly unknown[]): unknown[] {
  const arrays = all.filter((it) => Array.isArray(it));
  const others = [...new Set(arrays.map((it) => it[0]))].slice(0, 4);
  const long = [...new Map(arrays.map((it) => [it.length > 1 && String(it), it])).values()];
  return long
    .filter((it) => it.length > 1)
    .slice(0, 4)
    .flatMap((it) =>
      others
        .filter((other) => other !== undefined && other !== it[0])
        .flatMap((other) => [
          [other, ...it.slice(1)],
          [...it.slice(0, -1), other],
          [...it, other],
        ]),
    );
}

function textsNear(text: string, other: string): string[] {
  const cased = [text.toLowerCase(), text.toUpperCase()];
  return ["", `${text}x`, `x${text}`, text.slice(0, -1), ...cased, `${text}${other}`, `/${text}`];
}

/** Whether the service documents that the field can have the value. */
export function isPossible(value: unknown, field: Field): boolean {
  if (Array.isArray(value)) return value.every((it) => isPossible(it, field));
  const { range, also = [], letters, closed, vocabulary, constant } = field;
  if (typeof value === "bigint") {
    if (value < minInteger || value > maxInteger) return false;
    const number = Number(value);
    if (constant !== undefined) return number === constant;
    if (number < 0) return range !== undefined && range[0] <= number;
    return !range || (range[0] <= number && number <= range[1]) || also.includes(number);
  }
  if (typeof value !== "string") return true;
  if (closed && vocabulary) return vocabularies[vocabulary].values.has(value);
  if (!letters) return true;
  return value === (letters === "lower" ? value.toLowerCase() : value.toUpperCase());
}

function someValue({ range, constant, closed, vocabulary }: Partial<Field> = {}): unknown {
  if (closed && vocabulary) return [...vocabularies[vocabulary].values.keys()][0];
  const number = constant ?? range?.[0];
  return number === undefined ? undefined : BigInt(number);
}

function set(given: Map<string, unknown>, { field, key }: VariableChoices, value: unknown): void {
  if (key === undefined) {
    given.set(field, value);
    return;
  }
  const entries = new Map((given.get(field) as ReadonlyMap<string, unknown> | undefined) ?? []);
  given.set(field, value === undefined ? entries : entries.set(key, value));
}

/** Makes fields agree that are about the same thing. */
function relate(given: Map<string, unknown>, scheme: Scheme): void {
  for (const name of [...given.keys()]) {
    const current = scheme.field(name)?.deprecated;
    if (current === undefined) continue;
    if (given.has(current)) given.set(name, given.get(current));
    else given.set(current, given.get(name));
  }
  const country = given.get("ip.src.country");
  const continent = typeof country === "string" ? continentOf(country) : undefined;
  if (continent !== undefined && given.has("ip.src.continent"))
    given.set("ip.src.continent", continent);
  if (typeof country === "string" && given.has("ip.src.is_in_european_union"))
    given.set("ip.src.is_in_european_union", isInEuropeanUnion(country));
  if (given.has("cf.client.bot") && given.has(verifiedBot))
    given.set("cf.client.bot", given.get(verifiedBot) ?? false);
  relateNames(given);
}

/** The names of the headers are the keys of their map, in any letter case. */
function relateNames(given: Map<string, unknown>): void {
  const [headers, names] = [given.get(headerMap), given.get(`${headerMap}.names`)];
  if (!(headers instanceof Map) || !Array.isArray(names)) return;
  const keys = names.map((it) => String(it).toLowerCase());
  const unnamed = [...headers.keys()].filter((it) => !keys.includes(it));
  given.set(`${headerMap}.names`, [...names, ...unnamed]);
  const others = keys.filter((it) => !headers.has(it)).map((it) => [it, [""]] as const);
  given.set(headerMap, new Map([...headers, ...others]));
}

const headerMap = "http.request.headers";

const verifiedBot = "cf.bot_management.verified_bot";
const path = "http.request.uri.path";
const query = "http.request.uri.query";
const fullUri = "http.request.full_uri";
const isOfUrl = /^(?:raw\.)?http\.request\.(?:full_uri|uri\b)/;
const isDerived = /^(?:raw\..*|http\.request\.(?:full_uri|uri|uri\.path\.extension))$/;
const isOutsidePath = /^(?:http\.host|ssl|(?:raw\.)?http\.request\.uri\.(?:query|args\b.*))$/;
const isOfQuery = /^http\.request\.uri\.(?:query|args\b.*)$/;

function isPartOfUrl(field: string): boolean {
  return isOfUrl.test(field) || field === "http.host" || field === "ssl";
}

/**
 * If a field contains a part of the URL or all of it, the other fields are derived from one URL. An exact request keeps the value of
 * a field that is the only one of the URL.
 */
function requestOf(
  given: Map<string, unknown>,
  fields: ReadonlySet<string>,
  isExact: boolean,
): RequestFields {
  const method = String(given.get("http.request.method") ?? "GET");
  const plain = { scheme: "https", host: "example.com", uri: "/", full: undefined } as const;
  const names = [...fields];
  const areRelated = names.filter((it) => isOfQuery.test(it)).length > 1;
  const inUrl = names.filter(isPartOfUrl);
  const isAlone = isExact && inUrl.length === 1 && !/full_uri$/.test(String(inUrl));
  if (isAlone || (!areRelated && !names.some((it) => isDerived.test(it))))
    return new ParsedRequest(method, plain, given);
  const address = addressIn(urlOf(given)) ?? plain;
  const rest = [...given].filter(
    ([it, value]) => !isPartOfUrl(it) || (isExact && isApart(it, value, inUrl)),
  );
  return new ParsedRequest(method, address, new Map(rest));
}

/** Whether no URL can have that host or path, while no other field has the same part of it. */
function isApart(field: string, value: unknown, inUrl: readonly string[]): boolean {
  if (typeof value !== "string") return false;
  if (field === "http.host")
    return !/^[\w.-]+$/.test(value) && !inUrl.some((it) => it.endsWith("full_uri"));
  return (
    field === path &&
    !value.startsWith("/") &&
    inUrl.every((it) => it === path || isOutsidePath.test(it))
  );
}

function urlOf(given: ReadonlyMap<string, unknown>): string {
  const text = (name: string): string | undefined => {
    const value = given.get(name) ?? given.get(`raw.${name}`);
    return typeof value === "string" ? value.replace(/[\s#]/g, "") : undefined;
  };
  const full = text(fullUri);
  if (full?.startsWith("http") && addressIn(full)) return full;
  const host = text("http.host") ?? "";
  const origin = `${given.get("ssl") === false ? "http" : "https"}://${/^[\w.-]+$/.test(host) ? host : "example.com"}`;
  const uri = text("http.request.uri");
  if (uri?.startsWith("/")) return `${origin}${uri}`;
  const file = text(path)?.replace(/^\/?/, "/").replaceAll("?", "");
  const extension = text(`${path}.extension`) ?? "";
  const parts = [text(query) ?? "", argumentsIn(given).replace(/[\s#]/g, "")];
  const search = parts.filter((it) => it !== "").join("&");
  const index = extension === "" ? "/" : `/index.${extension}`;
  return `${origin}${file ?? index}${search ? `?${search}` : ""}`;
}

/** A query with the names and values of arguments that are given. */
function argumentsIn(given: ReadonlyMap<string, unknown>): string {
  const at = (name: string) => (given.get(name) ?? []) as readonly string[];
  // One of the two lists may have to have more elements.
  const list = (name: string): readonly string[] => {
    const own = at(`http.request.uri.args.${name}`);
    return [...own, ...at(`raw.http.request.uri.args.${name}`).slice(own.length)];
  };
  const [names, values] = [list("names"), list("values")];
  const maps = ["http.request.uri.args", "raw.http.request.uri.args"].map((it) => given.get(it));
  const entries = maps.flatMap((it) =>
    it instanceof Map ? [...(it as ReadonlyMap<string, readonly string[]>)] : [],
  );
  const pairs = entries.flatMap(([name, all]) => all.map((it) => `${name}=${it}`));
  const count = Math.max(names.length, values.length) - pairs.length;
  const indexes = Array.from({ length: count }, (_, i) => i + pairs.length);
  const rest = indexes.map((i) => `${names[i] ?? "x"}=${values[i] ?? ""}`);
  return [...pairs, ...rest].join("&");
}
