import type { ValueShape } from "../../vocabulary/shapes.ts";
import type { VocabularyName } from "../../vocabulary/vocabularies.ts";
import type { Availability } from "./availability.ts";
import { packetPhases, transformPhases } from "./phases.ts";
import type { AddOn, Plan, Standing } from "./plans.ts";
import { arrayOf, booleanType, integerType, ipType, mapOf, stringType, type Type } from "./type.ts";

/** The format of a string, where it limits the possible values. */
export type FieldShape = Exclude<ValueShape, "address" | "domain" | "origin" | "page">;

export type AddressKind = "host" | "page" | "origin";

export interface Field extends Availability {
  readonly name: string;
  readonly type: Type;
  /** The meaning of the value, in one sentence. */
  readonly doc: string;
  readonly note?: string;
  /** An expression that uses it. */
  readonly example?: string;
  readonly plan?: Plan;
  readonly addOn?: AddOn;
  readonly standing?: Standing;
  /** The name of the field that replaces it. */
  readonly deprecated?: string;
  /** The value itself, not only an element, may be missing, or the service does not guarantee it. */
  readonly optional?: true;
  /** Known values; for arrays, the known values of an element. */
  readonly vocabulary?: VocabularyName;
  /** The vocabulary is complete. */
  readonly closed?: true;
  /** Numbers outside never occur, except those in `also`. Narrows a larger vocabulary. */
  readonly range?: readonly [least: number, most: number];
  readonly also?: readonly number[];
  /** Numbers outside are unlikely but possible: worth a warning, but nothing is inferred. */
  readonly usual?: readonly [least: number, most: number];
  /** The value it now always has. */
  readonly constant?: number;
  readonly unit?: "unix seconds" | "milliseconds" | "bytes";
  /** Letters are always lowercase, or always uppercase. */
  readonly letters?: "lower" | "upper";
  /** Keys of the map are always lowercase, so a key with uppercase letters never matches. */
  readonly keys?: "lower";
  readonly shape?: FieldShape;
  /** The meaning of a low score. */
  readonly lowMeans?: "an attack" | "a bot";
  /** Usually a URL or a hostname, but the sender can set any value. */
  readonly holds?: AddressKind;
  /** The map that contains the parts of this string by name. */
  readonly keyed?: string;
  /** The string is, or may be, JSON. */
  readonly json?: true;
  /** Raw bytes rather than text. */
  readonly bytes?: true;
  /** Only available in account-level rules. */
  readonly scope?: "account";
  /** Documented for value expressions only. */
  readonly valueOnly?: true;
  /** A constant that is used like a field. */
  readonly pseudo?: true;
}

const strings = arrayOf(stringType);
const integers = arrayOf(integerType);
const stringLists = mapOf(strings);
const integerLists = mapOf(integers);
const stringTable = arrayOf(strings);

const errorPhases = ["http_response_headers_transform", "http_custom_errors"] as const;
const detectionPhases = ["http_request_firewall_custom", "http_ratelimit", "http_request_late_transform"] as const;
const ports = [1, 65_535] as const;
const portsAndZero = [0, 65_535] as const;
const packets = { product: "network firewall", phases: packetPhases } as const;
const score = [1, 99] as const;

const rawNote = "Unchanged by normalization and earlier rules.";
const certificateText = "Empty if the client presents no certificate.";
const certificateFlag = "False if the client presents no certificate.";

/** One row per line; the formatter is off for this file. */
export const fields: readonly Field[] = [
  // The request
  { name: "http.cookie", type: stringType, doc: "The Cookie header of the request, with all cookies.", keyed: "http.request.cookies", example: 'http.cookie contains "session="' },
  { name: "http.host", type: stringType, doc: "The host that the client requested.", note: "Later changes by origin rules are not visible here.", shape: "host", example: 'http.host eq "shop.example.com"' },
  { name: "http.referer", type: stringType, doc: "The Referer header: the URL of the referring page.", holds: "page", example: 'not starts_with(http.referer, "https://example.com/")' },
  { name: "http.request.full_uri", type: stringType, doc: "The full URL of the request: scheme, host, path and query.", keyed: "http.request.uri.args", note: "A fragment after '#' never reaches the service.", shape: "full uri", example: 'http.request.full_uri wildcard "https://*.example.com/shop/*"' },
  { name: "http.request.method", type: stringType, doc: "The HTTP method of the request.", vocabulary: "http-method", letters: "upper", example: 'http.request.method in {"PUT" "DELETE"}' },
  { name: "http.request.cookies", type: stringLists, doc: "The values of each cookie, by name.", note: "Names are decoded, and cookies with the same name are combined; values keep their case.", plan: "pro", example: 'any(http.request.cookies["theme"][*] eq "dark")' },
  { name: "http.request.timestamp.sec", type: integerType, doc: "When the request arrived, in seconds since 1970.", unit: "unix seconds", example: "http.request.timestamp.sec ge 1767225600" },
  { name: "http.request.timestamp.msec", type: integerType, doc: "The milliseconds part of the time when the request arrived.", note: "The part after the second, not a timestamp.", range: [0, 999], unit: "milliseconds", example: "http.request.timestamp.msec lt 100" },
  { name: "http.request.uri", type: stringType, doc: "The path and query of the request.", keyed: "http.request.uri.args", shape: "uri", example: 'http.request.uri contains "/search?q="' },
  { name: "http.request.uri.path", type: stringType, doc: "The path of the request, without the query.", shape: "path", example: 'http.request.uri.path eq "/login"' },
  { name: "http.request.uri.path.extension", type: stringType, doc: "The file extension in the path, lowercase and without the dot.", note: "Empty if the path has none.", letters: "lower", shape: "extension", example: 'http.request.uri.path.extension in {"php" "asp"}' },
  { name: "http.request.uri.query", type: stringType, doc: "The query of the request, without the question mark.", keyed: "http.request.uri.args", shape: "query", example: 'http.request.uri.query contains "debug=1"' },
  { name: "http.user_agent", type: stringType, doc: "The User-Agent header; easily forged.", example: 'lower(http.user_agent) contains "curl"' },
  { name: "http.request.version", type: stringType, doc: "The HTTP version of the request.", vocabulary: "http-version", example: 'http.request.version eq "HTTP/1.1"' },
  { name: "http.x_forwarded_for", type: stringType, doc: "The X-Forwarded-For header: addresses reported by proxies; easily forged.", example: 'http.x_forwarded_for contains "192.0.2."' },
  { name: "http.request.uri.args", type: stringLists, doc: "The values of each query parameter, by name.", note: "Not decoded.", example: 'any(http.request.uri.args["sort"][*] contains "select")' },
  { name: "http.request.uri.args.names", type: strings, doc: "The names of the query parameters.", example: 'any(http.request.uri.args.names[*] eq "debug")' },
  { name: "http.request.uri.args.values", type: strings, doc: "The values of the query parameters.", example: "any(len(http.request.uri.args.values[*])[*] gt 512)" },
  { name: "http.request.headers", type: stringLists, doc: "The values of each request header, by lowercase name.", keys: "lower", example: 'any(http.request.headers["x-api-version"][*] eq "2")' },
  { name: "http.request.headers.names", type: strings, doc: "The names of the request headers, in the case that the client sent.", note: "Lowercase since HTTP/2; any case before.", example: 'any(lower(http.request.headers.names[*])[*] eq "x-debug")' },
  { name: "http.request.headers.values", type: strings, doc: "The values of the request headers.", example: 'any(http.request.headers.values[*] contains "jndi:")' },
  { name: "http.request.headers.truncated", type: booleanType, doc: "Whether the request has more headers than the service reads.", example: "http.request.headers.truncated" },
  { name: "http.request.accepted_languages", type: strings, doc: "The languages that the client accepts, most preferred first.", note: "The language '*' is omitted.", phases: transformPhases, example: 'http.request.accepted_languages[0] eq "fr"' },

  // The request before normalization
  { name: "raw.http.request.full_uri", type: stringType, doc: "The full URL, exactly as sent.", keyed: "raw.http.request.uri.args", note: rawNote, shape: "full uri", example: 'raw.http.request.full_uri contains "/../"' },
  { name: "raw.http.request.uri", type: stringType, doc: "The path and query, exactly as sent.", keyed: "raw.http.request.uri.args", note: rawNote, shape: "uri", example: 'raw.http.request.uri contains "%00"' },
  { name: "raw.http.request.uri.path", type: stringType, doc: "The path, exactly as sent.", note: rawNote, shape: "path", example: 'raw.http.request.uri.path contains "//"' },
  { name: "raw.http.request.uri.path.extension", type: stringType, doc: "The file extension in the path, exactly as sent.", note: rawNote, shape: "extension", example: 'raw.http.request.uri.path.extension contains "%"' },
  { name: "raw.http.request.uri.query", type: stringType, doc: "The query, exactly as sent, without the question mark.", keyed: "raw.http.request.uri.args", note: rawNote, shape: "query", example: 'raw.http.request.uri.query contains "%27"' },
  { name: "raw.http.request.uri.args", type: stringLists, doc: "The values of each query parameter, exactly as sent, by name.", note: rawNote, example: 'any(raw.http.request.uri.args["next"][*] contains "%2f%2f")' },
  { name: "raw.http.request.uri.args.names", type: strings, doc: "The names of the query parameters, exactly as sent.", note: rawNote, example: 'any(raw.http.request.uri.args.names[*] contains "%")' },
  { name: "raw.http.request.uri.args.values", type: strings, doc: "The values of the query parameters, exactly as sent.", note: rawNote, example: 'any(raw.http.request.uri.args.values[*] contains "%00")' },
  { name: "raw.http.request.headers", type: stringLists, doc: "The values of each request header, before any rule changed them.", standing: "unverified", optional: true },
  { name: "raw.http.request.headers.names", type: strings, doc: "The names of the request headers, before any rule changed them.", standing: "unverified", optional: true },
  { name: "raw.http.request.headers.values", type: strings, doc: "The values of the request headers, before any rule changed them.", standing: "unverified", optional: true },

  // The body of the request
  { name: "http.request.body.raw", type: stringType, doc: "The request body as sent, up to the size that the service reads.", keyed: "http.request.body.form", json: true, plan: "enterprise", body: true, optional: true, example: 'http.request.body.raw contains "<!ENTITY"' },
  { name: "http.request.body.truncated", type: booleanType, doc: "Whether the body is larger than the part that the service reads.", plan: "enterprise", body: true, optional: true, example: "http.request.body.truncated" },
  { name: "http.request.body.size", type: integerType, doc: "The size of the request body in bytes.", plan: "enterprise", body: true, unit: "bytes", optional: true, example: "http.request.body.size gt 1048576" },
  { name: "http.request.body.form", type: stringLists, doc: "The values of each field of a submitted form, by name.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.form["username"][*] eq "admin")' },
  { name: "http.request.body.form.names", type: strings, doc: "The field names of a submitted form.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.form.names[*] eq "password")' },
  { name: "http.request.body.form.values", type: strings, doc: "The field values of a submitted form.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.form.values[*] contains "<script")' },
  { name: "http.request.body.mime", type: stringType, doc: "The media type detected from the body.", note: "Detected from the content, regardless of the header.", body: true, shape: "media type", optional: true, example: 'http.request.body.mime eq "image/jpeg"' },
  { name: "http.request.body.multipart", type: stringLists, doc: "The parts of a multipart body, by name.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart["comment"][*] contains "http")' },
  { name: "http.request.body.multipart.values", type: strings, doc: "The content of each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.values[*] contains "<?php")' },
  { name: "http.request.body.multipart.names", type: stringTable, doc: "The names of each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.names[*][*] eq "avatar")' },
  { name: "http.request.body.multipart.content_types", type: stringTable, doc: "The declared media types of each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.content_types[*][*] eq "application/x-php")' },
  { name: "http.request.body.multipart.content_dispositions", type: stringTable, doc: "The content dispositions of each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.content_dispositions[*][*] eq "form-data")' },
  { name: "http.request.body.multipart.content_transfer_encodings", type: stringTable, doc: "The transfer encodings of each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.content_transfer_encodings[*][*] eq "base64")' },
  { name: "http.request.body.multipart.filenames", type: stringTable, doc: "The file names in each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.filenames[*][*] contains ".exe")' },

  // JSON Web Tokens, by token configuration ID
  { name: "http.request.jwt.claims", type: stringLists, doc: "The claims of each token as JSON, by token configuration ID.", note: "The JSON is the first element; read it with lookup_json_string.", plan: "enterprise", addOn: "API Shield", standing: "undocumented", optional: true, example: 'lookup_json_string(http.request.jwt.claims["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][0], "role") eq "admin"' },
  { name: "http.request.jwt.claims.aud", type: stringLists, doc: "The audience of each token, by token configuration ID.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.aud["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] eq "shop")' },
  { name: "http.request.jwt.claims.aud.names", type: strings, doc: "The configurations whose tokens have an audience.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.aud.values", type: strings, doc: "The audiences of the request's tokens.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.aud.values[*] eq "shop")' },
  { name: "http.request.jwt.claims.exp.sec", type: integerLists, doc: "The expiration time of each token, by token configuration ID.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", standing: "unverified", optional: true },
  { name: "http.request.jwt.claims.exp.sec.names", type: strings, doc: "The configurations whose tokens have an expiration time.", plan: "enterprise", addOn: "API Shield", standing: "unverified", optional: true },
  { name: "http.request.jwt.claims.exp.sec.values", type: integers, doc: "The expiration times of the request's tokens.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", standing: "unverified", optional: true },
  { name: "http.request.jwt.claims.iat.sec", type: integerLists, doc: "The issue time of each token, by token configuration ID.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true, example: 'any(http.request.jwt.claims.iat.sec["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] lt 1767225600)' },
  { name: "http.request.jwt.claims.iat.sec.names", type: strings, doc: "The configurations whose tokens have an issue time.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.iat.sec.values", type: integers, doc: "The issue times of the request's tokens.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true },
  { name: "http.request.jwt.claims.iss", type: stringLists, doc: "The issuer of each token, by token configuration ID.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.iss["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] eq "https://login.example.com")' },
  { name: "http.request.jwt.claims.iss.names", type: strings, doc: "The configurations whose tokens have an issuer.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.iss.values", type: strings, doc: "The issuers of the request's tokens.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.jti", type: stringLists, doc: "The ID of each token, by token configuration ID.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.jti.names", type: strings, doc: "The configurations whose tokens have an ID.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.jti.values", type: strings, doc: "The IDs of the request's tokens.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.nbf.sec", type: integerLists, doc: "The time from which each token is valid, by token configuration ID.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true },
  { name: "http.request.jwt.claims.nbf.sec.names", type: strings, doc: "The configurations whose tokens have a start of validity.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.nbf.sec.values", type: integers, doc: "The times from which the request's tokens are valid.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true },
  { name: "http.request.jwt.claims.sub", type: stringLists, doc: "The subject of each token, by token configuration ID.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.sub["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] eq "guest")' },
  { name: "http.request.jwt.claims.sub.names", type: strings, doc: "The configurations whose tokens have a subject.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.sub.values", type: strings, doc: "The subjects of the request's tokens.", plan: "enterprise", addOn: "API Shield", optional: true },

  // The response
  { name: "http.response.code", type: integerType, doc: "The HTTP status of the response.", vocabulary: "http-status", usual: [100, 599], response: true, example: "http.response.code in {401 403}" },
  { name: "http.response.headers", type: stringLists, doc: "The values of each response header, by lowercase name.", keys: "lower", response: true, example: 'any(http.response.headers["server"][*] contains "nginx")' },
  { name: "http.response.headers.names", type: strings, doc: "The names of the response headers.", response: true, example: 'any(lower(http.response.headers.names[*])[*] eq "x-powered-by")' },
  { name: "http.response.headers.values", type: strings, doc: "The values of the response headers.", response: true, example: 'any(http.response.headers.values[*] contains "PHP")' },
  { name: "http.response.headers.truncated", type: booleanType, doc: "Whether the response has more headers than the service reads.", response: true, standing: "undocumented", optional: true },
  { name: "http.response.content_type.media_type", type: stringType, doc: "The media type of the response, lowercase and without parameters.", letters: "lower", shape: "media type", response: true, example: 'http.response.content_type.media_type eq "text/html"' },
  { name: "raw.http.response.headers", type: stringLists, doc: "The values of each response header, before any rule changed them.", response: true, example: 'any(raw.http.response.headers["server"][*] contains "nginx")' },
  { name: "raw.http.response.headers.names", type: strings, doc: "The names of the response headers, before any rule changed them.", response: true, example: 'any(lower(raw.http.response.headers.names[*])[*] eq "x-powered-by")' },
  { name: "raw.http.response.headers.values", type: strings, doc: "The values of the response headers, before any rule changed them.", response: true, example: 'any(raw.http.response.headers.values[*] contains "PHP")' },
  { name: "cf.response.1xxx_code", type: integerType, doc: "The service's error code, or 0 if there is none.", response: true, phases: errorPhases, example: "cf.response.1xxx_code eq 1020" },
  { name: "cf.response.error_type", type: stringType, doc: "The type of error page that the service returns.", note: "Empty if there is none.", vocabulary: "error-type", closed: true, response: true, phases: errorPhases, example: 'cf.response.error_type eq "waf"' },

  // The client's address and location
  { name: "ip.src", type: ipType, doc: "The IP address of the client.", example: "ip.src in {192.0.2.0/24 2001:db8::/32}" },
  { name: "ip.src.asnum", type: integerType, doc: "The AS number of the client's network.", range: [0, 4_294_967_295], example: "ip.src.asnum eq 64496" },
  { name: "ip.src.city", type: stringType, doc: "The city that the client's address is mapped to.", optional: true, example: 'ip.src.city eq "Lisbon"' },
  { name: "ip.src.continent", type: stringType, doc: "The continent that the client's address is mapped to, as a code.", vocabulary: "continent", closed: true, letters: "upper", example: 'ip.src.continent eq "EU"' },
  { name: "ip.src.country", type: stringType, doc: "The country that the client's address is mapped to, as a code.", note: "T1 is the Tor network and XX an unknown country.", vocabulary: "country-capital", closed: true, letters: "upper", example: 'ip.src.country in {"PT" "ES"}' },
  { name: "ip.src.is_in_european_union", type: booleanType, doc: "Whether the client's address is mapped to a country of the European Union.", plan: "business", example: "not ip.src.is_in_european_union" },
  { name: "ip.src.lat", type: stringType, doc: "The latitude that the client's address is mapped to, as text.", note: "A string, so 'lt' and 'gt' compare it byte by byte.", optional: true, example: 'starts_with(ip.src.lat, "38.")' },
  { name: "ip.src.lon", type: stringType, doc: "The longitude that the client's address is mapped to, as text.", note: "A string, so 'lt' and 'gt' compare it byte by byte.", optional: true, example: 'starts_with(ip.src.lon, "-9.")' },
  { name: "ip.src.metro_code", type: stringType, doc: "The market area that the client's address is mapped to, as a code.", note: "A string, although it looks like a number.", optional: true, example: 'ip.src.metro_code eq "501"' },
  { name: "ip.src.postal_code", type: stringType, doc: "The postal code that the client's address is mapped to.", optional: true, example: 'starts_with(ip.src.postal_code, "10")' },
  { name: "ip.src.region", type: stringType, doc: "The region that the client's address is mapped to, by its name.", optional: true, example: 'ip.src.region eq "Bavaria"' },
  { name: "ip.src.region_code", type: stringType, doc: "The region that the client's address is mapped to, as a code.", optional: true, example: 'ip.src.region_code eq "BY"' },
  { name: "ip.src.subdivision_1_iso_code", type: stringType, doc: "The state or region of the client's address, as an ISO 3166-2 code.", note: "Empty if unknown.", plan: "business", letters: "upper", example: 'ip.src.subdivision_1_iso_code eq "DE-BY"' },
  { name: "ip.src.subdivision_2_iso_code", type: stringType, doc: "The county or district of the client's address, as an ISO 3166-2 code.", note: "Empty if unknown.", plan: "business", letters: "upper", example: 'ip.src.subdivision_2_iso_code eq "FR-69"' },
  { name: "ip.src.timezone.name", type: stringType, doc: "The time zone that the client's address is mapped to, by its name.", phases: transformPhases, valueOnly: true, optional: true },
  { name: "ip.geoip.asnum", type: integerType, doc: "Old name of the AS number of the client's network.", deprecated: "ip.src.asnum", range: [0, 4_294_967_295], example: "ip.geoip.asnum eq 64496" },
  { name: "ip.geoip.continent", type: stringType, doc: "Old name of the client's continent.", deprecated: "ip.src.continent", vocabulary: "continent", closed: true, letters: "upper", example: 'ip.geoip.continent eq "EU"' },
  { name: "ip.geoip.country", type: stringType, doc: "Old name of the client's country.", note: "In rules on packets it is the country of either end.", deprecated: "ip.src.country", vocabulary: "country-capital", closed: true, letters: "upper", example: 'ip.geoip.country eq "PT"' },
  { name: "ip.geoip.is_in_european_union", type: booleanType, doc: "Old name of whether the client is in the European Union.", deprecated: "ip.src.is_in_european_union", plan: "business", example: "ip.geoip.is_in_european_union" },
  { name: "ip.geoip.subdivision_1_iso_code", type: stringType, doc: "Old name of the client's state or region.", deprecated: "ip.src.subdivision_1_iso_code", plan: "business", letters: "upper", example: 'ip.geoip.subdivision_1_iso_code eq "DE-BY"' },
  { name: "ip.geoip.subdivision_2_iso_code", type: stringType, doc: "Old name of the client's county or district.", deprecated: "ip.src.subdivision_2_iso_code", plan: "business", letters: "upper", example: 'ip.geoip.subdivision_2_iso_code eq "FR-69"' },

  // The connection
  { name: "ssl", type: booleanType, doc: "Whether the client's connection is encrypted.", example: "not ssl" },
  { name: "cf.tls_cipher", type: stringType, doc: "The cipher of the client connection.", optional: true, example: 'cf.tls_cipher eq "AES128-SHA"' },
  { name: "cf.tls_version", type: stringType, doc: "The TLS version of the client connection.", vocabulary: "tls-version", example: 'cf.tls_version in {"TLSv1" "TLSv1.1"}' },
  { name: "cf.tls_ciphers_sha1", type: stringType, doc: "A digest of the ciphers that the client offered.", optional: true },
  { name: "cf.tls_client_extensions_sha1", type: stringType, doc: "A digest of the TLS extensions that the client offered.", optional: true },
  { name: "cf.tls_client_extensions_sha1_le", type: stringType, doc: "A digest of the TLS extensions that the client offered, in little-endian order.", optional: true },
  { name: "cf.tls_client_hello_length", type: integerType, doc: "The length of the TLS ClientHello message.", unit: "bytes", optional: true, example: "cf.tls_client_hello_length lt 200" },
  { name: "cf.tls_client_random", type: stringType, doc: "The random bytes of the TLS ClientHello message, encoded as text.", optional: true },
  { name: "cf.colo.id", type: integerType, doc: "The number of the data center that received the request.", standing: "undocumented", optional: true, example: "cf.colo.id eq 5" },
  { name: "cf.edge.client_tcp", type: booleanType, doc: "Whether the client is connected over TCP rather than QUIC.", example: "not cf.edge.client_tcp" },
  { name: "cf.edge.client_port", type: integerType, doc: "The port from which the client connects.", standing: "unverified", optional: true },
  { name: "cf.edge.l4.delivery_rate", type: integerType, doc: "The last delivery rate of the client connection, in bytes per second.", note: "0 if unknown.", example: "cf.edge.l4.delivery_rate lt 100000" },
  { name: "cf.edge.server_ip", type: ipType, doc: "The edge IP address that the client connected to.", note: "Only meaningful if you bring your own IP addresses.", optional: true, example: "cf.edge.server_ip eq 192.0.2.80" },
  { name: "cf.edge.server_port", type: integerType, doc: "The edge port that the client connected to.", range: ports, example: "not cf.edge.server_port in {80 443}" },
  { name: "cf.timings.client_tcp_rtt_msec", type: integerType, doc: "The round-trip time to the client over TCP.", unit: "milliseconds", optional: true, example: "cf.timings.client_tcp_rtt_msec gt 500" },
  { name: "cf.timings.client_quic_rtt_msec", type: integerType, doc: "The round-trip time to the client over QUIC.", unit: "milliseconds", optional: true, example: "cf.timings.client_quic_rtt_msec gt 500" },
  { name: "cf.timings.edge_msec", type: integerType, doc: "The processing time at the edge.", unit: "milliseconds", optional: true, example: "cf.timings.edge_msec gt 100" },
  { name: "cf.timings.origin_ttfb_msec", type: integerType, doc: "The time until the origin sent the first byte.", unit: "milliseconds", optional: true, example: "cf.timings.origin_ttfb_msec gt 2000" },
  { name: "cf.timings.worker_msec", type: integerType, doc: "The run time of a Worker for the request.", unit: "milliseconds", optional: true, example: "cf.timings.worker_msec gt 50" },

  // The client's certificate
  { name: "cf.tls_client_auth.cert_presented", type: booleanType, doc: "Whether the client presents a certificate.", note: certificateFlag, example: "cf.tls_client_auth.cert_presented and not cf.tls_client_auth.cert_verified" },
  { name: "cf.tls_client_auth.cert_verified", type: booleanType, doc: "Whether the client's certificate was signed by an authority that you trust.", note: "False without a certificate, but true for a revoked one.", example: "cf.tls_client_auth.cert_verified and not cf.tls_client_auth.cert_revoked" },
  { name: "cf.tls_client_auth.cert_revoked", type: booleanType, doc: "Whether the client's certificate is valid but revoked.", note: certificateFlag, example: "cf.tls_client_auth.cert_revoked" },
  { name: "cf.tls_client_auth.cert_rfc9440", type: stringType, doc: "The client's certificate, encoded as in RFC 9440.", note: certificateText },
  { name: "cf.tls_client_auth.cert_rfc9440_too_large", type: booleanType, doc: "Whether the client's certificate is too large for a header.", note: certificateFlag, example: "cf.tls_client_auth.cert_rfc9440_too_large" },
  { name: "cf.tls_client_auth.cert_chain_rfc9440", type: stringType, doc: "The certificate chain of the client, encoded as in RFC 9440.", note: certificateText },
  { name: "cf.tls_client_auth.cert_chain_rfc9440_too_large", type: booleanType, doc: "Whether the certificates in the client's chain are too large for a header.", note: certificateFlag, example: "cf.tls_client_auth.cert_chain_rfc9440_too_large" },
  { name: "cf.tls_client_auth.cert_issuer_dn", type: stringType, doc: "The issuer of the client's certificate.", note: certificateText, example: 'cf.tls_client_auth.cert_issuer_dn contains "O=Example"' },
  { name: "cf.tls_client_auth.cert_issuer_dn_legacy", type: stringType, doc: "The issuer of the client's certificate, in the legacy notation with slashes.", note: certificateText, example: 'cf.tls_client_auth.cert_issuer_dn_legacy contains "/O=Example"' },
  { name: "cf.tls_client_auth.cert_issuer_dn_rfc2253", type: stringType, doc: "The issuer of the client's certificate, in RFC 2253 notation.", note: certificateText, example: 'cf.tls_client_auth.cert_issuer_dn_rfc2253 contains "O=Example"' },
  { name: "cf.tls_client_auth.cert_issuer_serial", type: stringType, doc: "The serial number of the issuer's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_issuer_ski", type: stringType, doc: "The subject key identifier of the issuer.", note: certificateText },
  { name: "cf.tls_client_auth.cert_subject_dn", type: stringType, doc: "The subject of the client's certificate.", note: certificateText, example: 'cf.tls_client_auth.cert_subject_dn contains "CN=device-7"' },
  { name: "cf.tls_client_auth.cert_subject_dn_legacy", type: stringType, doc: "The subject of the client's certificate, in the legacy notation with slashes.", note: certificateText, example: 'cf.tls_client_auth.cert_subject_dn_legacy contains "/CN=device-7"' },
  { name: "cf.tls_client_auth.cert_subject_dn_rfc2253", type: stringType, doc: "The subject of the client's certificate, in RFC 2253 notation.", note: certificateText, example: 'cf.tls_client_auth.cert_subject_dn_rfc2253 contains "CN=device-7"' },
  { name: "cf.tls_client_auth.cert_serial", type: stringType, doc: "The serial number of the client's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_ski", type: stringType, doc: "The subject key identifier of the client's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_fingerprint_sha256", type: stringType, doc: "The SHA-256 fingerprint of the client's certificate.", letters: "lower", shape: "sha256", note: certificateText },
  { name: "cf.tls_client_auth.cert_fingerprint_sha1", type: stringType, doc: "The SHA-1 fingerprint of the client's certificate.", letters: "lower", shape: "sha1", note: certificateText },
  { name: "cf.tls_client_auth.cert_not_before", type: stringType, doc: "The start of validity of the client's certificate, as text.", note: certificateText },
  { name: "cf.tls_client_auth.cert_not_after", type: stringType, doc: "The end of validity of the client's certificate, as text.", note: certificateText },

  // Bots
  { name: "cf.client.bot", type: booleanType, doc: "Whether the client is a known good bot.", example: "not cf.client.bot" },
  { name: "cf.verified_bot_category", type: stringType, doc: "The category of the verified bot.", vocabulary: "bot-category", optional: true, example: 'cf.verified_bot_category eq "AI Crawler"' },
  { name: "cf.bot_management.verified_bot", type: booleanType, doc: "Whether the request comes from a verified bot.", note: "Same value as 'cf.client.bot'.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.verified_bot" },
  { name: "cf.bot_management.score", type: integerType, doc: "The bot score, from 1 (automated) to 99 (human).", lowMeans: "a bot", note: "0 means that no score was computed.", plan: "enterprise", addOn: "Bot Management", range: score, also: [0], optional: true, example: "cf.bot_management.score lt 30 and not cf.bot_management.verified_bot" },
  { name: "cf.bot_management.static_resource", type: booleanType, doc: "Whether the path is a static resource, such as an image.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.static_resource" },
  { name: "cf.bot_management.ja3_hash", type: stringType, doc: "The JA3 fingerprint of the client's TLS handshake.", letters: "lower", shape: "md5", plan: "enterprise", addOn: "Bot Management", optional: true, example: 'cf.bot_management.ja3_hash eq "0123456789abcdef0123456789abcdef"' },
  { name: "cf.bot_management.ja4", type: stringType, doc: "The JA4 fingerprint of the client's TLS handshake.", letters: "lower", plan: "enterprise", addOn: "Bot Management", optional: true, example: 'starts_with(cf.bot_management.ja4, "t13d")' },
  { name: "cf.bot_management.js_detection.passed", type: booleanType, doc: "Whether the client passed the JavaScript detection.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.js_detection.passed" },
  { name: "cf.bot_management.detection_ids", type: integers, doc: "The IDs of the bot detections that matched the request.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "any(cf.bot_management.detection_ids[*] eq 33554817)" },
  { name: "cf.bot_management.corporate_proxy", type: booleanType, doc: "Whether the request comes through a corporate proxy.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.corporate_proxy" },
  { name: "cf.bot_management.signed_agent", type: booleanType, doc: "Whether the request is signed by an agent that acts for a person.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "cf.bot_management.signed_agent" },
  { name: "cf.bot_management.tags", type: strings, doc: "The tags of the bot that sent the request.", plan: "enterprise", addOn: "Bot Management", optional: true, example: 'any(cf.bot_management.tags[*] eq "api")' },

  // Threat intelligence about the client's address
  { name: "cf.intel.ip.datasets", type: strings, doc: "The threat datasets that list the client's IP address.", optional: true, example: "len(cf.intel.ip.datasets) gt 0" },
  { name: "cf.intel.ip.target_industries", type: strings, doc: "The industries that attacks from the client's IP address have targeted.", optional: true },
  { name: "cf.intel.ip.attacker_names", type: strings, doc: "The names of attackers known to use the client's IP address.", optional: true },
  { name: "cf.intel.ip.attacker_countries", type: strings, doc: "The countries of attackers known to use the client's IP address.", optional: true },
  { name: "cf.intel.ip.target_countries", type: strings, doc: "The countries that attacks from the client's IP address have targeted.", optional: true },

  // Results of the firewall
  { name: "cf.threat_score", type: integerType, doc: "The threat score of the client's IP address, from 0 to 100.", note: "Now always 0, so a rule on higher scores never matches.", range: [0, 100], constant: 0, example: "cf.threat_score eq 0" },
  { name: "cf.waf.score", type: integerType, doc: "The attack score; a lower score means a likelier attack.", lowMeans: "an attack", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score le 20" },
  { name: "cf.waf.score.sqli", type: integerType, doc: "The SQL injection score; a lower score means a likelier attack.", lowMeans: "an attack", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score.sqli le 20" },
  { name: "cf.waf.score.xss", type: integerType, doc: "The cross-site scripting score; a lower score means a likelier attack.", lowMeans: "an attack", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score.xss le 20" },
  { name: "cf.waf.score.rce", type: integerType, doc: "The remote code execution score; a lower score means a likelier attack.", lowMeans: "an attack", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score.rce le 20" },
  { name: "cf.waf.score.class", type: stringType, doc: "The attack score as a class.", plan: "business", vocabulary: "attack-class", closed: true, optional: true, example: 'cf.waf.score.class eq "attack"' },
  { name: "cf.waf.auth_detected", type: booleanType, doc: "Whether the request contains credentials.", plan: "enterprise", optional: true, example: "cf.waf.auth_detected" },
  { name: "cf.waf.credential_check.password_leaked", type: booleanType, doc: "Whether the password in the request is known from a leak.", optional: true, example: "cf.waf.credential_check.password_leaked" },
  { name: "cf.waf.credential_check.username_leaked", type: booleanType, doc: "Whether the user name in the request is known from a leak.", plan: "enterprise", optional: true, example: "cf.waf.credential_check.username_leaked" },
  { name: "cf.waf.credential_check.username_and_password_leaked", type: booleanType, doc: "Whether the user name and password are known from the same leak.", plan: "pro", optional: true, example: "cf.waf.credential_check.username_and_password_leaked" },
  { name: "cf.waf.credential_check.username_password_similar", type: booleanType, doc: "Whether similar credentials are known from a leak.", plan: "enterprise", optional: true, example: "cf.waf.credential_check.username_password_similar" },
  { name: "cf.appsec.request.failed_detections", type: strings, doc: "The detections that failed to run on the request.", note: "Empty if none failed.", phases: detectionPhases, example: "len(cf.appsec.request.failed_detections) gt 0" },
  { name: "cf.waf.content_scan.has_obj", type: booleanType, doc: "Whether the request contains a file.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.has_obj" },
  { name: "cf.waf.content_scan.has_malicious_obj", type: booleanType, doc: "Whether a file in the request is malicious.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.has_malicious_obj" },
  { name: "cf.waf.content_scan.has_failed", type: booleanType, doc: "Whether a file in the request could not be scanned.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.has_failed" },
  { name: "cf.waf.content_scan.num_obj", type: integerType, doc: "The number of files in the request.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.num_obj gt 3" },
  { name: "cf.waf.content_scan.num_malicious_obj", type: integerType, doc: "The number of malicious files in the request.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.num_malicious_obj gt 0" },
  { name: "cf.waf.content_scan.obj_sizes", type: integers, doc: "The sizes of the files in the request, in order.", plan: "enterprise", addOn: "Content Scanning", unit: "bytes", optional: true, example: "any(cf.waf.content_scan.obj_sizes[*] gt 500000)" },
  { name: "cf.waf.content_scan.obj_types", type: strings, doc: "The media types of the files in the request, in order.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: 'any(cf.waf.content_scan.obj_types[*] eq "application/zip")' },
  { name: "cf.waf.content_scan.obj_results", type: strings, doc: "The scan results of the files in the request, in order.", plan: "enterprise", addOn: "Content Scanning", vocabulary: "scan-result", closed: true, optional: true, example: 'any(cf.waf.content_scan.obj_results[*] in {"suspicious" "infected"})' },
  { name: "cf.api_gateway.auth_id_present", type: booleanType, doc: "Whether the request has the session ID of your API.", plan: "enterprise", addOn: "API Shield", optional: true, example: "not cf.api_gateway.auth_id_present" },
  { name: "cf.api_gateway.request_violates_schema", type: booleanType, doc: "Whether the request violates the schema of your API.", optional: true, example: "cf.api_gateway.request_violates_schema" },
  { name: "cf.api_gateway.fallthrough_detected", type: booleanType, doc: "Whether the request matches none of your saved endpoints.", optional: true, example: "cf.api_gateway.fallthrough_detected" },
  { name: "cf.api_gateway.graphql.query_size", type: integerType, doc: "The number of terminal fields in the GraphQL query.", plan: "enterprise", addOn: "API Shield", optional: true, example: "cf.api_gateway.graphql.query_size gt 20" },
  { name: "cf.api_gateway.graphql.query_depth", type: integerType, doc: "The nesting depth of the GraphQL query.", plan: "enterprise", addOn: "API Shield", optional: true, example: "cf.api_gateway.graphql.query_depth gt 7" },
  { name: "cf.api_gateway.graphql.parsed_successfully", type: booleanType, doc: "Whether the body was parsed as a GraphQL query.", plan: "enterprise", addOn: "API Shield", optional: true, example: "not cf.api_gateway.graphql.parsed_successfully" },
  { name: "cf.sequence.current_op", type: stringType, doc: "The ID of the saved endpoint of the request.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'cf.sequence.current_op eq "0d9bf70c"' },
  { name: "cf.sequence.previous_ops", type: strings, doc: "The IDs of the saved endpoints that the session requested before, latest first.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'not any(cf.sequence.previous_ops[*] eq "f54dac32")' },
  { name: "cf.sequence.msec_since_op", type: mapOf(integerType), doc: "The time since the session last requested a saved endpoint, by endpoint ID.", unit: "milliseconds", plan: "enterprise", addOn: "API Shield", optional: true, example: 'cf.sequence.msec_since_op["f54dac32"] lt 5000' },
  { name: "cf.schema_validation.learned.violated", type: booleanType, doc: "Whether the request violates a learned schema.", optional: true, example: "cf.schema_validation.learned.violated" },
  { name: "cf.schema_validation.uploaded.violated", type: booleanType, doc: "Whether the request violates an uploaded schema.", optional: true, example: "cf.schema_validation.uploaded.violated" },
  { name: "dlp.entries", type: strings, doc: "The data loss prevention entries that the content is matched against.", note: "Used with 'dlp_match'.", standing: "unverified", optional: true, example: "any(dlp_match(dlp.entries[*]))" },

  // Prompts to language models
  { name: "cf.llm.prompt.detected", type: booleanType, doc: "Whether the request contains an LLM prompt.", plan: "enterprise", optional: true, example: "cf.llm.prompt.detected" },
  { name: "cf.llm.prompt.pii_detected", type: booleanType, doc: "Whether the prompt contains personal data.", plan: "enterprise", optional: true, example: "cf.llm.prompt.pii_detected" },
  { name: "cf.llm.prompt.pii_categories", type: strings, doc: "The kinds of personal data in the prompt.", plan: "enterprise", vocabulary: "personal-data", closed: true, optional: true, example: 'any(cf.llm.prompt.pii_categories[*] in {"CREDIT_CARD" "PASSPORT"})' },
  { name: "cf.llm.prompt.unsafe_topic_detected", type: booleanType, doc: "Whether the prompt is about an unsafe topic.", plan: "enterprise", optional: true, example: "cf.llm.prompt.unsafe_topic_detected" },
  { name: "cf.llm.prompt.unsafe_topic_categories", type: strings, doc: "The unsafe topics of the prompt, as codes.", plan: "enterprise", vocabulary: "unsafe-topic", closed: true, optional: true, example: 'any(cf.llm.prompt.unsafe_topic_categories[*] eq "S10")' },
  { name: "cf.llm.prompt.custom_topic_categories", type: mapOf(integerType), doc: "The similarity of the prompt to each custom topic, as a score.", plan: "enterprise", optional: true, example: 'cf.llm.prompt.custom_topic_categories["rivals"] lt 30' },
  { name: "cf.llm.prompt.injection_score", type: integerType, doc: "The prompt injection score; a lower score means a likelier attack.", lowMeans: "an attack", note: "100 means that the prompt was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.llm.prompt.injection_score lt 20" },
  { name: "cf.llm.prompt.token_count", type: integerType, doc: "The estimated number of tokens in the prompt.", plan: "enterprise", optional: true, example: "cf.llm.prompt.token_count gt 4000" },

  // The service itself
  { name: "cf.ray_id", type: stringType, doc: "The request ID, as shown in logs and error pages.", example: 'ends_with(cf.ray_id, "0")' },
  { name: "cf.random_seed", type: stringType, doc: "Random bytes, different for each request.", note: "Used with 'uuidv4'.", bytes: true },
  { name: "cf.hostname.metadata", type: stringType, doc: "The metadata of a custom hostname, as JSON.", json: true, note: "Read it with lookup_json_string or lookup_json_integer.", optional: true, example: 'lookup_json_string(cf.hostname.metadata, "tier") eq "gold"' },
  { name: "cf.worker.upstream_zone", type: stringType, doc: "The zone of the Worker that sent the request.", note: "Empty if no Worker sent it.", holds: "host", example: 'not cf.worker.upstream_zone in {"" "example.com"}' },
  { name: "cf.metal.id", type: stringType, doc: "The edge machine that handles the request.", standing: "unverified", optional: true },
  { name: "cf.zone.name", type: stringType, doc: "The name of the requested zone.", scope: "account", holds: "host", example: 'cf.zone.name in {"example.com" "example.net"} and cf.zone.plan eq "ENT"' },
  { name: "cf.zone.plan", type: stringType, doc: "The plan of the requested zone, as a code.", note: "An account-level rule that runs a ruleset must end with 'and cf.zone.plan eq \"ENT\"'.", scope: "account", vocabulary: "zone-plan", example: 'http.host eq "example.com" and cf.zone.plan eq "ENT"' },
  { name: "true", type: booleanType, doc: "True for every request.", note: "Not a keyword of the engine itself.", standing: "undocumented", pseudo: true, example: "true" },
  { name: "false", type: booleanType, doc: "True for no request.", note: "Not a keyword of the engine itself.", standing: "undocumented", pseudo: true, example: "not false" },

  // Packets
  { name: "cf.colo.name", type: stringType, doc: "The data center that received the packet.", ...packets, example: 'cf.colo.name eq "lis01"' },
  { name: "cf.colo.region", type: stringType, doc: "The region of the data center that received the packet.", ...packets, example: 'cf.colo.region eq "WEUR"' },
  { name: "icmp", type: stringType, doc: "The ICMP header of the packet, byte by byte.", note: "Used with 'bit_slice'.", bytes: true, ...packets, optional: true },
  { name: "icmp.type", type: integerType, doc: "The type of an ICMP message.", ...packets, optional: true, example: "icmp.type eq 8" },
  { name: "icmp.code", type: integerType, doc: "The code of an ICMP message, within its type.", ...packets, optional: true, example: "icmp.type eq 3 and icmp.code eq 4" },
  { name: "ip", type: stringType, doc: "The IP header of the packet, byte by byte.", note: "Used with 'bit_slice'.", bytes: true, ...packets },
  { name: "ip.dst", type: ipType, doc: "The destination address of the packet.", ...packets, example: "ip.dst in {192.0.2.0/24}" },
  { name: "ip.dst.country", type: stringType, doc: "The country of the destination address, as a code.", vocabulary: "country-capital", letters: "upper", ...packets, example: 'ip.dst.country eq "PT"' },
  { name: "ip.hdr_len", type: integerType, doc: "The length of the IP header.", unit: "bytes", ...packets, example: "ip.hdr_len gt 20" },
  { name: "ip.len", type: integerType, doc: "The length of the packet, including headers.", unit: "bytes", ...packets, example: "ip.len gt 1400" },
  { name: "ip.opt.type", type: integerType, doc: "The type of an option in the IP header.", ...packets, optional: true, example: "ip.opt.type eq 7" },
  { name: "ip.proto", type: stringType, doc: "The transport protocol of the packet, by name.", vocabulary: "ip-protocol", ...packets, example: 'ip.proto eq "udp"' },
  { name: "ip.proto.num", type: integerType, doc: "The transport protocol of the packet, by number.", range: [0, 255], ...packets, example: "ip.proto.num eq 47" },
  { name: "ip.ttl", type: integerType, doc: "The time to live: the remaining hops of the packet.", ...packets, example: "ip.ttl lt 5" },
  { name: "sip", type: booleanType, doc: "Whether the packet is SIP traffic (internet telephony).", ...packets, example: "not sip" },
  { name: "tcp", type: stringType, doc: "The TCP header of the packet, byte by byte.", note: "Used with 'bit_slice'.", bytes: true, ...packets, optional: true },
  { name: "tcp.flags", type: integerType, doc: "All flags of the TCP header as one number.", ...packets, optional: true, example: "tcp.flags eq 0x12" },
  { name: "tcp.flags.ack", type: booleanType, doc: "Whether the ACK flag is set.", ...packets, optional: true, example: "tcp.flags.ack" },
  { name: "tcp.flags.cwr", type: booleanType, doc: "Whether the CWR flag (congestion window reduced) is set.", ...packets, optional: true, example: "tcp.flags.cwr" },
  { name: "tcp.flags.ecn", type: booleanType, doc: "Whether the ECN flag (congestion notification) is set.", ...packets, optional: true, example: "tcp.flags.ecn" },
  { name: "tcp.flags.fin", type: booleanType, doc: "Whether the FIN flag is set.", ...packets, optional: true, example: "tcp.flags.fin and not tcp.flags.ack" },
  { name: "tcp.flags.push", type: booleanType, doc: "Whether the PSH flag is set.", ...packets, optional: true, example: "tcp.flags.push" },
  { name: "tcp.flags.reset", type: booleanType, doc: "Whether the RST flag is set.", ...packets, optional: true, example: "tcp.flags.reset" },
  { name: "tcp.flags.syn", type: booleanType, doc: "Whether the SYN flag is set.", ...packets, optional: true, example: "tcp.flags.syn and not tcp.flags.ack" },
  { name: "tcp.flags.urg", type: booleanType, doc: "Whether the URG flag is set.", ...packets, optional: true, example: "tcp.flags.urg" },
  { name: "tcp.srcport", type: integerType, doc: "The TCP source port.", range: portsAndZero, ...packets, optional: true, example: "tcp.srcport lt 1024" },
  { name: "tcp.dstport", type: integerType, doc: "The TCP destination port.", range: portsAndZero, ...packets, optional: true, example: "tcp.dstport in {22 3389}" },
  { name: "udp", type: stringType, doc: "The UDP header of the packet, byte by byte.", note: "Used with 'bit_slice'.", bytes: true, ...packets, optional: true },
  { name: "udp.dstport", type: integerType, doc: "The UDP destination port.", range: portsAndZero, ...packets, optional: true, example: "udp.dstport eq 53" },
  { name: "udp.srcport", type: integerType, doc: "The UDP source port.", range: portsAndZero, ...packets, optional: true, example: "udp.srcport in {53 123 1900}" },

  // Load balancers
  { name: "cf.load_balancer.name", type: stringType, doc: "The name of the load balancer that runs the rule.", bytes: true, product: "load balancing", optional: true, holds: "host", example: 'cf.load_balancer.name eq "lb.example.com"' },
  { name: "cf.load_balancer.region", type: stringType, doc: "The region of the request to the load balancer, as a code.", bytes: true, product: "load balancing", optional: true, example: 'cf.load_balancer.region eq "WEU"' },
  { name: "dns.qry.name", type: stringType, doc: "The name in a DNS query.", bytes: true, product: "load balancing", optional: true, holds: "host", example: 'dns.qry.name eq "lb.example.com"' },
  { name: "dns.qry.name.len", type: integerType, doc: "The length of the name in a DNS query.", product: "load balancing", optional: true, example: "dns.qry.name.len gt 60" },
  { name: "dns.qry.qu", type: booleanType, doc: "Whether a DNS query asks for a unicast response.", product: "load balancing", optional: true, example: "dns.qry.qu" },
  { name: "dns.qry.type", type: integerType, doc: "The record type in a DNS query, as a number.", product: "load balancing", optional: true, example: "dns.qry.type eq 28" },
  { name: "dns.rr.opt.client", type: booleanType, doc: "Whether a DNS query has a client subnet.", product: "load balancing", optional: true, example: "dns.rr.opt.client" },
  { name: "dns.rr.opt.client.addr", type: stringType, doc: "The client subnet of a DNS query, as text.", product: "load balancing", optional: true, example: 'starts_with(dns.rr.opt.client.addr, "192.0.2.")' },
];

const byName = new Map(fields.map((it) => [it.name, it]));

export function fieldNamed(name: string): Field | undefined {
  return byName.get(name);
}

const rawPrefix = "raw.";

/** Whether the field contains the value as sent by the client or origin, before normalization and rules. */
export function isRaw(field: Field): boolean {
  return field.name.startsWith(rawPrefix);
}

/** The raw counterpart of a normalized field, and vice versa. */
export function counterpart(field: Field): Field | undefined {
  const { name } = field;
  return fieldNamed(isRaw(field) ? name.slice(rawPrefix.length) : `${rawPrefix}${name}`);
}
