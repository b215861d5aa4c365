import { normalizedUri } from "../../vocabulary/uri.ts";
import type { Scheme } from "../catalog/scheme.ts";
import { isPossible } from "../requests/samples.ts";

/**
 * Which requests can be shown as evidence: requests that a client can send, with the facts that Cloudflare documents about
 * them.
 */

type Test = (text: string) => boolean;

/** No line break or other control character, and no space at an end, which the service removes. */
const isHeaderValue: Test = (it) => !/(?!\t)\p{Cc}|^[ \t]|[ \t]$/u.test(it);
const isToken: Test = (it) => /^[!#$%&'*+.^_`|~\w-]+$/.test(it);
const isInUrl: Test = (it) => !/[\p{Cc} #]/u.test(it) && it.length <= longestUrl;
const isRawPath: Test = (it) => /^\/[^?]*$/.test(it) && isInUrl(it);
const isRawUri: Test = (it) => it.startsWith("/") && isInUrl(it);
const isHost: Test = (it) => /^(?:[\w.-]+|\[[0-9a-f:.]+\])$/i.test(it);
const isArgument: Test = (it) => !it.includes("&") && isInUrl(it);
const isNormalized: Test = (it) => normalizedUri(it) === it;

/** The longest that the service accepts. */
const longestUrl = 16_384;

const tests: Readonly<Record<string, Test>> = {
  "http.host": isHost,
  "http.request.method": isToken,
  "raw.http.request.uri.path": isRawPath,
  "raw.http.request.uri": isRawUri,
  "raw.http.request.full_uri": (it) => isFullUri(it, isRawUri),
  "http.request.uri.path": (it) => isRawPath(it) && isNormalized(it),
  "http.request.uri": (it) => isRawUri(it) && isNormalized(it),
  "http.request.full_uri": (it) => isFullUri(it, (uri) => isRawUri(uri) && isNormalized(uri)),
  "http.request.uri.path.extension": (it) => /^[^./?A-Z]*$/.test(it) && isInUrl(it),
  "http.request.uri.query": isInUrl,
  "http.request.uri.args.values": isArgument,
  "http.request.uri.args.names": (it) => isArgument(it) && !it.includes("="),
  "http.request.headers.names": isToken,
  "http.request.headers.values": isHeaderValue,
  "http.cookie": isHeaderValue,
  "http.referer": isHeaderValue,
  "http.user_agent": isHeaderValue,
  "http.x_forwarded_for": isHeaderValue,
};

function isFullUri(text: string, isUri: Test): boolean {
  const [, host = "", uri = ""] = /^https?:\/\/([^/]*)(\/.*)$/s.exec(text) ?? [];
  return isHost(host) && isUri(uri);
}

/** Maps whose keys and values have the form of these lists. */
const mapTests: Readonly<Record<string, readonly [key: Test, value: Test]>> = {
  "http.request.headers": [(it) => isToken(it) && !/[A-Z]/.test(it), isHeaderValue],
  "http.request.cookies": [() => true, (it) => isHeaderValue(it) && !it.includes(";")],
  "http.request.uri.args": [(it) => isArgument(it) && !it.includes("="), isArgument],
};

/** Every request has a host, which is listed among its headers. */
export function hasHost(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).every(
    ([name, value]) => !Array.isArray(value) || listTests[name]?.(value) !== false,
  );
}

const listTests: Readonly<Record<string, (all: readonly unknown[]) => boolean>> = {
  "http.request.headers.names": (all) => all.some((it) => /^host$/i.test(String(it))),
  "http.request.headers.values": (all) => all.length > 0,
};

/** Null means that the field is missing. */
export function canOccur(fields: Readonly<Record<string, unknown>>, scheme: Scheme): boolean {
  return Object.entries(fields).every((it) => mayOccur(...it, scheme));
}

function mayOccur(name: string, value: unknown, scheme: Scheme): boolean {
  const field = scheme.field(name);
  if (value === null) return !field || field.optional === true;
  if (typeof value !== "object") {
    if (typeof value === "string" && tests[name]?.(value) === false) return false;
    return !field || isPossible(typeof value === "number" ? BigInt(value) : value, field);
  }
  // Bytes that are no text cannot be shown.
  if (value instanceof Uint8Array) return false;
  if (Array.isArray(value)) return value.every((it) => mayOccur(name, it, scheme));
  const [isKey, isValue] = mapTests[name.replace(/^raw\./, "")] ?? [];
  // An entry has at least one value.
  return Object.entries(value).every(([key, it]) => {
    const all: readonly unknown[] = Array.isArray(it) ? it : [it];
    return (
      all.length > 0 &&
      isKey?.(key) !== false &&
      all.every((each) => typeof each !== "string" || isValue?.(each) !== false)
    );
  });
}
