import type { Availability } from "./availability.ts";
import {
  ipv4Bits,
  ipv6Bits,
  mostBitOffset,
  mostReplaceReferences,
  mostSlicedBits,
  splitLimit,
} from "./limits.ts";
import { transformPhases } from "./phases.ts";
import type { AddOn, Plan } from "./plans.ts";
import type { Standing } from "./standing.ts";
import { arrayOf, booleanType, integerType, ipType, stringType, type Type } from "./type.ts";

/** Some parameters take whole families of types. */
export type TypePattern =
  | Type
  | "anything"
  | "any array"
  | "any map"
  | "array of scalars"
  | "map of scalars";

/** What a parameter takes: one of these, the type of the first argument, or the type of that argument's elements. */
export type Accepted = readonly TypePattern[] | "same as first" | "element of first";

export interface Parameter {
  readonly name: string;
  readonly types: Accepted;
  /** What the argument is for, as one sentence. */
  readonly doc: string;
  readonly optional?: true;
  /** The last parameter, to be given any number of times: at least once unless it is optional. */
  readonly variadic?: true;
  /** It must be written out in the expression. */
  readonly literalOnly?: true;
  /** It must come from a field or another call. */
  readonly fieldOnly?: true;
  /** The only fields that the service takes here. */
  readonly fields?: readonly string[];
  readonly range?: readonly [least: number, most: number];
  /** An empty string is refused. */
  readonly nonEmpty?: true;
  /** The letters that the argument may hold, with the meaning of each. */
  readonly flags?: Readonly<Record<string, string>>;
  /** What the service takes when it is left out. */
  readonly fallback?: number;
}

export interface RuleFunction extends Availability {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: Type | "first";
  /** What it gives, as one sentence. */
  readonly doc: string;
  /** A filter that calls it or, for those that only make values, a value expression. */
  readonly example: string;
  readonly note?: string;
  readonly plan?: Plan;
  readonly addOn?: AddOn;
  readonly standing?: Standing;
  /** `any` and `all` are forms of the grammar: their argument is one comparison with [*], or a group. */
  readonly quantifier?: true;
  /** It is for value expressions only, such as the path that a rewrite makes. */
  readonly valueOnly?: true;
  /** Of these functions together, one expression may call one, once. */
  readonly onceAmong?: readonly string[];
  /** It gives that many raw bytes, which no text in quotes spells. */
  readonly digestBytes?: number;
  /** A call with a missing argument is missing itself, except where missing arguments are passed over. */
  readonly missing?: "skipped";
}

const anInteger = [integerType] as const;
const aString = [stringType] as const;
const anAddress = [ipType] as const;

const networkPhases = ["http_request_firewall_custom", "http_ratelimit"] as const;
const redirectPhase = "http_request_dynamic_redirect" as const;
const replacing = ["regex_replace", "wildcard_replace"] as const;

const replacement: Parameter = {
  name: "replacement",
  types: aString,
  literalOnly: true,
  doc: `The new text, in which '\${1}' stands for what was found first and '$$' for a dollar sign; at most ${mostReplaceReferences} references.`,
};

const tokenConfiguration: Parameter = {
  name: "token_configuration_id",
  types: aString,
  doc: "The identifier of a token configuration that exists.",
};

const jsonPath: readonly Parameter[] = [
  { name: "field", types: aString, doc: "The JSON text to look into." },
  {
    name: "key",
    types: [stringType, integerType],
    doc: "The name of a property, or the place in an array, counted from zero.",
  },
  {
    name: "more",
    types: [stringType, integerType],
    optional: true,
    variadic: true,
    doc: "The next steps down, one argument each.",
  },
];

const anyOrAll: readonly Parameter[] = [
  {
    name: "values",
    types: [arrayOf(booleanType)],
    fieldOnly: true,
    doc: "A comparison of every element, such as 'a[*] eq \"x\"'.",
  },
];

/** Functions the service documents come first, by name; those seen elsewhere follow. */
export const functions: readonly RuleFunction[] = [
  {
    name: "all",
    parameters: anyOrAll,
    returns: booleanType,
    quantifier: true,
    doc: "True when the comparison holds for every element.",
    example:
      'has_key(http.request.headers, "content-type") and all(http.request.headers["content-type"][*] eq "application/json")',
    note: "It is true as well when there is no element at all, and so when the key is missing.",
  },
  {
    name: "any",
    parameters: anyOrAll,
    returns: booleanType,
    quantifier: true,
    doc: "True when the comparison holds for at least one element.",
    example: 'any(http.request.headers["accept"][*] contains "image/webp")',
    note: "Only one comparison fits inside; put several in parentheses of their own.",
  },
  {
    name: "bit_slice",
    parameters: [
      {
        name: "protocol",
        types: aString,
        fieldOnly: true,
        fields: ["ip", "udp", "tcp", "icmp"],
        doc: "The header to cut from.",
      },
      {
        name: "offset_start",
        types: anInteger,
        range: [0, mostBitOffset],
        doc: "The first bit, counted from zero.",
      },
      {
        name: "offset_end",
        types: anInteger,
        doc: `The bit after the last one; at most ${mostSlicedBits} after the first.`,
      },
    ],
    returns: integerType,
    product: "network firewall",
    phases: ["magic_transit"],
    doc: "The number that some bits of a packet's header make.",
    example: "bit_slice(tcp, 0, 16) eq 443",
    note: "The third argument is where the slice ends, not how long it is.",
  },
  {
    name: "cidr",
    parameters: [
      {
        name: "address",
        types: anAddress,
        fieldOnly: true,
        doc: "The address whose network is asked for.",
      },
      {
        name: "ipv4_network_bits",
        types: anInteger,
        range: ipv4Bits,
        doc: "How many leading bits of an IPv4 address stay.",
      },
      {
        name: "ipv6_network_bits",
        types: anInteger,
        range: ipv6Bits,
        doc: "How many leading bits of an IPv6 address stay.",
      },
    ],
    returns: ipType,
    phases: networkPhases,
    doc: "The first address of the network that an address belongs to.",
    example: "cidr(ip.src, 24, 48) eq 192.0.2.0",
  },
  {
    name: "cidr6",
    parameters: [
      {
        name: "address",
        types: anAddress,
        fieldOnly: true,
        doc: "The address whose network is asked for.",
      },
      {
        name: "ipv6_network_bits",
        types: anInteger,
        range: ipv6Bits,
        doc: "How many leading bits of an IPv6 address stay.",
      },
    ],
    returns: ipType,
    phases: networkPhases,
    doc: "The first address of the network that an IPv6 address belongs to; an IPv4 address stays as it is.",
    example: "cidr6(ip.src, 48) eq 2001:db8:7::",
  },
  {
    name: "concat",
    parameters: [
      { name: "first", types: [stringType, "any array"], doc: "What comes first." },
      {
        name: "rest",
        types: "same as first",
        variadic: true,
        doc: "What follows, of the same type.",
      },
    ],
    returns: "first",
    missing: "skipped",
    doc: "Its arguments joined to one string, or to one array.",
    example: 'concat(http.host, http.request.uri.path) eq "example.com/login"',
    note: "Missing arguments are left out; the result is missing only when all of them are.",
  },
  {
    name: "decode_base64",
    parameters: [{ name: "source", types: aString, fieldOnly: true, doc: "The Base64 text." }],
    returns: stringType,
    phases: [...transformPhases, ...networkPhases],
    doc: "The text that a Base64 text stands for.",
    example: 'any(decode_base64(http.request.headers["x-token"][*])[*] contains "admin")',
  },
  {
    name: "dlp_match",
    parameters: [
      { name: "entry", types: ["anything"], doc: "The entry or entries to match." },
      {
        name: "more",
        types: ["anything"],
        optional: true,
        variadic: true,
        doc: "What else it takes.",
      },
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when the content matches a data loss prevention entry.",
    example: "any(dlp_match(dlp.entries[*]))",
    note: "It is used with 'dlp.entries'.",
  },
  {
    name: "encode_base64",
    parameters: [
      { name: "input", types: aString, doc: "The text or bytes to encode." },
      {
        name: "flags",
        types: aString,
        optional: true,
        flags: { u: "uses the alphabet that is safe in addresses", p: "pads with '='" },
        doc: "How to encode.",
      },
    ],
    returns: stringType,
    phases: ["http_request_late_transform", "http_response_headers_transform"],
    doc: "The Base64 form of a text, by default without padding.",
    example: 'encode_base64(http.request.uri.path, "u") eq "L2xvZ2lu"',
  },
  {
    name: "ends_with",
    parameters: [
      { name: "source", types: aString, fieldOnly: true, doc: "The text to look at." },
      { name: "substring", types: aString, doc: "How it should end, letter case included." },
    ],
    returns: booleanType,
    doc: "True when a text ends with another.",
    example: 'ends_with(http.request.uri.path, ".php")',
  },
  {
    name: "has_key",
    parameters: [
      { name: "map", types: ["any map"], fieldOnly: true, doc: "The map to look into." },
      { name: "key", types: aString, doc: "The key to look for, letter case included." },
    ],
    returns: booleanType,
    doc: "True when a map has that key.",
    example: 'has_key(http.request.headers, "x-api-key")',
  },
  {
    name: "has_value",
    parameters: [
      {
        name: "collection",
        types: ["map of scalars", "array of scalars"],
        fieldOnly: true,
        doc: "The array or map to look into.",
      },
      { name: "value", types: "element of first", doc: "The value to look for." },
    ],
    returns: booleanType,
    doc: "True when an array or map holds that value.",
    example: 'has_value(http.request.uri.args.names, "debug")',
    note: "Letter case matters, in the names of headers too.",
  },
  {
    name: "is_jwt_present",
    parameters: [tokenConfiguration],
    returns: booleanType,
    plan: "enterprise",
    addOn: "API Shield",
    doc: "True when the request has a JSON Web Token where the configuration expects one.",
    example: 'not is_jwt_present("3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b")',
  },
  {
    name: "is_jwt_valid",
    parameters: [tokenConfiguration],
    returns: booleanType,
    plan: "enterprise",
    addOn: "API Shield",
    doc: "True when the request has a JSON Web Token that passes the configuration's tests.",
    example: 'not is_jwt_valid("3f2c1b0a-5d4e-4f60-8a7b-9c0d1e2f3a4b")',
    note: "It is false when there is no token.",
  },
  {
    name: "is_timed_hmac_valid_v0",
    parameters: [
      { name: "key", types: aString, literalOnly: true, doc: "The secret that both sides know." },
      {
        name: "messageMAC",
        types: aString,
        fieldOnly: true,
        doc: "The message, a separator, ten digits of time, a hyphen and the Base64 code.",
      },
      {
        name: "ttl",
        types: anInteger,
        literalOnly: true,
        doc: "For how many seconds the code counts.",
      },
      {
        name: "currentTimestamp",
        types: anInteger,
        doc: "The time now, normally 'http.request.timestamp.sec'.",
      },
      {
        name: "lengthOfSeparator",
        types: anInteger,
        optional: true,
        literalOnly: true,
        fallback: 0,
        doc: "How many bytes stand between the message and the time.",
      },
      {
        name: "flags",
        types: aString,
        optional: true,
        literalOnly: true,
        flags: { s: "the code is in the Base64 alphabet that is safe in addresses" },
        doc: "How the code is written.",
      },
    ],
    returns: booleanType,
    plan: "pro",
    doc: "True when a signed message is genuine and not too old.",
    example:
      'is_timed_hmac_valid_v0("shared secret", http.request.uri.query, 3600, http.request.timestamp.sec, 1)',
  },
  {
    name: "join",
    parameters: [
      {
        name: "items",
        types: [arrayOf(stringType)],
        fieldOnly: true,
        doc: "The strings to join.",
      },
      { name: "separator", types: aString, doc: "What stands between them." },
    ],
    returns: stringType,
    phases: [...transformPhases, "http_request_firewall_custom", "http_custom_errors"],
    doc: "The strings of an array as one string.",
    example: 'join(http.request.headers.names, ",") contains "X-Debug"',
    note: "An empty array gives the empty string.",
  },
  {
    name: "len",
    parameters: [
      { name: "value", types: [stringType, "any array"], doc: "The string or array to measure." },
    ],
    returns: integerType,
    doc: "The bytes of a string, or the elements of an array.",
    example: "len(http.user_agent) lt 10",
    note: "Of something missing there is no length, so a comparison with it is false.",
  },
  {
    name: "lookup_json_integer",
    parameters: jsonPath,
    returns: integerType,
    doc: "A whole number out of a JSON text.",
    example: 'lookup_json_integer(http.request.body.raw, "order", "items", 0, "count") gt 100',
    note: "A number written with a fraction, such as 42.0, does not count.",
  },
  {
    name: "lookup_json_string",
    parameters: jsonPath,
    returns: stringType,
    doc: "A string out of a JSON text.",
    example: 'lookup_json_string(http.request.body.raw, "user", "role") eq "admin"',
    note: "The steps are separate arguments, not one path with slashes.",
  },
  {
    name: "lower",
    parameters: [
      { name: "value", types: aString, fieldOnly: true, doc: "The text to write small." },
    ],
    returns: stringType,
    doc: "The text in small letters; only ASCII letters change.",
    example: 'lower(http.user_agent) contains "curl"',
  },
  {
    name: "regex_replace",
    parameters: [
      { name: "source", types: aString, doc: "The text to change." },
      {
        name: "regular_expression",
        types: aString,
        literalOnly: true,
        doc: "What to look for; an ordinary string here, so that backslashes are doubled.",
      },
      replacement,
    ],
    returns: stringType,
    phases: [...transformPhases, redirectPhase],
    valueOnly: true,
    onceAmong: replacing,
    doc: "The text with the first match of a regular expression replaced.",
    example: `regex_replace(http.request.uri.path, "^/old/(.*)$", "/new/\${1}")`,
  },
  {
    name: "remove_bytes",
    parameters: [
      { name: "source", types: aString, fieldOnly: true, doc: "The text to change." },
      { name: "bytes", types: aString, doc: "Every byte to leave out." },
    ],
    returns: stringType,
    doc: "The text without any of the listed bytes.",
    example: 'remove_bytes(http.request.uri.path, "._-") contains "wplogin"',
  },
  {
    name: "remove_query_args",
    parameters: [
      {
        name: "field",
        types: aString,
        fieldOnly: true,
        fields: ["http.request.uri.query", "raw.http.request.uri.query"],
        doc: "The query to change.",
      },
      { name: "query_param", types: aString, doc: "The name of a parameter to leave out." },
      {
        name: "more",
        types: aString,
        optional: true,
        variadic: true,
        doc: "More names to leave out.",
      },
    ],
    returns: stringType,
    phases: transformPhases,
    valueOnly: true,
    doc: "The query without some of its parameters.",
    example: 'remove_query_args(http.request.uri.query, "utm_source", "utm_medium")',
  },
  {
    name: "sha256",
    parameters: [{ name: "input", types: aString, doc: "The text or bytes to digest." }],
    returns: stringType,
    doc: "The SHA-256 digest of a text, as 32 raw bytes.",
    digestBytes: 32,
    example: 'encode_base64(sha256(http.host)) eq "o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUc"',
    note: "The service enables it account by account.",
  },
  {
    name: "split",
    parameters: [
      { name: "input", types: aString, fieldOnly: true, doc: "The text to cut." },
      {
        name: "separator",
        types: aString,
        literalOnly: true,
        nonEmpty: true,
        doc: "Where to cut.",
      },
      {
        name: "limit",
        types: anInteger,
        literalOnly: true,
        range: splitLimit,
        doc: "The most pieces to make; the last one keeps what is left.",
      },
    ],
    returns: arrayOf(stringType),
    phases: ["http_response_headers_transform", "http_custom_errors"],
    doc: "The pieces of a text between separators.",
    example: 'split(http.request.uri.path, "/", 4)[1] eq "api"',
  },
  {
    name: "starts_with",
    parameters: [
      { name: "source", types: aString, fieldOnly: true, doc: "The text to look at." },
      { name: "substring", types: aString, doc: "How it should begin, letter case included." },
    ],
    returns: booleanType,
    doc: "True when a text begins with another.",
    example: 'starts_with(http.request.uri.path, "/api/")',
  },
  {
    name: "substring",
    parameters: [
      { name: "field", types: aString, doc: "The text to cut from." },
      {
        name: "start",
        types: anInteger,
        doc: "The first byte, counted from zero; a negative number counts from the end.",
      },
      {
        name: "end",
        types: anInteger,
        optional: true,
        doc: "The byte after the last one; without it the rest is taken.",
      },
    ],
    returns: stringType,
    doc: "A part of a text.",
    example: 'substring(http.request.uri.path, 0, 5) eq "/api/"',
  },
  {
    name: "to_string",
    parameters: [
      {
        name: "value",
        types: [integerType, booleanType, ipType],
        doc: "The value to write as text.",
      },
    ],
    returns: stringType,
    phases: [...transformPhases, redirectPhase],
    valueOnly: true,
    doc: "A number, address or truth value as text.",
    example: "to_string(ip.src.asnum)",
  },
  {
    name: "upper",
    parameters: [
      { name: "value", types: aString, fieldOnly: true, doc: "The text to write in capitals." },
    ],
    returns: stringType,
    doc: "The text in capital letters; only ASCII letters change.",
    example: 'upper(http.request.uri.query) contains "SELECT"',
  },
  {
    name: "url_decode",
    parameters: [
      {
        name: "source",
        types: aString,
        fieldOnly: true,
        doc: "The text with percent signs in it.",
      },
      {
        name: "options",
        types: aString,
        optional: true,
        literalOnly: true,
        flags: { r: "decodes again until nothing is left to decode", u: "decodes '%uXXXX' too" },
        doc: "How far to go.",
      },
    ],
    returns: stringType,
    doc: "The text with percent escapes decoded; a plus sign becomes a space.",
    example: 'lower(url_decode(http.request.uri.query, "r")) contains "<script"',
  },
  {
    name: "uuidv4",
    parameters: [
      {
        name: "source",
        types: aString,
        fieldOnly: true,
        doc: "Random bytes, normally 'cf.random_seed'.",
      },
    ],
    returns: stringType,
    phases: transformPhases,
    valueOnly: true,
    doc: "A random identifier, version 4.",
    example: "uuidv4(cf.random_seed)",
  },
  {
    name: "wildcard_replace",
    parameters: [
      { name: "source", types: aString, fieldOnly: true, doc: "The text to change." },
      {
        name: "wildcard_pattern",
        types: aString,
        literalOnly: true,
        doc: "A pattern for the whole text, in which '*' stands for as little as it can.",
      },
      replacement,
      {
        name: "flags",
        types: aString,
        optional: true,
        literalOnly: true,
        flags: { s: "letter case matters" },
        doc: "How to compare.",
      },
    ],
    returns: stringType,
    phases: ["http_request_transform", redirectPhase],
    valueOnly: true,
    onceAmong: replacing,
    doc: "A new text made of the parts that the stars of a pattern stand for.",
    example: `wildcard_replace(http.request.full_uri, "http://*.example.net/shop/*", "https://shop.example.net/\${1}/\${2}")`,
  },
  {
    name: "coalesce",
    parameters: [
      { name: "first", types: ["anything"], doc: "What is taken if it is there." },
      {
        name: "rest",
        types: "same as first",
        variadic: true,
        doc: "What is taken instead, of the same type.",
      },
    ],
    returns: "first",
    missing: "skipped",
    standing: "unverified",
    doc: "The first of its arguments that is not missing.",
    example: 'coalesce(http.request.headers["x-version"][0], "") eq "2"',
  },
  {
    name: "contains",
    parameters: [
      { name: "source", types: aString, doc: "The text to look into." },
      { name: "substring", types: aString, doc: "The text to look for." },
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when a text has another inside it.",
    example: 'contains(http.host, "example")',
    note: "The operator of the same name is the documented way.",
  },
  {
    name: "hash_in_range",
    parameters: [
      { name: "min", types: anInteger, doc: "The least number to give." },
      { name: "max", types: anInteger, doc: "The most to give." },
      { name: "seed", types: aString, doc: "What the number is made from." },
    ],
    returns: integerType,
    standing: "unverified",
    doc: "A number between two others that is always the same for the same seed.",
    example: "hash_in_range(1, 100, cf.ray_id) le 10",
  },
  {
    name: "hmac",
    parameters: [
      { name: "input", types: aString, doc: "The message." },
      { name: "key", types: aString, doc: "The secret." },
      { name: "algorithm", types: aString, doc: "The name of the digest to use." },
    ],
    returns: stringType,
    standing: "unverified",
    doc: "The keyed digest of a message, as raw bytes.",
    example: 'len(hmac(http.host, "secret", "sha256")) eq 32',
  },
  {
    name: "ip_in_range",
    parameters: [
      { name: "address", types: anAddress, doc: "The address to look for." },
      { name: "range", types: aString, doc: "The network, as text." },
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when an address belongs to a network.",
    example: 'ip_in_range(ip.src, "192.0.2.0/24")',
    note: "The operator 'in' with a set is the documented way.",
  },
  {
    name: "sha512",
    parameters: [{ name: "input", types: aString, doc: "The text to digest." }],
    returns: stringType,
    digestBytes: 64,
    standing: "unverified",
    doc: "The SHA-512 digest of a text, as 64 raw bytes.",
    example: "len(sha512(http.host)) eq 64",
  },
  {
    name: "wildcard",
    parameters: [
      { name: "source", types: aString, doc: "The text to look at." },
      { name: "pattern", types: aString, doc: "The pattern, in which '*' stands for any text." },
    ],
    returns: booleanType,
    standing: "unverified",
    doc: "True when a text fits a pattern.",
    example: 'wildcard(http.host, "*.example.com")',
    note: "The operator of the same name is the documented way.",
  },
];

const byName = new Map(functions.map((it) => [it.name, it]));

export function functionNamed(name: string): RuleFunction | undefined {
  return byName.get(name);
}
