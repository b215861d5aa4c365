import type { VocabularyName } from "../../vocabulary/vocabularies.ts";
import type { Availability } from "./availability.ts";
import { packetPhases, transformPhases } from "./phases.ts";
import type { AddOn, Plan } from "./plans.ts";
import type { Standing } from "./standing.ts";
import { arrayOf, booleanType, integerType, ipType, mapOf, stringType, type Type } from "./type.ts";

/** What a text looks like, where that decides which texts it can ever equal. */
export type Shape = "host" | "path" | "uri" | "full uri" | "query" | "extension" | "media type";

export type AddressKind = "host" | "page" | "origin";

export interface Field extends Availability {
  readonly name: string;
  readonly type: Type;
  /** What the value tells, as one sentence. */
  readonly doc: string;
  readonly note?: string;
  /** A filter that uses it. */
  readonly example?: string;
  readonly plan?: Plan;
  readonly addOn?: AddOn;
  readonly standing?: Standing;
  /** The name of the field that took its place. */
  readonly deprecated?: string;
  /** The value, and not only an element of it, may be missing, or the service does not say that it never is. */
  readonly optional?: true;
  /** Values that are known, for arrays those of the elements. */
  readonly vocabulary?: VocabularyName;
  /** No value outside the vocabulary occurs. */
  readonly closed?: true;
  /** Numbers outside never occur, save those in `also`. It narrows a vocabulary that knows more. */
  readonly range?: readonly [least: number, most: number];
  readonly also?: readonly number[];
  /** Numbers outside are unlikely, but not ruled out: worth a warning, and nothing to conclude from. */
  readonly usual?: readonly [least: number, most: number];
  /** The only value it has nowadays. */
  readonly constant?: number;
  readonly unit?: "unix seconds" | "milliseconds" | "bytes";
  /** Letters are always small, or always capital. */
  readonly letters?: "small" | "capital";
  /** The keys of the map are always in small letters, so a key with a capital is never there. */
  readonly keys?: "small";
  readonly shape?: Shape;
  /** It mostly is the address of a page, or the name of a host, but whoever fills it in may write anything. */
  readonly holds?: AddressKind;
  /** The field that has the parts of this text by their names. */
  readonly keyed?: string;
  /** The text is, or may be, JSON. */
  readonly json?: true;
  /** Raw bytes rather than text. */
  readonly bytes?: true;
  /** It exists in the rules of an account only, not in those of a zone. */
  readonly scope?: "account";
  /** The service documents it for value expressions only. */
  readonly valueOnly?: true;
  /** A word that is used like a field, without being one. */
  readonly pseudo?: true;
}

const strings = arrayOf(stringType);
const integers = arrayOf(integerType);
const stringLists = mapOf(strings);
const integerLists = mapOf(integers);
const stringTable = arrayOf(strings);

const errorPhases = ["http_response_headers_transform", "http_custom_errors"] as const;
const ports = [1, 65_535] as const;
const portsAndZero = [0, 65_535] as const;
const packets = { product: "network firewall", phases: packetPhases } as const;
const score = [1, 99] as const;

const rawNote = "It stays as the client sent it, whatever normalisation and earlier rules do.";
const certificateText = "It is the empty string when the client shows no certificate.";
const certificateFlag = "It is false when the client shows no certificate.";

/** One row a line; the formatter is off for this file. */
export const fields: readonly Field[] = [
  // The request
  { name: "http.cookie", type: stringType, doc: "Every cookie of the request, as the one header that carried them.", keyed: "http.request.cookies", example: 'http.cookie contains "session="' },
  { name: "http.host", type: stringType, doc: "The host that the client asked for.", note: "What origin rules make of it later is not seen here.", shape: "host", example: 'http.host eq "shop.example.com"' },
  { name: "http.referer", type: stringType, doc: "The page from which the client says it came.", holds: "page", example: 'not http.referer contains "example.com"' },
  { name: "http.request.full_uri", type: stringType, doc: "The whole address asked for, with scheme, host, path and query.", keyed: "http.request.uri.args", note: "A fragment after '#' never reaches the service.", shape: "full uri", example: 'http.request.full_uri wildcard "https://*.example.com/shop/*"' },
  { name: "http.request.method", type: stringType, doc: "The HTTP method of the request.", vocabulary: "http-method", letters: "capital", example: 'http.request.method in {"PUT" "DELETE"}' },
  { name: "http.request.cookies", type: stringLists, doc: "The values of each cookie, by its name.", note: "Names are decoded, and cookies of one name are put together; values keep their letter case.", plan: "pro", example: 'any(http.request.cookies["theme"][*] eq "dark")' },
  { name: "http.request.timestamp.sec", type: integerType, doc: "When the request arrived, in whole seconds since 1970.", unit: "unix seconds", example: "http.request.timestamp.sec ge 1767225600" },
  { name: "http.request.timestamp.msec", type: integerType, doc: "The milliseconds of the moment at which the request arrived.", note: "It is the part after the whole second, not a time of its own.", range: [0, 999], unit: "milliseconds", example: "http.request.timestamp.msec lt 100" },
  { name: "http.request.uri", type: stringType, doc: "The path and the query of the address asked for.", keyed: "http.request.uri.args", shape: "uri", example: 'http.request.uri contains "/search?q="' },
  { name: "http.request.uri.path", type: stringType, doc: "The path of the address asked for, without the query.", shape: "path", example: 'http.request.uri.path eq "/login"' },
  { name: "http.request.uri.path.extension", type: stringType, doc: "The ending of the last part of the path, in small letters and without its dot.", note: "It is empty when the path has none.", letters: "small", shape: "extension", example: 'http.request.uri.path.extension in {"php" "asp"}' },
  { name: "http.request.uri.query", type: stringType, doc: "The query of the address asked for, without its question mark.", keyed: "http.request.uri.args", shape: "query", example: 'http.request.uri.query contains "debug=1"' },
  { name: "http.user_agent", type: stringType, doc: "The name that the client gives itself; easily forged.", example: 'lower(http.user_agent) contains "curl"' },
  { name: "http.request.version", type: stringType, doc: "The version of HTTP that the client speaks.", vocabulary: "http-version", example: 'http.request.version eq "HTTP/1.1"' },
  { name: "http.x_forwarded_for", type: stringType, doc: "The addresses that proxies on the way say the request came from; easily forged.", example: 'http.x_forwarded_for contains "192.0.2."' },
  { name: "http.request.uri.args", type: stringLists, doc: "The values of each parameter in the query, by its name.", note: "Nothing in it is decoded.", example: 'any(http.request.uri.args["sort"][*] contains "select")' },
  { name: "http.request.uri.args.names", type: strings, doc: "The names of the parameters in the query.", example: 'any(http.request.uri.args.names[*] eq "debug")' },
  { name: "http.request.uri.args.values", type: strings, doc: "The values of the parameters in the query.", example: "any(len(http.request.uri.args.values[*])[*] gt 512)" },
  { name: "http.request.headers", type: stringLists, doc: "The values of each header of the request, by its name in small letters.", keys: "small", example: 'any(http.request.headers["x-api-version"][*] eq "2")' },
  { name: "http.request.headers.names", type: strings, doc: "The names of the request's headers, as the client spelt them.", note: "From HTTP/2 on they are in small letters; before, anything goes.", example: 'any(lower(http.request.headers.names[*])[*] eq "x-debug")' },
  { name: "http.request.headers.values", type: strings, doc: "The values of the request's headers.", example: 'any(http.request.headers.values[*] contains "jndi:")' },
  { name: "http.request.headers.truncated", type: booleanType, doc: "Whether the request has more headers than the service looks at.", example: "http.request.headers.truncated" },
  { name: "http.request.accepted_languages", type: strings, doc: "The languages that the client asks for, the most wanted first.", note: "A language of '*' is left out.", phases: transformPhases, example: 'http.request.accepted_languages[0] eq "fr"' },

  // The request before normalisation
  { name: "raw.http.request.full_uri", type: stringType, doc: "The whole address asked for, exactly as it was sent.", keyed: "raw.http.request.uri.args", note: rawNote, shape: "full uri", example: 'raw.http.request.full_uri contains "/../"' },
  { name: "raw.http.request.uri", type: stringType, doc: "The path and the query, exactly as they were sent.", keyed: "raw.http.request.uri.args", note: rawNote, shape: "uri", example: 'raw.http.request.uri contains "%00"' },
  { name: "raw.http.request.uri.path", type: stringType, doc: "The path, exactly as it was sent.", note: rawNote, shape: "path", example: 'raw.http.request.uri.path contains "//"' },
  { name: "raw.http.request.uri.path.extension", type: stringType, doc: "The ending of the last part of the path as it was sent.", note: rawNote, shape: "extension", example: 'raw.http.request.uri.path.extension contains "%"' },
  { name: "raw.http.request.uri.query", type: stringType, doc: "The query, exactly as it was sent, without its question mark.", keyed: "raw.http.request.uri.args", note: rawNote, shape: "query", example: 'raw.http.request.uri.query contains "%27"' },
  { name: "raw.http.request.uri.args", type: stringLists, doc: "The values of each parameter in the query as it was sent, by name.", note: rawNote, example: 'any(raw.http.request.uri.args["next"][*] contains "%2f%2f")' },
  { name: "raw.http.request.uri.args.names", type: strings, doc: "The names of the parameters in the query as it was sent.", note: rawNote, example: 'any(raw.http.request.uri.args.names[*] contains "%")' },
  { name: "raw.http.request.uri.args.values", type: strings, doc: "The values of the parameters in the query as it was sent.", note: rawNote, example: 'any(raw.http.request.uri.args.values[*] contains "%00")' },
  { name: "raw.http.request.headers", type: stringLists, doc: "The values of each header of the request before any rule changed them.", standing: "unverified", optional: true },
  { name: "raw.http.request.headers.names", type: strings, doc: "The names of the request's headers before any rule changed them.", standing: "unverified", optional: true },
  { name: "raw.http.request.headers.values", type: strings, doc: "The values of the request's headers before any rule changed them, without their names.", standing: "unverified", optional: true },

  // The body of the request
  { name: "http.request.body.raw", type: stringType, doc: "The body of the request as it was sent, as far as the service reads it.", keyed: "http.request.body.form", json: true, plan: "enterprise", body: true, optional: true, example: 'http.request.body.raw contains "<!ENTITY"' },
  { name: "http.request.body.truncated", type: booleanType, doc: "Whether the body is longer than the part the service reads.", plan: "enterprise", body: true, optional: true, example: "http.request.body.truncated" },
  { name: "http.request.body.size", type: integerType, doc: "How many bytes the body of the request has.", plan: "enterprise", body: true, unit: "bytes", optional: true, example: "http.request.body.size gt 1048576" },
  { name: "http.request.body.form", type: stringLists, doc: "The values of each field of a posted form, by its name.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.form["username"][*] eq "admin")' },
  { name: "http.request.body.form.names", type: strings, doc: "The names of the fields in a posted form.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.form.names[*] eq "password")' },
  { name: "http.request.body.form.values", type: strings, doc: "The values of the fields in a posted form.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.form.values[*] contains "<script")' },
  { name: "http.request.body.mime", type: stringType, doc: "The media type that the body itself looks like.", note: "It is worked out from the content, whatever the header says.", body: true, shape: "media type", optional: true, example: 'http.request.body.mime eq "image/jpeg"' },
  { name: "http.request.body.multipart", type: stringLists, doc: "The parts of a multipart body, by the name of each.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart["comment"][*] contains "http")' },
  { name: "http.request.body.multipart.values", type: strings, doc: "The content of each part of a multipart body.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.values[*] contains "<?php")' },
  { name: "http.request.body.multipart.names", type: stringTable, doc: "The names that each part of a multipart body gives itself.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.names[*][*] eq "avatar")' },
  { name: "http.request.body.multipart.content_types", type: stringTable, doc: "The media types that each part of a multipart body declares.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.content_types[*][*] eq "application/x-php")' },
  { name: "http.request.body.multipart.content_dispositions", type: stringTable, doc: "How each part of a multipart body says it is meant to be handled.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.content_dispositions[*][*] eq "form-data")' },
  { name: "http.request.body.multipart.content_transfer_encodings", type: stringTable, doc: "The encodings that each part of a multipart body declares.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.content_transfer_encodings[*][*] eq "base64")' },
  { name: "http.request.body.multipart.filenames", type: stringTable, doc: "The file names that each part of a multipart body carries.", plan: "enterprise", body: true, optional: true, example: 'any(http.request.body.multipart.filenames[*][*] contains ".exe")' },

  // JSON Web Tokens, by the identifier of their configuration
  { name: "http.request.jwt.claims", type: stringLists, doc: "The claims of each token as JSON text, by the identifier of its configuration.", note: "The text is the first element; read it with lookup_json_string.", plan: "enterprise", addOn: "API Shield", standing: "undocumented", optional: true, example: 'lookup_json_string(http.request.jwt.claims["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][0], "role") eq "admin"' },
  { name: "http.request.jwt.claims.aud", type: stringLists, doc: "For whom each token is meant, by the identifier of its configuration.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.aud["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] eq "shop")' },
  { name: "http.request.jwt.claims.aud.names", type: strings, doc: "The configurations whose tokens say for whom they are meant.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.aud.values", type: strings, doc: "For whom the tokens of the request are meant.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.aud.values[*] eq "shop")' },
  { name: "http.request.jwt.claims.exp.sec", type: integerLists, doc: "When each token ends, by the identifier of its configuration.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", standing: "undocumented", optional: true },
  { name: "http.request.jwt.claims.exp.sec.names", type: strings, doc: "The configurations whose tokens say when they end.", plan: "enterprise", addOn: "API Shield", standing: "undocumented", optional: true },
  { name: "http.request.jwt.claims.exp.sec.values", type: integers, doc: "When the tokens of the request end.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", standing: "undocumented", optional: true },
  { name: "http.request.jwt.claims.iat.sec", type: integerLists, doc: "When each token was issued, by the identifier of its configuration.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true, example: 'any(http.request.jwt.claims.iat.sec["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] lt 1767225600)' },
  { name: "http.request.jwt.claims.iat.sec.names", type: strings, doc: "The configurations whose tokens say when they were issued.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.iat.sec.values", type: integers, doc: "When the tokens of the request were issued.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true },
  { name: "http.request.jwt.claims.iss", type: stringLists, doc: "Who issued each token, by the identifier of its configuration.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.iss["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] eq "https://login.example.com")' },
  { name: "http.request.jwt.claims.iss.names", type: strings, doc: "The configurations whose tokens say who issued them.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.iss.values", type: strings, doc: "Who issued the tokens of the request.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.jti", type: stringLists, doc: "The identifier of each token, by that of its configuration.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.jti.names", type: strings, doc: "The configurations whose tokens have an identifier.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.jti.values", type: strings, doc: "The identifiers of the request's tokens.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.nbf.sec", type: integerLists, doc: "When each token begins to count, by the identifier of its configuration.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true },
  { name: "http.request.jwt.claims.nbf.sec.names", type: strings, doc: "The configurations whose tokens say when they begin to count.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.nbf.sec.values", type: integers, doc: "When the tokens of the request begin to count.", plan: "enterprise", addOn: "API Shield", unit: "unix seconds", optional: true },
  { name: "http.request.jwt.claims.sub", type: stringLists, doc: "About whom each token speaks, by the identifier of its configuration.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'any(http.request.jwt.claims.sub["3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b"][*] eq "guest")' },
  { name: "http.request.jwt.claims.sub.names", type: strings, doc: "The configurations whose tokens say about whom they speak.", plan: "enterprise", addOn: "API Shield", optional: true },
  { name: "http.request.jwt.claims.sub.values", type: strings, doc: "About whom the tokens of the request speak.", plan: "enterprise", addOn: "API Shield", optional: true },

  // The response
  { name: "http.response.code", type: integerType, doc: "The HTTP status of the response.", vocabulary: "http-status", usual: [100, 599], response: true, example: "http.response.code in {401 403}" },
  { name: "http.response.headers", type: stringLists, doc: "The values of each header of the response, by its name in small letters.", keys: "small", response: true, example: 'any(http.response.headers["server"][*] contains "nginx")' },
  { name: "http.response.headers.names", type: strings, doc: "The names of the response's headers.", response: true, example: 'any(lower(http.response.headers.names[*])[*] eq "x-powered-by")' },
  { name: "http.response.headers.values", type: strings, doc: "The values of the response's headers.", response: true, example: 'any(http.response.headers.values[*] contains "PHP")' },
  { name: "http.response.headers.truncated", type: booleanType, doc: "Whether the response has more headers than the service looks at.", response: true, standing: "undocumented", optional: true },
  { name: "http.response.content_type.media_type", type: stringType, doc: "The media type of the response, in small letters and without parameters.", letters: "small", shape: "media type", response: true, example: 'http.response.content_type.media_type eq "text/html"' },
  { name: "raw.http.response.headers", type: stringLists, doc: "The values of each header of the response before any rule changed them.", response: true, example: 'any(raw.http.response.headers["server"][*] contains "nginx")' },
  { name: "raw.http.response.headers.names", type: strings, doc: "The names of the response's headers before any rule changed them.", response: true, example: 'any(lower(raw.http.response.headers.names[*])[*] eq "x-powered-by")' },
  { name: "raw.http.response.headers.values", type: strings, doc: "The values of the response's headers before any rule changed them, without their names.", response: true, example: 'any(raw.http.response.headers.values[*] contains "PHP")' },
  { name: "cf.response.1xxx_code", type: integerType, doc: "The number of the service's own error, or 0 when there is none.", response: true, phases: errorPhases, example: "cf.response.1xxx_code eq 1020" },
  { name: "cf.response.error_type", type: stringType, doc: "The kind of error page that the service answers with.", note: "It is the empty string when there is none.", vocabulary: "error-type", closed: true, response: true, phases: errorPhases, example: 'cf.response.error_type eq "waf"' },

  // Where the client is
  { name: "ip.src", type: ipType, doc: "The address of the client.", example: "ip.src in {192.0.2.0/24 2001:db8::/32}" },
  { name: "ip.src.asnum", type: integerType, doc: "The number of the network that the client's address belongs to.", range: [0, 4_294_967_295], example: "ip.src.asnum eq 64496" },
  { name: "ip.src.city", type: stringType, doc: "The city that the client's address is mapped to.", optional: true, example: 'ip.src.city eq "Lisbon"' },
  { name: "ip.src.continent", type: stringType, doc: "The continent that the client's address is mapped to, as a code.", vocabulary: "continent", closed: true, letters: "capital", example: 'ip.src.continent eq "EU"' },
  { name: "ip.src.country", type: stringType, doc: "The country that the client's address is mapped to, as a code.", note: "T1 is the Tor network and XX an unknown country.", vocabulary: "country-capital", closed: true, letters: "capital", example: 'ip.src.country in {"PT" "ES"}' },
  { name: "ip.src.is_in_european_union", type: booleanType, doc: "Whether the client's address is mapped to a country of the European Union.", plan: "business", example: "not ip.src.is_in_european_union" },
  { name: "ip.src.lat", type: stringType, doc: "The latitude that the client's address is mapped to, as text.", note: "It is a string, so 'lt' and 'gt' compare it letter by letter.", optional: true, example: 'starts_with(ip.src.lat, "38.")' },
  { name: "ip.src.lon", type: stringType, doc: "The longitude that the client's address is mapped to, as text.", note: "It is a string, so 'lt' and 'gt' compare it letter by letter.", optional: true, example: 'starts_with(ip.src.lon, "-9.")' },
  { name: "ip.src.metro_code", type: stringType, doc: "The market area that the client's address is mapped to, as a code.", note: "It is a string, though it looks like a number.", optional: true, example: 'ip.src.metro_code eq "501"' },
  { name: "ip.src.postal_code", type: stringType, doc: "The postal code that the client's address is mapped to.", optional: true, example: 'starts_with(ip.src.postal_code, "10")' },
  { name: "ip.src.region", type: stringType, doc: "The region that the client's address is mapped to, by its name.", optional: true, example: 'ip.src.region eq "Bavaria"' },
  { name: "ip.src.region_code", type: stringType, doc: "The region that the client's address is mapped to, as a code.", optional: true, example: 'ip.src.region_code eq "BY"' },
  { name: "ip.src.subdivision_1_iso_code", type: stringType, doc: "The state or region of the client's address, as an ISO 3166-2 code.", note: "It is the empty string when that is not known.", plan: "business", letters: "capital", example: 'ip.src.subdivision_1_iso_code eq "DE-BY"' },
  { name: "ip.src.subdivision_2_iso_code", type: stringType, doc: "The county or district of the client's address, as an ISO 3166-2 code.", note: "It is the empty string when that is not known.", plan: "business", letters: "capital", example: 'ip.src.subdivision_2_iso_code eq "FR-69"' },
  { name: "ip.src.timezone.name", type: stringType, doc: "The time zone that the client's address is mapped to, by its name.", phases: transformPhases, valueOnly: true, optional: true },
  { name: "ip.geoip.asnum", type: integerType, doc: "The older name for the number of the client's network.", deprecated: "ip.src.asnum", range: [0, 4_294_967_295], example: "ip.geoip.asnum eq 64496" },
  { name: "ip.geoip.continent", type: stringType, doc: "The older name for the client's continent.", deprecated: "ip.src.continent", vocabulary: "continent", closed: true, letters: "capital", example: 'ip.geoip.continent eq "EU"' },
  { name: "ip.geoip.country", type: stringType, doc: "The older name for the client's country.", note: "In rules on packets it stands for the country of either end.", deprecated: "ip.src.country", vocabulary: "country-capital", closed: true, letters: "capital", example: 'ip.geoip.country eq "PT"' },
  { name: "ip.geoip.is_in_european_union", type: booleanType, doc: "The older name for whether the client is in the European Union.", deprecated: "ip.src.is_in_european_union", plan: "business", example: "ip.geoip.is_in_european_union" },
  { name: "ip.geoip.subdivision_1_iso_code", type: stringType, doc: "The older name for the client's state or region.", deprecated: "ip.src.subdivision_1_iso_code", plan: "business", letters: "capital", example: 'ip.geoip.subdivision_1_iso_code eq "DE-BY"' },
  { name: "ip.geoip.subdivision_2_iso_code", type: stringType, doc: "The older name for the client's county or district.", deprecated: "ip.src.subdivision_2_iso_code", plan: "business", letters: "capital", example: 'ip.geoip.subdivision_2_iso_code eq "FR-69"' },

  // The connection
  { name: "ssl", type: booleanType, doc: "Whether the client's connection is encrypted.", example: "not ssl" },
  { name: "cf.tls_cipher", type: stringType, doc: "The cipher that the connection with the client uses.", optional: true, example: 'cf.tls_cipher eq "AES128-SHA"' },
  { name: "cf.tls_version", type: stringType, doc: "The TLS version that the connection with the client uses.", vocabulary: "tls-version", example: 'cf.tls_version in {"TLSv1" "TLSv1.1"}' },
  { name: "cf.tls_ciphers_sha1", type: stringType, doc: "A digest of the ciphers that the client offered.", optional: true },
  { name: "cf.tls_client_extensions_sha1", type: stringType, doc: "A digest of the TLS extensions that the client offered.", optional: true },
  { name: "cf.tls_client_extensions_sha1_le", type: stringType, doc: "A digest of the TLS extensions that the client offered, in little-endian order.", optional: true },
  { name: "cf.tls_client_hello_length", type: integerType, doc: "How long the client's first TLS message is.", unit: "bytes", optional: true, example: "cf.tls_client_hello_length lt 200" },
  { name: "cf.tls_client_random", type: stringType, doc: "The random bytes of the client's first TLS message, encoded as text.", optional: true },
  { name: "cf.edge.client_tcp", type: booleanType, doc: "Whether the client is connected over TCP rather than QUIC.", example: "not cf.edge.client_tcp" },
  { name: "cf.edge.client_port", type: integerType, doc: "The port from which the client connects.", standing: "unverified", optional: true },
  { name: "cf.edge.l4.delivery_rate", type: integerType, doc: "How many bytes a second the connection with the client last carried.", note: "It is 0 when that is not known.", example: "cf.edge.l4.delivery_rate lt 100000" },
  { name: "cf.edge.server_ip", type: ipType, doc: "The address at the edge to which the client connected.", note: "It says something only for those who bring addresses of their own.", optional: true, example: "cf.edge.server_ip eq 192.0.2.80" },
  { name: "cf.edge.server_port", type: integerType, doc: "The port at the edge to which the client connected.", range: ports, example: "not cf.edge.server_port in {80 443}" },
  { name: "cf.timings.client_tcp_rtt_msec", type: integerType, doc: "How long a round trip to the client takes over TCP.", unit: "milliseconds", optional: true, example: "cf.timings.client_tcp_rtt_msec gt 500" },
  { name: "cf.timings.client_quic_rtt_msec", type: integerType, doc: "How long a round trip to the client takes over QUIC.", unit: "milliseconds", optional: true, example: "cf.timings.client_quic_rtt_msec gt 500" },
  { name: "cf.timings.edge_msec", type: integerType, doc: "How long the edge worked on the request.", unit: "milliseconds", optional: true, example: "cf.timings.edge_msec gt 100" },
  { name: "cf.timings.origin_ttfb_msec", type: integerType, doc: "How long the origin took to send the first byte.", unit: "milliseconds", optional: true, example: "cf.timings.origin_ttfb_msec gt 2000" },
  { name: "cf.timings.worker_msec", type: integerType, doc: "How long a Worker ran for the request.", unit: "milliseconds", optional: true, example: "cf.timings.worker_msec gt 50" },

  // The client's certificate
  { name: "cf.tls_client_auth.cert_presented", type: booleanType, doc: "Whether the client shows a certificate.", note: certificateFlag, example: "not cf.tls_client_auth.cert_presented" },
  { name: "cf.tls_client_auth.cert_verified", type: booleanType, doc: "Whether the client's certificate was signed by an authority that you trust.", note: "It is false without a certificate, and true for a revoked one.", example: "cf.tls_client_auth.cert_verified and not cf.tls_client_auth.cert_revoked" },
  { name: "cf.tls_client_auth.cert_revoked", type: booleanType, doc: "Whether the client's certificate is good but has been revoked.", note: certificateFlag, example: "cf.tls_client_auth.cert_revoked" },
  { name: "cf.tls_client_auth.cert_rfc9440", type: stringType, doc: "The client's certificate, encoded as RFC 9440 describes.", note: certificateText },
  { name: "cf.tls_client_auth.cert_rfc9440_too_large", type: booleanType, doc: "Whether the client's certificate is too long to be passed on in a header.", note: certificateFlag, example: "cf.tls_client_auth.cert_rfc9440_too_large" },
  { name: "cf.tls_client_auth.cert_chain_rfc9440", type: stringType, doc: "The certificates above the client's, encoded as RFC 9440 describes.", note: certificateText },
  { name: "cf.tls_client_auth.cert_chain_rfc9440_too_large", type: booleanType, doc: "Whether the certificates above the client's are too long to be passed on in a header.", note: certificateFlag, example: "cf.tls_client_auth.cert_chain_rfc9440_too_large" },
  { name: "cf.tls_client_auth.cert_issuer_dn", type: stringType, doc: "The name of the authority that signed the client's certificate.", note: certificateText, example: 'cf.tls_client_auth.cert_issuer_dn contains "O=Example"' },
  { name: "cf.tls_client_auth.cert_issuer_dn_legacy", type: stringType, doc: "The name of the signing authority, in the older notation with slashes.", note: certificateText, example: 'cf.tls_client_auth.cert_issuer_dn_legacy contains "/O=Example"' },
  { name: "cf.tls_client_auth.cert_issuer_dn_rfc2253", type: stringType, doc: "The name of the signing authority, in the notation of RFC 2253.", note: certificateText, example: 'cf.tls_client_auth.cert_issuer_dn_rfc2253 contains "O=Example"' },
  { name: "cf.tls_client_auth.cert_issuer_serial", type: stringType, doc: "The serial number of the signing authority's own certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_issuer_ski", type: stringType, doc: "The key identifier of the signing authority.", note: certificateText },
  { name: "cf.tls_client_auth.cert_subject_dn", type: stringType, doc: "The name of the owner of the client's certificate.", note: certificateText, example: 'cf.tls_client_auth.cert_subject_dn contains "CN=device-7"' },
  { name: "cf.tls_client_auth.cert_subject_dn_legacy", type: stringType, doc: "The name of the certificate's owner, in the older notation with slashes.", note: certificateText, example: 'cf.tls_client_auth.cert_subject_dn_legacy contains "/CN=device-7"' },
  { name: "cf.tls_client_auth.cert_subject_dn_rfc2253", type: stringType, doc: "The name of the certificate's owner, in the notation of RFC 2253.", note: certificateText, example: 'cf.tls_client_auth.cert_subject_dn_rfc2253 contains "CN=device-7"' },
  { name: "cf.tls_client_auth.cert_serial", type: stringType, doc: "The serial number of the client's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_ski", type: stringType, doc: "The key identifier of the client's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_fingerprint_sha256", type: stringType, doc: "The SHA-256 fingerprint of the client's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_fingerprint_sha1", type: stringType, doc: "The SHA-1 fingerprint of the client's certificate.", note: certificateText },
  { name: "cf.tls_client_auth.cert_not_before", type: stringType, doc: "From when on the client's certificate counts, as text.", note: certificateText },
  { name: "cf.tls_client_auth.cert_not_after", type: stringType, doc: "Until when the client's certificate counts, as text.", note: certificateText },

  // Bots
  { name: "cf.client.bot", type: booleanType, doc: "Whether the client is a bot that is known to be good.", example: "not cf.client.bot" },
  { name: "cf.verified_bot_category", type: stringType, doc: "What the verified bot behind the request is for.", vocabulary: "bot-category", optional: true, example: 'cf.verified_bot_category eq "AI Crawler"' },
  { name: "cf.bot_management.verified_bot", type: booleanType, doc: "Whether the request comes from a bot that is known to be good.", note: "It tells the same as 'cf.client.bot'.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.verified_bot" },
  { name: "cf.bot_management.score", type: integerType, doc: "How human the request looks, from 1 for a machine to 99 for a person.", note: "0 means that no score was computed.", plan: "enterprise", addOn: "Bot Management", range: score, also: [0], optional: true, example: "cf.bot_management.score lt 30 and not cf.bot_management.verified_bot" },
  { name: "cf.bot_management.static_resource", type: booleanType, doc: "Whether the path looks like a file that never changes, such as a picture.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.static_resource" },
  { name: "cf.bot_management.ja3_hash", type: stringType, doc: "A fingerprint of how the client sets up TLS, in the JA3 form.", plan: "enterprise", addOn: "Bot Management", optional: true, example: 'cf.bot_management.ja3_hash eq "0123456789abcdef0123456789abcdef"' },
  { name: "cf.bot_management.ja4", type: stringType, doc: "A fingerprint of how the client sets up TLS, in the JA4 form.", plan: "enterprise", addOn: "Bot Management", optional: true, example: 'starts_with(cf.bot_management.ja4, "t13d")' },
  { name: "cf.bot_management.js_detection.passed", type: booleanType, doc: "Whether the client passed the test that runs as a script in the page.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.js_detection.passed" },
  { name: "cf.bot_management.detection_ids", type: integers, doc: "The numbers of the detections that took the request for a bot's.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "any(cf.bot_management.detection_ids[*] eq 33554817)" },
  { name: "cf.bot_management.corporate_proxy", type: booleanType, doc: "Whether the request comes through the proxy of a company.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "not cf.bot_management.corporate_proxy" },
  { name: "cf.bot_management.signed_agent", type: booleanType, doc: "Whether the request is signed by an agent that acts for a person.", plan: "enterprise", addOn: "Bot Management", optional: true, example: "cf.bot_management.signed_agent" },

  // What the firewall finds
  { name: "cf.threat_score", type: integerType, doc: "How bad the reputation of the client's address is, from 0 to 100.", note: "Nowadays it is always 0, so a rule on more never acts.", range: [0, 100], constant: 0, example: "cf.threat_score eq 0" },
  { name: "cf.waf.score", type: integerType, doc: "How likely the request is an attack; the lower, the likelier.", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score le 20" },
  { name: "cf.waf.score.sqli", type: integerType, doc: "How likely the request tries to inject SQL; the lower, the likelier.", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score.sqli le 20" },
  { name: "cf.waf.score.xss", type: integerType, doc: "How likely the request tries to plant a script in a page; the lower, the likelier.", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score.xss le 20" },
  { name: "cf.waf.score.rce", type: integerType, doc: "How likely the request tries to run code on the server; the lower, the likelier.", note: "100 means that the request was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.waf.score.rce le 20" },
  { name: "cf.waf.score.class", type: stringType, doc: "The attack score in one word.", plan: "business", vocabulary: "attack-class", closed: true, optional: true, example: 'cf.waf.score.class eq "attack"' },
  { name: "cf.waf.auth_detected", type: booleanType, doc: "Whether the request carries credentials.", plan: "enterprise", optional: true, example: "cf.waf.auth_detected" },
  { name: "cf.waf.credential_check.password_leaked", type: booleanType, doc: "Whether the password in the request is known from a leak.", optional: true, example: "cf.waf.credential_check.password_leaked" },
  { name: "cf.waf.credential_check.username_leaked", type: booleanType, doc: "Whether the user name in the request is known from a leak.", plan: "enterprise", optional: true, example: "cf.waf.credential_check.username_leaked" },
  { name: "cf.waf.credential_check.username_and_password_leaked", type: booleanType, doc: "Whether user name and password are known together from a leak.", plan: "pro", optional: true, example: "cf.waf.credential_check.username_and_password_leaked" },
  { name: "cf.waf.credential_check.username_password_similar", type: booleanType, doc: "Whether credentials much like those in the request are known from a leak.", plan: "enterprise", optional: true, example: "cf.waf.credential_check.username_password_similar" },
  { name: "cf.waf.content_scan.has_obj", type: booleanType, doc: "Whether the request carries a file.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.has_obj" },
  { name: "cf.waf.content_scan.has_malicious_obj", type: booleanType, doc: "Whether a file in the request is harmful.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.has_malicious_obj" },
  { name: "cf.waf.content_scan.has_failed", type: booleanType, doc: "Whether a file in the request could not be scanned.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.has_failed" },
  { name: "cf.waf.content_scan.num_obj", type: integerType, doc: "How many files the request carries.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.num_obj gt 3" },
  { name: "cf.waf.content_scan.num_malicious_obj", type: integerType, doc: "How many files in the request are harmful.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: "cf.waf.content_scan.num_malicious_obj gt 0" },
  { name: "cf.waf.content_scan.obj_sizes", type: integers, doc: "The sizes of the files in the request, in their order.", plan: "enterprise", addOn: "Content Scanning", unit: "bytes", optional: true, example: "any(cf.waf.content_scan.obj_sizes[*] gt 500000)" },
  { name: "cf.waf.content_scan.obj_types", type: strings, doc: "The media types of the files in the request, in their order.", plan: "enterprise", addOn: "Content Scanning", optional: true, example: 'any(cf.waf.content_scan.obj_types[*] eq "application/zip")' },
  { name: "cf.waf.content_scan.obj_results", type: strings, doc: "What the scan found in each file of the request, in their order.", plan: "enterprise", addOn: "Content Scanning", vocabulary: "scan-result", closed: true, optional: true, example: 'any(cf.waf.content_scan.obj_results[*] in {"suspicious" "infected"})' },
  { name: "cf.api_gateway.auth_id_present", type: booleanType, doc: "Whether the request has the session identifier that your API uses.", plan: "enterprise", addOn: "API Shield", optional: true, example: "not cf.api_gateway.auth_id_present" },
  { name: "cf.api_gateway.request_violates_schema", type: booleanType, doc: "Whether the request breaks the schema of your API.", optional: true, example: "cf.api_gateway.request_violates_schema" },
  { name: "cf.api_gateway.fallthrough_detected", type: booleanType, doc: "Whether the request fits none of the endpoints that you saved.", optional: true, example: "cf.api_gateway.fallthrough_detected" },
  { name: "cf.api_gateway.graphql.query_size", type: integerType, doc: "How many fields the GraphQL query asks for at its deepest levels.", plan: "enterprise", addOn: "API Shield", optional: true, example: "cf.api_gateway.graphql.query_size gt 20" },
  { name: "cf.api_gateway.graphql.query_depth", type: integerType, doc: "How many levels deep the GraphQL query is nested.", plan: "enterprise", addOn: "API Shield", optional: true, example: "cf.api_gateway.graphql.query_depth gt 7" },
  { name: "cf.api_gateway.graphql.parsed_successfully", type: booleanType, doc: "Whether the body could be read as a GraphQL query.", plan: "enterprise", addOn: "API Shield", optional: true, example: "not cf.api_gateway.graphql.parsed_successfully" },
  { name: "cf.sequence.current_op", type: stringType, doc: "The identifier of the saved endpoint that the request is for.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'cf.sequence.current_op eq "0d9bf70c"' },
  { name: "cf.sequence.previous_ops", type: strings, doc: "The identifiers of the saved endpoints that the session asked for before, the latest first.", plan: "enterprise", addOn: "API Shield", optional: true, example: 'not any(cf.sequence.previous_ops[*] eq "f54dac32")' },
  { name: "cf.sequence.msec_since_op", type: mapOf(integerType), doc: "How long ago the session last asked for a saved endpoint, by the identifier of the endpoint.", unit: "milliseconds", plan: "enterprise", addOn: "API Shield", optional: true, example: 'cf.sequence.msec_since_op["f54dac32"] lt 5000' },
  { name: "cf.schema_validation.learned.violated", type: booleanType, doc: "Whether the request breaks a schema that the service learned.", optional: true, example: "cf.schema_validation.learned.violated" },
  { name: "cf.schema_validation.uploaded.violated", type: booleanType, doc: "Whether the request breaks a schema that you uploaded.", optional: true, example: "cf.schema_validation.uploaded.violated" },
  { name: "dlp.entries", type: strings, doc: "The data loss prevention entries that the content is matched against.", note: "It is made for 'dlp_match'.", standing: "unverified", optional: true, example: "any(dlp_match(dlp.entries[*]))" },

  // Prompts to language models
  { name: "cf.llm.prompt.detected", type: booleanType, doc: "Whether the request carries a prompt for a language model.", plan: "enterprise", optional: true, example: "cf.llm.prompt.detected" },
  { name: "cf.llm.prompt.pii_detected", type: booleanType, doc: "Whether the prompt carries personal data.", plan: "enterprise", optional: true, example: "cf.llm.prompt.pii_detected" },
  { name: "cf.llm.prompt.pii_categories", type: strings, doc: "The kinds of personal data in the prompt.", plan: "enterprise", vocabulary: "personal-data", closed: true, optional: true, example: 'any(cf.llm.prompt.pii_categories[*] in {"CREDIT_CARD" "PASSPORT"})' },
  { name: "cf.llm.prompt.unsafe_topic_detected", type: booleanType, doc: "Whether the prompt is about something unsafe.", plan: "enterprise", optional: true, example: "cf.llm.prompt.unsafe_topic_detected" },
  { name: "cf.llm.prompt.unsafe_topic_categories", type: strings, doc: "The unsafe subjects of the prompt, as codes.", plan: "enterprise", vocabulary: "unsafe-topic", closed: true, optional: true, example: 'any(cf.llm.prompt.unsafe_topic_categories[*] eq "S10")' },
  { name: "cf.llm.prompt.custom_topic_categories", type: mapOf(integerType), doc: "How near the prompt is to each subject that you named, as a score.", plan: "enterprise", optional: true, example: 'cf.llm.prompt.custom_topic_categories["rivals"] lt 30' },
  { name: "cf.llm.prompt.injection_score", type: integerType, doc: "How likely the prompt tries to take over the model; the lower, the likelier.", note: "100 means that the prompt was not scored.", plan: "enterprise", range: score, also: [100], optional: true, example: "cf.llm.prompt.injection_score lt 20" },
  { name: "cf.llm.prompt.token_count", type: integerType, doc: "About how many tokens the prompt has.", plan: "enterprise", optional: true, example: "cf.llm.prompt.token_count gt 4000" },

  // The service itself
  { name: "cf.ray_id", type: stringType, doc: "The identifier that the service gives the request, as logs and error pages show it.", example: 'ends_with(cf.ray_id, "0")' },
  { name: "cf.random_seed", type: stringType, doc: "Random bytes, new for each request.", note: "It is made for 'uuidv4'.", bytes: true },
  { name: "cf.hostname.metadata", type: stringType, doc: "The data that you stored with a custom hostname, as JSON text.", json: true, note: "Read it with lookup_json_string or lookup_json_integer.", optional: true, example: 'lookup_json_string(cf.hostname.metadata, "tier") eq "gold"' },
  { name: "cf.worker.upstream_zone", type: stringType, doc: "The zone of the Worker that made the request.", note: "It is the empty string when no Worker made it.", holds: "host", example: 'not cf.worker.upstream_zone in {"" "example.com"}' },
  { name: "cf.metal.id", type: stringType, doc: "The machine at the edge that handles the request.", standing: "unverified", optional: true },
  { name: "cf.zone.name", type: stringType, doc: "The name of the zone that the request is for.", scope: "account", holds: "host", example: 'cf.zone.name in {"example.com" "example.net"} and cf.zone.plan eq "ENT"' },
  { name: "cf.zone.plan", type: stringType, doc: "The plan of the zone that the request is for, as a code.", note: "A rule of an account that runs a rule set must end with 'and cf.zone.plan eq \"ENT\"'.", scope: "account", vocabulary: "zone-plan", example: 'http.host eq "example.com" and cf.zone.plan eq "ENT"' },
  { name: "true", type: booleanType, doc: "Holds for every request, as the service's examples show it in place of an expression.", note: "The engine has no such word of its own.", standing: "undocumented", pseudo: true, example: "true" },
  { name: "false", type: booleanType, doc: "Holds for no request.", note: "The engine has no such word of its own.", standing: "undocumented", pseudo: true, example: "not false" },

  // Packets
  { name: "cf.colo.name", type: stringType, doc: "The data centre that the packet came to.", ...packets, example: 'cf.colo.name eq "lis01"' },
  { name: "cf.colo.region", type: stringType, doc: "The region of the data centre that the packet came to.", ...packets, example: 'cf.colo.region eq "WEUR"' },
  { name: "icmp", type: stringType, doc: "The ICMP header of the packet, byte by byte.", note: "It is made for 'bit_slice'.", bytes: true, ...packets, optional: true },
  { name: "icmp.type", type: integerType, doc: "The type of an ICMP message.", ...packets, optional: true, example: "icmp.type eq 8" },
  { name: "icmp.code", type: integerType, doc: "The code that refines the type of an ICMP message.", ...packets, optional: true, example: "icmp.type eq 3 and icmp.code eq 4" },
  { name: "ip", type: stringType, doc: "The IP header of the packet, byte by byte.", note: "It is made for 'bit_slice'.", bytes: true, ...packets },
  { name: "ip.dst", type: ipType, doc: "The address that the packet goes to.", ...packets, example: "ip.dst in {192.0.2.0/24}" },
  { name: "ip.dst.country", type: stringType, doc: "The country of the address that the packet goes to, as a code.", vocabulary: "country-capital", letters: "capital", ...packets, example: 'ip.dst.country eq "PT"' },
  { name: "ip.hdr_len", type: integerType, doc: "How long the IP header of the packet is.", unit: "bytes", ...packets, example: "ip.hdr_len gt 20" },
  { name: "ip.len", type: integerType, doc: "How long the packet is, headers included.", unit: "bytes", ...packets, example: "ip.len gt 1400" },
  { name: "ip.opt.type", type: integerType, doc: "The type of an option in the IP header.", ...packets, optional: true, example: "ip.opt.type eq 7" },
  { name: "ip.proto", type: stringType, doc: "The protocol that the packet carries, by name.", vocabulary: "ip-protocol", ...packets, example: 'ip.proto eq "udp"' },
  { name: "ip.proto.num", type: integerType, doc: "The protocol that the packet carries, by number.", range: [0, 255], ...packets, example: "ip.proto.num eq 47" },
  { name: "ip.ttl", type: integerType, doc: "How many more hops the packet may make.", ...packets, example: "ip.ttl lt 5" },
  { name: "sip", type: booleanType, doc: "Whether the packet belongs to an internet telephone call.", ...packets, example: "not sip" },
  { name: "tcp", type: stringType, doc: "The TCP header of the packet, byte by byte.", note: "It is made for 'bit_slice'.", bytes: true, ...packets, optional: true },
  { name: "tcp.flags", type: integerType, doc: "All flags of the TCP header as one number.", ...packets, optional: true, example: "tcp.flags eq 0x12" },
  { name: "tcp.flags.ack", type: booleanType, doc: "Whether the packet confirms what was received.", ...packets, optional: true, example: "tcp.flags.ack" },
  { name: "tcp.flags.cwr", type: booleanType, doc: "Whether the sender says that it has slowed down.", ...packets, optional: true, example: "tcp.flags.cwr" },
  { name: "tcp.flags.ecn", type: booleanType, doc: "Whether the packet tells of a crowded path.", ...packets, optional: true, example: "tcp.flags.ecn" },
  { name: "tcp.flags.fin", type: booleanType, doc: "Whether the sender has nothing more to send.", ...packets, optional: true, example: "tcp.flags.fin and not tcp.flags.ack" },
  { name: "tcp.flags.push", type: booleanType, doc: "Whether the data should be handed over at once.", ...packets, optional: true, example: "tcp.flags.push" },
  { name: "tcp.flags.reset", type: booleanType, doc: "Whether the packet breaks the connection off.", ...packets, optional: true, example: "tcp.flags.reset" },
  { name: "tcp.flags.syn", type: booleanType, doc: "Whether the packet opens a connection.", ...packets, optional: true, example: "tcp.flags.syn and not tcp.flags.ack" },
  { name: "tcp.flags.urg", type: booleanType, doc: "Whether the packet carries urgent data.", ...packets, optional: true, example: "tcp.flags.urg" },
  { name: "tcp.srcport", type: integerType, doc: "The TCP port that the packet comes from.", range: portsAndZero, ...packets, optional: true, example: "tcp.srcport lt 1024" },
  { name: "tcp.dstport", type: integerType, doc: "The TCP port that the packet goes to.", range: portsAndZero, ...packets, optional: true, example: "tcp.dstport in {22 3389}" },
  { name: "udp", type: stringType, doc: "The UDP header of the packet, byte by byte.", note: "It is made for 'bit_slice'.", bytes: true, ...packets, optional: true },
  { name: "udp.dstport", type: integerType, doc: "The UDP port that the packet goes to.", range: portsAndZero, ...packets, optional: true, example: "udp.dstport eq 53" },
  { name: "udp.srcport", type: integerType, doc: "The UDP port that the packet comes from.", range: portsAndZero, ...packets, optional: true, example: "udp.srcport in {53 123 1900}" },

  // Load balancers
  { name: "cf.load_balancer.name", type: stringType, doc: "The name of the load balancer that runs the rule.", bytes: true, product: "load balancing", optional: true, holds: "host", example: 'cf.load_balancer.name eq "lb.example.com"' },
  { name: "cf.load_balancer.region", type: stringType, doc: "The region from which the load balancer is asked, as a code.", bytes: true, product: "load balancing", optional: true, example: 'cf.load_balancer.region eq "WEU"' },
  { name: "dns.qry.name", type: stringType, doc: "The name that a DNS query asks for.", bytes: true, product: "load balancing", optional: true, holds: "host", example: 'dns.qry.name eq "lb.example.com"' },
  { name: "dns.qry.name.len", type: integerType, doc: "How long the name in a DNS query is.", product: "load balancing", optional: true, example: "dns.qry.name.len gt 60" },
  { name: "dns.qry.qu", type: booleanType, doc: "Whether a DNS query wants its answer sent to the asker alone.", product: "load balancing", optional: true, example: "dns.qry.qu" },
  { name: "dns.qry.type", type: integerType, doc: "The type of record that a DNS query asks for, as a number.", product: "load balancing", optional: true, example: "dns.qry.type eq 28" },
  { name: "dns.rr.opt.client", type: booleanType, doc: "Whether a DNS query says which network its client is in.", product: "load balancing", optional: true, example: "dns.rr.opt.client" },
  { name: "dns.rr.opt.client.addr", type: stringType, doc: "The network that a DNS query gives for its client, as text.", product: "load balancing", optional: true, example: 'starts_with(dns.rr.opt.client.addr, "192.0.2.")' },
];

const byName = new Map(fields.map((it) => [it.name, it]));

export function fieldNamed(name: string): Field | undefined {
  return byName.get(name);
}

const rawPrefix = "raw.";

/** Whether the field shows what the client or origin sent, before normalisation and rules. */
export function isRaw(field: Field): boolean {
  return field.name.startsWith(rawPrefix);
}

/** The raw field of a normalised one, and the other way round. */
export function counterpart(field: Field): Field | undefined {
  const { name } = field;
  return fieldNamed(isRaw(field) ? name.slice(rawPrefix.length) : `${rawPrefix}${name}`);
}
