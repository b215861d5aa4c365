import type { RequestFields } from "../../core/trial.ts";
import {
  argumentsIn,
  extensionOf,
  groupByName,
  normalizedUri,
  pathOf,
  percentDecoded,
  queryOf,
  rawExtensionOf,
} from "../../vocabulary/uri.ts";
import { headerFields } from "../catalog/headers.ts";
import { PartialMap, unknownValue } from "../evaluation/value.ts";

/** The URL of a request. The host and scheme are undefined if only a path is given. */
export interface Address {
  readonly scheme: "http" | "https" | undefined;
  readonly host: string | undefined;
  /** Path and query. */
  readonly uri: string;
  readonly full: string | undefined;
}

/** `https://host/path?query`, or only the path. The fragment never reaches the service. */
export function addressIn(text: string): Address | undefined {
  if (text.startsWith("/") && !text.startsWith("//")) {
    return { scheme: undefined, host: undefined, uri: withoutFragment(text), full: undefined };
  }
  const parts = /^(https?):\/\/([^/?#@\s]+)((?:[/?#]\S*)?)$/i.exec(text);
  if (!parts) return undefined;
  const [, scheme = "", authority = "", rest = ""] = parts;
  const host = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/.exec(authority)?.[1];
  if (host === undefined) return undefined;
  const kept = withoutFragment(rest);
  const uri = kept.startsWith("/") ? kept : `/${kept}`;
  const lower = scheme.toLowerCase() === "https" ? "https" : "http";
  return { scheme: lower, host, uri, full: `${lower}://${authority}${uri}` };
}

function withoutFragment(text: string): string {
  const mark = text.indexOf("#");
  return mark === -1 ? text : text.slice(0, mark);
}

type Values = ReadonlyMap<string, readonly string[]>;

const headerOf: ReadonlyMap<string, string> = new Map(
  [...headerFields].map(([header, field]) => [field, header]),
);

/**
 * A request in one line. Other fields are derived from its URL and headers. Headers, cookies and query parameters that
 * are not given are missing; any other field is unknown.
 */
export class ParsedRequest implements RequestFields {
  readonly read = new Map<unknown, unknown>();
  private readonly known = new Map<string, unknown>();
  private sent: readonly RequestFields[] | undefined;

  constructor(
    readonly method: string,
    readonly address: Address,
    private readonly given: ReadonlyMap<string, unknown>,
    /** The names of headers as they were given, by their lowercase names. */
    private readonly spelling: ReadonlyMap<string, string> = new Map(),
    /** Path and query as rules see them, if a step of the service has changed them. */
    private readonly seen?: string,
  ) {}

  /** The request after a step of the service. */
  changed({ uri = this.seen, headers, fields = {} }: RequestChanges): ParsedRequest {
    const given = new Map([...this.given, ...Object.entries(fields)]);
    if (uri !== this.seen) for (const name of given.keys()) if (isOfUrl(name)) given.delete(name);
    if (headers) {
      // Nothing changes the host that the client requested.
      for (const field of [...headerOf.keys(), ...merged])
        if (field !== "http.host") given.delete(field);
      given.set("http.request.headers", headers);
    }
    return new ParsedRequest(this.method, this.address, given, this.spelling, uri);
  }

  get(name: string): unknown {
    if (this.known.has(name)) return this.known.get(name);
    const isGiven = this.given.has(name) && !merged.has(name);
    const value = isGiven ? this.given.get(name) : (this.derived(name) ?? unknownValue);
    this.known.set(name, value);
    return value;
  }

  /** With the names of headers as HTTP/1 and HTTP/2 send them, as far as the version is not known. */
  alternatives(): readonly RequestFields[] {
    this.sent ??= this.namings().map((names) => ({
      get: (name) => (name === headerNames ? names : this.get(name)),
    }));
    return this.sent;
  }

  /** The lists that the names of the headers may be. */
  namings(): readonly (readonly string[])[] {
    if (this.isPartial("http.request.headers")) return [];
    const lower = namesIn(this.headers());
    const version = this.text("http.request.version");
    if (version !== undefined && !version.startsWith("HTTP/1")) return [lower];
    const sent = lower.map((it) => this.spelling.get(it) ?? it);
    const usual = lower.map((it) => this.spelling.get(it) ?? capitalizedName(it));
    const all = [usual, version === undefined ? lower : sent];
    return all.filter((it, at) => at === 0 || it.some((name, index) => name !== usual[index]));
  }

  private derived(name: string): unknown {
    const prefix = name.startsWith("raw.") ? "raw." : "";
    const field = name.slice(prefix.length);
    const from = Object.hasOwn(derivations, field) ? derivations[field] : undefined;
    if (from) return from(this, prefix);
    const header = headerOf.get(name);
    return header === undefined ? undefined : this.headers().get(header)?.[0];
  }

  /** Normalized, unless it is for a raw field. */
  url(prefix: Prefix = ""): Address & { readonly method: string } {
    const { address, method } = this;
    if (prefix === "raw.") return { ...address, method };
    const { uri, full } = address;
    const origin = full?.slice(0, full.length - uri.length);
    const normalized = this.seen ?? normalizedUri(uri);
    return { ...address, method, uri: normalized, full: full && `${origin}${normalized}` };
  }

  /** The headers that were given, and those derived from other fields. */
  headers(): Values {
    const found = new Map(this.values("http.request.headers"));
    if (this.address.host !== undefined && !found.has("host")) {
      found.set("host", [String(this.given.get("http.host") ?? this.address.host)]);
    }
    for (const [header, field] of headerFields) {
      const value = this.given.get(field);
      if (typeof value === "string" && !found.has(header)) found.set(header, [value]);
    }
    return found;
  }

  cookies(): Values {
    const found = new Map(this.values("http.request.cookies"));
    const text = this.headers().get("cookie")?.join("; ") ?? "";
    const pairs = text
      .split(";")
      .flatMap((it) => argumentsIn(it.trim()).slice(0, 1))
      .map(([name, value]) => [percentDecoded(name), value] as const);
    for (const [name, values] of groupByName(pairs)) {
      if (!found.has(name)) found.set(name, values);
    }
    return found;
  }

  values(field: string): Values {
    const given = this.given.get(field) as Values | PartialMap | undefined;
    if (given instanceof PartialMap) return new Map(Object.entries(given.known)) as Values;
    return given ?? new Map();
  }

  isPartial(field: string): boolean {
    return this.given.get(field) instanceof PartialMap;
  }

  /** All values of a map, which may have others if only some were given. */
  whole(field: string, values: Values): Values | PartialMap {
    if (!this.isPartial(field)) return values;
    return new PartialMap(Object.fromEntries(values));
  }

  /** The value of a field, if it is a known string. */
  text(field: string): string | undefined {
    const value = this.get(field);
    return typeof value === "string" ? value : undefined;
  }

  givenNames(): readonly string[] {
    return [...this.given.keys()];
  }

  /** Whether one of the fields was given. */
  isGiven(...fields: readonly string[]): boolean {
    return fields.some((it) => this.given.has(it));
  }
}

/** The changes of a step of the service. */
export interface RequestChanges {
  /** Path and query. */
  readonly uri?: string | undefined;
  readonly headers?: Values | undefined;
  readonly fields?: Readonly<Record<string, unknown>>;
}

function isOfUrl(field: string): boolean {
  return /^http\.request\.(?:full_uri$|uri\b)/.test(field);
}

/** Fields whose given entries are combined with derived ones. */
const merged: ReadonlySet<string> = new Set(["http.request.headers", "http.request.cookies"]);

const headerNames = "http.request.headers.names";
const path = "http.request.uri.path";
const query = "http.request.uri.query";

/** Raw fields contain what the client sent; the others are normalized. */
type Prefix = "" | "raw.";

const derivations: Readonly<Record<string, (request: ParsedRequest, prefix: Prefix) => unknown>> = {
  "http.request.method": (it) => it.url().method,
  "http.host": (it) => it.url().host,
  ssl: (it) => (it.url().scheme === undefined ? undefined : it.url().scheme === "https"),
  "http.request.uri": (it, prefix) => {
    if (!it.isGiven(prefix + path, prefix + query)) return it.url(prefix).uri;
    const search = it.text(prefix + query);
    return `${it.text(prefix + path)}${search ? `?${search}` : ""}`;
  },
  "http.request.full_uri": (it, prefix) => it.url(prefix).full,
  [path]: (it, prefix) => pathOf(it.url(prefix).uri),
  [query]: (it, prefix) => queryOf(it.url(prefix).uri),
  "http.request.uri.path.extension": (it, prefix) =>
    (prefix === "" ? extensionOf : rawExtensionOf)(it.text(prefix + path) ?? ""),
  "http.request.uri.args": (it, prefix) => groupByName(argumentsOf(it, prefix)),
  "http.request.uri.args.names": (it, prefix) => argumentsOf(it, prefix).map(([name]) => name),
  "http.request.uri.args.values": (it, prefix) => argumentsOf(it, prefix).map(([, value]) => value),
  "http.request.headers": (it) => it.whole("http.request.headers", it.headers()),
  [headerNames]: (it) => {
    const [names, ...others] = it.namings();
    return others.length === 0 ? names : undefined;
  },
  "http.request.headers.values": (it) => [...it.headers().values()].flat(),
  "http.request.cookies": (it) => it.whole("http.request.cookies", it.cookies()),
  "http.cookie": (it) => cookieText(it),
  "http.request.accepted_languages": (it) =>
    it.isPartial("http.request.headers")
      ? undefined
      : languagesIn(it.headers().get("accept-language")),
  "http.response.headers": () => new Map(),
  "http.response.content_type.media_type": (it) =>
    mediaTypeIn(it.values("http.response.headers").get("content-type")),
  "http.response.headers.names": (it) => namesIn(it.values("http.response.headers")),
  "http.response.headers.values": (it) => [...it.values("http.response.headers").values()].flat(),
};

function argumentsOf(request: ParsedRequest, prefix: Prefix) {
  return argumentsIn(request.text(prefix + query) ?? "");
}

/** The languages by weight, without `*`. Undefined for headers whose order is not documented. */
function languagesIn(headers: readonly string[] = []): readonly string[] | undefined {
  const items = headers
    .join()
    .split(",")
    .map((it) => it.trim())
    .filter((it) => it !== "");
  const read = items.map((it) =>
    /^([\w-]+|\*)(?:\s*;\s*q=(0\.\d{1,3}|1(?:\.0{1,3})?))?$/i.exec(it),
  );
  if (headers.length > 1 || read.includes(null)) return undefined;
  const weighed = read.flatMap((it) =>
    it ? [{ name: it[1] ?? "", weight: Number(it[2] ?? 1) }] : [],
  );
  if (weighed.some(({ weight }) => weight === 0)) return undefined;
  return weighed
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name)
    .filter((it) => it !== "*");
}

function mediaTypeIn([header, ...more]: readonly string[] = []): string | undefined {
  if (header === undefined || more.length > 0) return undefined;
  return (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** As most programs send it in HTTP/1. */
export function capitalizedName(header: string): string {
  return header.replace(/(?<![a-z\d])[a-z]/g, (letter) => letter.toUpperCase());
}

function namesIn(values: Values): readonly string[] {
  return [...values].flatMap(([name, each]) => each.map(() => name));
}

/** The header, or the cookies that were given. */
function cookieText(request: ParsedRequest): string | undefined {
  const header = request.headers().get("cookie")?.[0];
  if (header !== undefined) return header;
  const given = request.values("http.request.cookies");
  if (given.size === 0) return undefined;
  return [...given].flatMap(([name, each]) => each.map((it) => `${name}=${it}`)).join("; ");
}
