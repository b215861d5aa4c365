import type { Availability } from "./availability.ts";
import {
  ipv4Bits,
  ipv6Bits,
  maxBitOffset,
  maxConcatenated,
  maxReplaceReferences,
  maxSlicedBits,
  splitLimit,
} from "./limits.ts";
import { transformPhases } from "./phases.ts";
import type { AddOn, Plan, Standing } from "./plans.ts";
import { arrayOf, booleanType, integerType, ipType, stringType, type Type } from "./type.ts";

/** Some parameters accept families of types. */
export type TypePattern =
  | Type
  | "anything"
  | "any array"
  | "any map"
  | "array of scalars"
  | "map of scalars";

/** The types that a parameter accepts: one of these, the type of the first argument, or the type of its elements. */
export type Accepted = readonly TypePattern[] | "same as first" | "element of first";

export interface Parameter {
  readonly name: string;
  readonly types: Accepted;
  /** One sentence. */
  readonly doc: string;
  readonly optional?: true;
  /** The last parameter can repeat; at least once unless optional. */
  readonly variadic?: true;
  /** Must be a literal. */
  readonly literalOnly?: true;
  /** Must be a field or another call. */
  readonly fieldOnly?: true;
  /** The only fields that the service accepts here. */
  readonly fields?: readonly string[];
  readonly range?: readonly [least: number, most: number];
  /** The service rejects an empty string. */
  readonly nonEmpty?: true;
  /** The valid flags, with their meanings. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The default value. */
  readonly fallback?: number;
}

export interface RuleFunction extends Availability {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The service accepts no more arguments, where the last parameter repeats. */
  readonly most?: number;
  readonly returns: Type | "first";
  /** The result of the function, in one sentence. */
  readonly doc: string;
  /** An expression that calls it; a value expression if it is only available there. */
  readonly example: string;
  readonly note?: string;
  readonly plan?: Plan;
  readonly addOn?: AddOn;
  readonly standing?: Standing;
  /** `any` and `all` are part of the grammar: their argument is one comparison with [*], or a group. */
  readonly quantifier?: true;
  /** Only available in value expressions, such as the path of a rewrite. */
  readonly valueOnly?: true;
  /** An expression can have only one call of any of these functions. */
  readonly onceAmong?: readonly string[];
  /** Returns that many raw bytes, which never equal a quoted string. */
  readonly digestBytes?: number;
  /** A call with a missing argument is missing itself, unless missing arguments are skipped. */
  readonly missing?: "skipped";
}

type More = Omit<Parameter, "name" | "types" | "doc">;

function parameter(name: string, types: Accepted, doc: string, more?: More): Parameter {
  return { name, types, doc, ...more };
}

function text(name: string, doc: string, more?: More): Parameter {
  return parameter(name, [stringType], doc, more);
}

function integer(name: string, doc: string, more?: More): Parameter {
  return parameter(name, [integerType], doc, more);
}

const networkPhases = ["http_request_firewall_custom", "http_ratelimit"] as const;
const redirectPhase = "http_request_dynamic_redirect" as const;
const replacing = ["regex_replace", "wildcard_replace"] as const;

const replacement: Parameter = text(
  "replacement",
  `The replacement, in which '\${1}' is the first capture and '$$' a dollar sign; at most ${maxReplaceReferences} references.`,
  { literalOnly: true },
);

const tokenConfiguration: Parameter = text(
  "token_configuration_id",
  "The ID of an existing token configuration.",
);

const jsonPath: readonly Parameter[] = [
  text("field", "The JSON to search."),
  parameter("key", [stringType, integerType], "A property name, or an array index from zero."),
  parameter("more", [stringType, integerType], "Further steps of the path, one argument each.", {
    optional: true,
    variadic: true,
  }),
];

const anyOrAll: readonly Parameter[] = [
  parameter(
    "values",
    [arrayOf(booleanType)],
    "A comparison per element, such as 'a[*] eq \"x\"'.",
    { fieldOnly: true },
  ),
];

/** Documented functions first, by name; others follow. */
export const functions: readonly RuleFunction[] = [
  {
    name: "all",
    parameters: anyOrAll,
    returns: booleanType,
    quantifier: true,
    doc: "True when the comparison is true for every element.",
    example:
      'has_key(http.request.headers, "content-type") and all(http.request.headers["content-type"][*] eq "application/json")',
    note: "Also true when there are no elements, for example because the key is missing.",
  },
  {
    name: "any",
    parameters: anyOrAll,
    returns: booleanType,
    quantifier: true,
    doc: "True when the comparison is true for at least one element.",
    example: 'any(http.request.headers["accept"][*] contains "image/webp")',
    note: "Allows only one comparison; wrap several in parentheses.",
  },
  {
    name: "bit_slice",
    parameters: [
      text("protocol", "The header to read.", {
        fieldOnly: true,
        fields: ["ip", "udp", "tcp", "icmp"],
      }),
      integer("offset_start", "The first bit, counted from zero.", { range: [0, maxBitOffset] }),
      integer(
        "offset_end",
        `The bit after the last one; at most ${maxSlicedBits} bits after the first.`,
      ),
    ],
    returns: integerType,
    product: "network firewall",
    phases: ["magic_transit"],
    doc: "Some bits of a packet header, as a number.",
    example: "bit_slice(tcp, 0, 16) eq 443",
    note: "The third argument is the end, not the length.",
  },
  {
    name: "cidr",
    parameters: [
      parameter("address", [ipType], "The address to get the network of.", { fieldOnly: true }),
      integer("ipv4_network_bits", "The prefix length for IPv4 addresses.", { range: ipv4Bits }),
      integer("ipv6_network_bits", "The prefix length for IPv6 addresses.", { range: ipv6Bits }),
    ],
    returns: ipType,
    phases: networkPhases,
    doc: "The first address of the network of an address.",
    example: "cidr(ip.src, 24, 48) eq 192.0.2.0",
  },
  {
    name: "cidr6",
    parameters: [
      parameter("address", [ipType], "The address to get the network of.", { fieldOnly: true }),
      integer("ipv6_network_bits", "The prefix length for IPv6 addresses.", { range: ipv6Bits }),
    ],
    returns: ipType,
    phases: networkPhases,
    doc: "The first address of the network of an IPv6 address; IPv4 addresses are unchanged.",
    example: "cidr6(ip.src, 48) eq 2001:db8:7::",
  },
  {
    name: "concat",
    parameters: [
      parameter("first", [stringType, "any array"], "The first value."),
      parameter("rest", "same as first", "Further values of the same type.", { variadic: true }),
    ],
    most: maxConcatenated,
    returns: "first",
    missing: "skipped",
    doc: "The arguments joined into one string or array.",
    example: 'concat(http.host, http.request.uri.path) eq "example.com/login"',
    note: "Missing arguments are skipped; the result is missing only if all of them are.",
  },
  {
    name: "decode_base64",
    parameters: [text("source", "The Base64 string.", { fieldOnly: true })],
    returns: stringType,
    phases: [...transformPhases, ...networkPhases],
    doc: "The decoded Base64 string.",
    example: 'any(decode_base64(http.request.headers["x-token"][*])[*] contains "admin")',
  },
  {
    name: "dlp_match",
    parameters: [
      parameter("entry", ["anything"], "The entries to match."),
      parameter("more", ["anything"], "Further arguments.", { optional: true, variadic: true }),
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when the content matches a data loss prevention entry.",
    example: "any(dlp_match(dlp.entries[*]))",
    note: "Used with 'dlp.entries'.",
  },
  {
    name: "encode_base64",
    parameters: [
      text("input", "The string to encode."),
      text("flags", "Encoding options.", {
        optional: true,
        flags: { u: "uses the URL-safe alphabet", p: "pads with '='" },
      }),
    ],
    returns: stringType,
    phases: ["http_request_late_transform", "http_response_headers_transform"],
    doc: "The Base64 encoding of a string, by default without padding.",
    example: 'encode_base64(http.request.uri.path, "u") eq "L2xvZ2lu"',
  },
  {
    name: "ends_with",
    parameters: [
      text("source", "The string to test.", { fieldOnly: true }),
      text("substring", "The suffix, case-sensitive."),
    ],
    returns: booleanType,
    doc: "True when a string ends with another.",
    example: 'ends_with(http.request.uri.path, ".php")',
  },
  {
    name: "has_key",
    parameters: [
      parameter("map", ["any map"], "The map to search.", { fieldOnly: true }),
      text("key", "The key to find, case-sensitive."),
    ],
    returns: booleanType,
    doc: "True when a map has the key.",
    example: 'has_key(http.request.headers, "x-api-key")',
  },
  {
    name: "has_value",
    parameters: [
      parameter(
        "collection",
        ["map of scalars", "array of scalars"],
        "The array or map to search.",
        { fieldOnly: true },
      ),
      parameter("value", "element of first", "The value to find."),
    ],
    returns: booleanType,
    doc: "True when an array or map contains the value.",
    example: 'has_value(http.request.uri.args.names, "debug")',
    note: "Case-sensitive, even for header names.",
  },
  {
    name: "is_jwt_present",
    parameters: [tokenConfiguration],
    returns: booleanType,
    plan: "enterprise",
    addOn: "API Shield",
    doc: "True when the request has a JSON Web Token as configured.",
    example: 'not is_jwt_present("3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b")',
  },
  {
    name: "is_jwt_valid",
    parameters: [tokenConfiguration],
    returns: booleanType,
    plan: "enterprise",
    addOn: "API Shield",
    doc: "True when the request has a valid JSON Web Token.",
    example: 'not is_jwt_valid("3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b")',
    note: "False if there is no token.",
  },
  {
    name: "is_timed_hmac_valid_v0",
    parameters: [
      text("key", "The shared secret.", { literalOnly: true }),
      text(
        "messageMAC",
        "The message, a separator, a ten-digit timestamp, a hyphen and the Base64 MAC.",
        { fieldOnly: true },
      ),
      integer("ttl", "The validity in seconds.", { literalOnly: true }),
      integer("currentTimestamp", "The current time, usually 'http.request.timestamp.sec'."),
      integer("lengthOfSeparator", "The length of the separator in bytes.", {
        optional: true,
        literalOnly: true,
        fallback: 0,
      }),
      text("flags", "Options.", {
        optional: true,
        literalOnly: true,
        flags: { s: "the MAC uses the URL-safe Base64 alphabet" },
      }),
    ],
    returns: booleanType,
    plan: "pro",
    doc: "True when a signed message is valid and not expired.",
    example:
      'is_timed_hmac_valid_v0("shared secret", http.request.uri.query, 3600, http.request.timestamp.sec, 1)',
  },
  {
    name: "join",
    parameters: [
      parameter("items", [arrayOf(stringType)], "The strings to join.", { fieldOnly: true }),
      text("separator", "The separator."),
    ],
    returns: stringType,
    phases: [...transformPhases, "http_request_firewall_custom", "http_custom_errors"],
    doc: "The strings of an array, joined.",
    example: 'join(http.request.headers.names, ",") contains "X-Debug"',
    note: "Returns the empty string for an empty array.",
  },
  {
    name: "len",
    parameters: [parameter("value", [stringType, "any array"], "The string or array to measure.")],
    returns: integerType,
    doc: "The number of bytes in a string, or of elements in an array.",
    example: "len(http.user_agent) lt 10",
    note: "A missing value has no length, so a comparison with it is false.",
  },
  {
    name: "lookup_json_integer",
    parameters: jsonPath,
    returns: integerType,
    doc: "An integer from JSON.",
    example: 'lookup_json_integer(http.request.body.raw, "order", "items", 0, "count") gt 100',
    note: "A number with a fraction, such as 42.0, is not an integer.",
  },
  {
    name: "lookup_json_string",
    parameters: jsonPath,
    returns: stringType,
    doc: "A string from JSON.",
    example: 'lookup_json_string(http.request.body.raw, "user", "role") eq "admin"',
    note: "Path steps are separate arguments, not one path with slashes.",
  },
  {
    name: "lower",
    parameters: [text("value", "The string to convert.", { fieldOnly: true })],
    returns: stringType,
    doc: "The string in lowercase; only ASCII letters change.",
    example: 'lower(http.user_agent) contains "curl"',
  },
  {
    name: "regex_replace",
    parameters: [
      text("source", "The string to change."),
      text(
        "regular_expression",
        "The regular expression; an ordinary string, so double the backslashes.",
        { literalOnly: true },
      ),
      replacement,
    ],
    returns: stringType,
    phases: [...transformPhases, redirectPhase],
    valueOnly: true,
    onceAmong: replacing,
    doc: "The string with the first match of a regular expression replaced.",
    example: `regex_replace(http.request.uri.path, "^/old/(.*)$", "/new/\${1}")`,
  },
  {
    name: "remove_bytes",
    parameters: [
      text("source", "The string to change.", { fieldOnly: true }),
      text("bytes", "The bytes to remove."),
    ],
    returns: stringType,
    doc: "The string without the listed bytes.",
    example: 'remove_bytes(http.request.uri.path, "._-") contains "wplogin"',
  },
  {
    name: "remove_query_args",
    parameters: [
      text("field", "The query to change.", {
        fieldOnly: true,
        fields: ["http.request.uri.query", "raw.http.request.uri.query"],
      }),
      text("query_param", "The name of a parameter to remove."),
      text("more", "More names to remove.", { optional: true, variadic: true }),
    ],
    returns: stringType,
    phases: transformPhases,
    valueOnly: true,
    doc: "The query without the listed parameters.",
    example: 'remove_query_args(http.request.uri.query, "utm_source", "utm_medium")',
  },
  {
    name: "sha256",
    parameters: [text("input", "The string to hash.")],
    returns: stringType,
    doc: "The SHA-256 hash of a string, as 32 raw bytes.",
    digestBytes: 32,
    example: 'encode_base64(sha256(http.host)) eq "o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUc"',
    note: "Enabled by the service per account.",
  },
  {
    name: "split",
    parameters: [
      text("input", "The string to split.", { fieldOnly: true }),
      text("separator", "The separator.", { literalOnly: true, nonEmpty: true }),
      integer("limit", "The maximum number of parts; the last one keeps the rest.", {
        literalOnly: true,
        range: splitLimit,
      }),
    ],
    returns: arrayOf(stringType),
    // Cache tags are a list of strings.
    phases: [
      "http_response_headers_transform",
      "http_custom_errors",
      "http_response_cache_settings",
    ],
    doc: "The parts of a string between separators.",
    example: 'split(http.request.uri.path, "/", 4)[1] eq "api"',
  },
  {
    name: "starts_with",
    parameters: [
      text("source", "The string to test.", { fieldOnly: true }),
      text("substring", "The prefix, case-sensitive."),
    ],
    returns: booleanType,
    doc: "True when a string starts with another.",
    example: 'starts_with(http.request.uri.path, "/api/")',
  },
  {
    name: "substring",
    parameters: [
      text("field", "The string."),
      integer("start", "The first byte, counted from zero; a negative number counts from the end."),
      integer("end", "The byte after the last one; by default the end.", { optional: true }),
    ],
    returns: stringType,
    doc: "A part of a string.",
    example: 'substring(http.request.uri.path, 0, 5) eq "/api/"',
  },
  {
    name: "to_string",
    parameters: [parameter("value", [integerType, booleanType, ipType], "The value to convert.")],
    returns: stringType,
    phases: [...transformPhases, redirectPhase],
    valueOnly: true,
    doc: "A number, address or Boolean as a string.",
    example: "to_string(ip.src.asnum)",
  },
  {
    name: "upper",
    parameters: [text("value", "The string to convert.", { fieldOnly: true })],
    returns: stringType,
    doc: "The string in uppercase; only ASCII letters change.",
    example: 'upper(http.request.uri.query) contains "SELECT"',
  },
  {
    name: "url_decode",
    parameters: [
      text("source", "The percent-encoded string.", { fieldOnly: true }),
      text("options", "Decoding options.", {
        optional: true,
        literalOnly: true,
        flags: { r: "decodes recursively", u: "decodes '%uXXXX', too" },
      }),
    ],
    returns: stringType,
    doc: "The percent-decoded string; a plus sign becomes a space.",
    example: 'lower(url_decode(http.request.uri.query, "r")) contains "<script"',
  },
  {
    name: "uuidv4",
    parameters: [text("source", "Random bytes, usually 'cf.random_seed'.", { fieldOnly: true })],
    returns: stringType,
    phases: transformPhases,
    valueOnly: true,
    doc: "A random UUID (version 4).",
    example: "uuidv4(cf.random_seed)",
  },
  {
    name: "wildcard_replace",
    parameters: [
      text("source", "The string to change.", { fieldOnly: true }),
      text("wildcard_pattern", "A pattern for the whole string, in which '*' matches lazily.", {
        literalOnly: true,
      }),
      replacement,
      text("flags", "Options.", {
        optional: true,
        literalOnly: true,
        flags: { s: "case-sensitive" },
      }),
    ],
    returns: stringType,
    phases: ["http_request_transform", redirectPhase],
    valueOnly: true,
    onceAmong: replacing,
    doc: "A new string, built from what the stars of a pattern match.",
    example: `wildcard_replace(http.request.full_uri, "http://*.example.net/shop/*", "https://shop.example.net/\${1}/\${2}")`,
  },
  {
    name: "coalesce",
    parameters: [
      parameter("first", ["anything"], "The preferred value."),
      parameter("rest", "same as first", "A fallback of the same type.", { variadic: true }),
    ],
    returns: "first",
    missing: "skipped",
    doc: "The first argument that is not missing.",
    example: 'coalesce(http.request.headers["x-version"][0], "") eq "2"',
  },
  {
    name: "contains",
    parameters: [text("source", "The string to search."), text("substring", "The string to find.")],
    returns: booleanType,
    standing: "unverified",
    doc: "True when a string contains another.",
    example: 'contains(http.host, "example")',
    note: "The operator of the same name is documented instead.",
  },
  {
    name: "hash_in_range",
    parameters: [
      integer("min", "The minimum."),
      integer("max", "The maximum."),
      text("seed", "The seed."),
    ],
    returns: integerType,
    doc: "A number in a range, always the same for the same seed.",
    example: "hash_in_range(1, 100, cf.ray_id) le 10",
  },
  {
    name: "hmac",
    parameters: [
      text("input", "The message."),
      text("key", "The secret."),
      text("algorithm", "The hash algorithm."),
    ],
    returns: stringType,
    standing: "unverified",
    doc: "The HMAC of a message, as raw bytes.",
    example: 'len(hmac(http.host, "secret", "sha256")) eq 32',
  },
  {
    name: "ip_in_range",
    parameters: [
      parameter("address", [ipType], "The address to test."),
      text("range", "The network, as a string."),
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when an address is in a network.",
    example: 'ip_in_range(ip.src, "192.0.2.0/24")',
    note: "The operator 'in' with a set is documented instead.",
  },
  {
    name: "sha512",
    parameters: [text("input", "The string to hash.")],
    returns: stringType,
    digestBytes: 64,
    standing: "unverified",
    doc: "The SHA-512 hash of a string, as 64 raw bytes.",
    example: "len(sha512(http.host)) eq 64",
  },
  {
    name: "wildcard",
    parameters: [
      text("source", "The string to test."),
      text("pattern", "The pattern, in which '*' matches any text."),
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when a string matches a pattern.",
    example: 'wildcard(http.host, "*.example.com")',
    note: "The operator of the same name is documented instead.",
  },
];

const byName = new Map(functions.map((it) => [it.name, it]));

export function functionNamed(name: string): RuleFunction | undefined {
  return byName.get(name);
}
