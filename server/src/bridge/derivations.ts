import { PartialMap } from "../languages.ts";
import { isRecord } from "../text/record.ts";
import { continentOf, isInEuropeanUnion } from "../vocabulary/continents.ts";
import { attackClassOf } from "../vocabulary/detections.ts";
import {
  argumentsIn,
  extensionOf,
  groupByName,
  pathOf,
  percentDecoded,
  queryOf,
  rawExtensionOf,
} from "../vocabulary/uri.ts";
import { timeIn } from "./log-values.ts";
import { type CredentialResult, credentialResults, type Derivation } from "./rows.ts";

/** Receives the values of the log fields in the order of the row. Undefined means unknown. */
type Derive = (...values: readonly unknown[]) => unknown;

/** Derives from one string. */
function ofText(derive: (text: string) => unknown): Derive {
  return (value) => (typeof value === "string" ? derive(value) : undefined);
}

/** Derives from the concatenation of several strings. */
function ofTexts(derive: (text: string) => unknown): Derive {
  return (...values) =>
    values.every((it) => typeof it === "string") ? derive(values.join("")) : undefined;
}

function fullUri(scheme: unknown, ...rest: readonly unknown[]): unknown {
  return ofTexts((text) => text)(typeof scheme === "string" ? `${scheme}://` : undefined, ...rest);
}

function ofArray(derive: (items: readonly unknown[]) => unknown): Derive {
  return (value) => (Array.isArray(value) ? derive(value) : undefined);
}

/** The scan results of malicious objects: the catalog calls them 'infected', the names of the fields 'malicious'. */
const malicious: readonly unknown[] = ["malicious", "infected"];

const maliciousIn = (items: readonly unknown[]) =>
  items.filter((it) => malicious.includes(it)).length;

/** Headers that are logged in separate fields. */
const headerNames: Readonly<Record<string, string>> = {
  ClientRequestUserAgent: "user-agent",
  ClientRequestReferer: "referer",
  ClientRequestHost: "host",
  ClientXRequestedWith: "x-requested-with",
};

const credentialChecks = Object.fromEntries(
  credentialResults.map((result) => [`is-${result}`, ofText((text) => text === result)]),
) as Record<`is-${CredentialResult}`, Derive>;

const derivations: Readonly<Record<Exclude<Derivation, "headers">, Derive>> = {
  ...credentialChecks,
  same: (value) => value,
  uppercase: ofText((text) => text.toUpperCase()),
  continent: ofText((text) => continentOf(text.toUpperCase())),
  "european-union": ofText((text) => {
    const country = text.toUpperCase();
    return continentOf(country) === undefined ? undefined : isInEuropeanUnion(country);
  }),
  subdivision: (country, region) => {
    if (typeof country !== "string" || typeof region !== "string") return undefined;
    return region === "" ? "" : `${country.toUpperCase()}-${region}`;
  },
  joined: ofTexts((text) => text),
  path: ofTexts(pathOf),
  query: ofTexts(queryOf),
  "unmarked-query": ofText((text) => (text.startsWith("?") ? text.slice(1) : text)),
  extension: ofTexts((text) => extensionOf(pathOf(text))),
  "raw-extension": ofTexts((text) => rawExtensionOf(pathOf(text))),
  arguments: ofTexts((text) => groupByName(argumentsIn(queryOf(text)))),
  "argument-names": ofTexts((text) => argumentsIn(queryOf(text)).map(([name]) => name)),
  "argument-values": ofTexts((text) => argumentsIn(queryOf(text)).map(([, value]) => value)),
  "full-uri": fullUri,
  referer: (scheme, host, ...rest) => {
    const uri = fullUri(scheme, host, ...rest);
    return uri !== undefined && host === "" ? "" : uri;
  },
  "is-https": ofText((text) => text === "https"),
  "response-headers": (headers) => new PartialMap(entriesOf(headers, lowercase)),
  cookies: (cookies) => new PartialMap(entriesOf(cookies, percentDecoded)),
  seconds: (value) => timeIn(value)?.seconds,
  milliseconds: (value) => timeIn(value)?.milliseconds,
  "media-type": ofText((text) => (text.split(";")[0] ?? "").trim().toLowerCase()),
  "is-passed": ofText((text) => text === "passed"),
  "is-not-empty": (value) =>
    typeof value === "string" || Array.isArray(value) ? value.length > 0 : undefined,
  "score-class": (score) => attackClassOf(Number(score)),
  count: ofArray((items) => items.length),
  "malicious-count": ofArray(maliciousIn),
  "has-malicious": ofArray((items) => maliciousIn(items) > 0),
  "not-empty": ofText((text) => (text === "" ? undefined : text)),
  "is-verified": ofText((text) => (isNoStatus(text) ? undefined : text === "ok")),
  "is-presented": ofText((text) => (isNoStatus(text) ? undefined : text !== "absent")),
};

function isNoStatus(text: string): boolean {
  return text === "" || text === "unknown";
}

export function derivation(how: Derivation, logs: readonly string[]): Derive {
  return how === "headers" ? headersFrom(logs) : derivations[how];
}

function headersFrom(logs: readonly string[]): Derive {
  return (...values) => {
    const known: Record<string, readonly string[]> = Object.create(null);
    logs.forEach((log, index) => {
      const name = headerNames[log];
      const value = values[index];
      if (name === undefined) Object.assign(known, entriesOf(value, lowercase));
      else if (typeof value === "string") known[name] ??= [value];
    });
    return new PartialMap(known);
  };
}

function entriesOf(
  given: unknown,
  keyOf: (name: string) => string,
): Record<string, readonly string[]> {
  const known: Record<string, readonly string[]> = Object.create(null);
  if (!isRecord(given)) return known;
  for (const [name, value] of Object.entries(given)) {
    const values = Array.isArray(value) ? value : [value];
    if (typeof value !== "string" && !Array.isArray(value)) continue;
    const key = keyOf(name);
    // Different spellings of a name are one name.
    known[key] = [...(known[key] ?? []), ...values.filter((it) => typeof it === "string")];
  }
  return known;
}

function lowercase(name: string): string {
  return name.toLowerCase();
}
