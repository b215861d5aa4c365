import { headerFields, madeOfHeaders } from "../catalog/headers.ts";
import type { Variable } from "../requests/candidates.ts";
import { capitalizedName } from "../requests/request.ts";

/** Null means that the field is missing. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a field, or an entry of it, matters for a request, also if it is missing. */
export type Matters = (field: string, key?: string) => boolean;

const headerMap = "http.request.headers";
const [namesField, valuesField] = [`${headerMap}.names`, `${headerMap}.values`];
const lists = [namesField, valuesField];
const cookieMap = "http.request.cookies";
const cookieField = "http.cookie";
const hostField = "http.host";
const urls = ["http.request.full_uri", "raw.http.request.full_uri"];

/**
 * The request with fields that agree where they contain the same header, which the solver does not know: with one of the values,
 * or with both one after the other. Each is right if the evaluator accepts it. None if it is not known what they contain.
 */
export function agreeing(fields: Fields, matters: Matters): readonly Fields[] {
  if (madeOfHeaders.some(([field, ...entry]) => field in fields && matters(...entry))) return [];
  let found = [fields];
  for (const [header, field] of headerFields)
    found = found.flatMap((it) => withHeader(it, header, field, matters));
  return found
    .flatMap((it) => withCookies(it, matters))
    .flatMap(withHosts)
    .flatMap((it) => withListed(it, matters));
}

/** A host that may be any can be one of the listed values, all of which may have to meet a condition. */
function withHosts(fields: Fields): readonly Fields[] {
  const isGiven = [hostField, ...urls].some((it) => it in fields);
  const host = textsIn(fields, valuesField).find((it) => plainHost.test(it));
  const isListed = mapIn(fields, headerMap).host !== undefined;
  return isGiven || isListed || host === undefined
    ? [fields]
    : [fields, { ...fields, [hostField]: host }];
}

function withHeader(
  fields: Fields,
  header: string,
  field: string,
  matters: Matters,
): readonly Fields[] {
  const headers = mapIn(fields, headerMap);
  const values = headers[header];
  const url = field === hostField ? urls.map((it) => fields[it]).find(isText) : undefined;
  // A host that may be any is not among the fields.
  const any = field === hostField && matters(field) ? "" : undefined;
  const own = url === undefined ? (fields[field] ?? any) : (hostOf(url) ?? "");
  if (values === undefined || !isText(own)) return [fields];
  const [other] = values;
  const all = other === undefined || url !== undefined ? [own] : [own, other, own + other];
  // It is not known how a port or capitals are passed on.
  const known = all.filter((it) => field !== hostField || plainHost.test(it));
  return [...new Set(known)].map((value) => ({
    ...fields,
    ...(url === undefined ? { [field]: value } : {}),
    [headerMap]: { ...headers, [header]: [value] },
  }));
}

const plainHost = /^[a-z0-9][a-z0-9.-]*$/;

function hostOf(url: string): string | undefined {
  return /^https?:\/\/([^/]*)\//.exec(url)?.[1];
}

/** All cookies in one text, of which it is certain which cookies it has. */
function withCookies(fields: Fields, matters: Matters): readonly Fields[] {
  const headers = mapIn(fields, headerMap);
  const { [cookieMap]: map, ...rest } = fields;
  const isHeader = headers.cookie !== undefined;
  const given = isHeader ? headers.cookie?.[0] : fields[cookieField];
  const isListed = lists.some((it) => it in fields);
  if (!map || (!isText(given) && !isListed && !matters(headerMap, "cookie"))) return [fields];
  const pairs = Object.entries(mapIn(fields, cookieMap)).flatMap(([name, values]) =>
    values.map((it) => `${name}=${it}`),
  );
  const [text, cookies] = [isText(given) ? given : "", pairs.join("; ")];
  const all = [text, cookies, `${text}; ${cookies}`, `${cookies}; x=${text}`];
  return all
    .filter((it) => plainCookies.test(it))
    .map((it) => ({
      ...rest,
      [cookieField]: it,
      ...(isHeader ? { [headerMap]: { ...headers, cookie: [it] } } : {}),
    }));
}

const plainCookies = /^(?:[\w-]+=[\w.:/-]*(?:; [\w-]+=[\w.:/-]*)*)?$/;

/** The lists of all names and values with the headers that have them. Names are spelled as in HTTP/2, or in HTTP/1. */
function withListed(fields: Fields, matters: Matters): readonly Fields[] {
  const [names = "", values = ""] = lists.filter((it) => it in fields || matters(it));
  if (names === "") return [fields];
  const headers = listedHeaders(fields);
  const given = textsIn(fields, namesField);
  const spellings = [(it: string) => it, capitalizedName].map((spelled) =>
    [...headers].flatMap(([key, all]) => {
      const own = given.find((it) => it.toLowerCase() === key);
      return all.map(() => own ?? spelled(key));
    }),
  );
  const isOld = String(fields["http.request.version"] ?? "HTTP/1").startsWith("HTTP/1");
  const sent = spellings.filter((spelled) => isOld || !spelled.some((it) => /[A-Z]/.test(it)));
  const agreed = sent.map((spelled) => ({
    ...fields,
    [headerMap]: Object.fromEntries(headers),
    ...Object.fromEntries(
      [names, values]
        .filter((it) => it !== "")
        .map((it) => [it, it === namesField ? spelled : [...headers.values()].flat()]),
    ),
  }));
  // Nothing contradicts a list that is all that is known of the headers, even if no request has such headers.
  const isAlone = Object.keys(fields).filter((it) => ofHeaders.has(it)).length === 1;
  return isAlone ? [...agreed, fields] : agreed;
}

const ofHeaders: ReadonlySet<string> = new Set([
  ...lists,
  headerMap,
  ...[...headerFields].map(([, field]) => field),
]);

/** All headers of a request: those that are listed first. */
function listedHeaders(fields: Fields): ReadonlyMap<string, readonly string[]> {
  const map = new Map(Object.entries(mapIn(fields, headerMap)));
  for (const [header, field] of headerFields)
    if (isText(fields[field]) && fields[field] !== "") map.set(header, [fields[field]]);
  const values = textsIn(fields, valuesField);
  if (!map.has("host")) map.set("host", ["example.com"]);
  const has = new Set([...map.values()].flat());
  const rest = values.filter((it) => !has.has(it));
  const named = namedAt(
    textsIn(fields, namesField).map((it) => it.toLowerCase()),
    [...map.keys()],
  );
  const listed = new Map<string, readonly string[]>();
  // A name that is listed twice has two values.
  for (const it of named) {
    const known = map.get(it);
    listed.set(it, known ?? [...(listed.get(it) ?? []), rest.shift() ?? "example"]);
  }
  for (const [at, value] of rest.entries()) listed.set(`x-example-${at + 1}`, [value]);
  return new Map([...listed, ...map]);
}

/** The names at their places. Names that may be any are other headers of the request, or examples. */
function namedAt(given: readonly string[], all: readonly string[]): readonly string[] {
  const others = all.filter((it) => !given.includes(it));
  const last = given.findLastIndex((it) => it !== "");
  return given
    .slice(0, last + 1)
    .map((it, at) => (it === "" ? (others.shift() ?? `x-example-${at + 1}`) : it));
}

function textsIn(fields: Fields, list: string): readonly string[] {
  const all = fields[list];
  return Array.isArray(all) ? all.map(String) : [];
}

function mapIn(fields: Fields, name: string): Readonly<Record<string, readonly string[]>> {
  const map = fields[name];
  return typeof map === "object" && map !== null ? (map as Record<string, string[]>) : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Fields of rules that contain the same header, as they are written. */
export function sharedHeaders(mentions: readonly Variable[]): readonly string[] {
  const those = (fields: readonly string[]) => mentions.filter((it) => fields.includes(it.field));
  const entry = (map: string, header: string) =>
    mentions.filter((it) => it.field === map && [undefined, header].includes(it.key));
  const all = [
    ...[...headerFields].map(([header, field]) => [
      those(field === hostField ? [field, ...urls] : [field]),
      [...entry(headerMap, header), ...those(lists)],
    ]),
    ...madeOfHeaders.map(([field, map, header]) => [those([field]), entry(map, header)]),
    [those([cookieMap]), [...those([cookieField, ...lists]), ...entry(headerMap, "cookie")]],
  ];
  const shared = all.filter((sides) => sides.every((it) => it.length > 0));
  return [...new Set(shared.flat(2).map(written))];
}

function written({ field, key }: Variable): string {
  return key === undefined ? field : `${field}[${JSON.stringify(key)}]`;
}
