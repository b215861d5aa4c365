import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { functions } from "../../../server/src/cfrule/catalog/functions.ts";
import { schemeWith } from "../../../server/src/cfrule/catalog/scheme.ts";
import {
  compile,
  compileValueOn,
  type EvaluationOptions,
  fieldsIn,
  type Outcome,
} from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { implementationOf, notRunHere } from "../../../server/src/cfrule/evaluation/functions.ts";
import type { Request, Value } from "../../../server/src/cfrule/evaluation/value.ts";
import { textOfBytes } from "../../../server/src/cfrule/syntax/bytes.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";

const scheme = schemeWith({
  "x.flag": "Boolean",
  "x.flags": "Array<Boolean>",
  "x.other": "Array<Boolean>",
  "x.number": "Integer",
  "x.bytes": "Bytes",
  "x.words": "Array<String>",
  "x.more": "Array<String>",
  "x.table": "Array<Array<String>>",
  "x.map": "Map<Array<String>>",
  "x.absent": "String",
});

const request: Request = {
  "http.host": "www.Example.com",
  "http.request.uri.path": "/shop/café",
  "http.request.uri.query": "a=1&b=2&a=3",
  "http.request.timestamp.sec": 1_484_063_137,
  "ip.src": "192.0.2.7",
  "http.request.headers": { accept: ["text/html", "image/webp"], "x-empty": [] },
  "x.flag": true,
  "x.flags": [true, false],
  "x.other": [false, false, true],
  "x.number": 443,
  "x.bytes": new Uint8Array([0x00, 0xff, 0x10]),
  "x.words": ["a", "b"],
  "x.more": ["b", "c", "d"],
  "x.table": [["a"], [], ["b", "c"]],
  "x.map": { b: ["2"], a: ["1", "0"] },
};

function evaluate(text: string, options?: EvaluationOptions): Outcome {
  const { root, problems } = parse(text, scheme);
  expect(problems.map((it) => it.message)).toEqual([]);
  return compile(root, options)(request);
}

/** The value of a value expression, with bytes as text and numbers as in JSON. */
function make(text: string, from: Request = request): unknown {
  const { root, problems } = parse(`# @value\n${text}`, scheme);
  expect(problems.map((it) => it.message)).toEqual([]);
  const { value } = compileValueOn(root, {})(fieldsIn(from));
  return typeof value === "symbol" ? "unknown" : shown(value);
}

function shown(value: Value | undefined): unknown {
  if (typeof value === "string") return textOfBytes(value);
  if (typeof value === "bigint") return Number(value);
  return Array.isArray(value) ? value.map(shown) : value;
}

describe("comparisons", () => {
  const rows: readonly (readonly [text: string, outcome: boolean])[] = [
    ['http.host eq "www.Example.com"', true],
    ['http.host eq "www.example.com"', false],
    ['lower(http.host) eq "www.example.com"', true],
    ['http.host ne "a"', true],
    ['http.host lt "x"', true],
    ['http.request.uri.path gt "/shop/caf\\xc3"', true],
    ['http.request.uri.path eq "/shop/caf\\xc3\\xa9"', true],
    ["len(http.request.uri.path) eq 11", true],
    ['http.host contains ""', true],
    ['http.host contains "Example"', true],
    ["x.bytes contains ff:10", true],
    ['http.host matches "^www\\..*\\.com$"', true],
    ['http.host matches "(?i)EXAMPLE"', true],
    ['http.host matches "^example"', false],
    ['http.host wildcard "*.EXAMPLE.*"', true],
    ['http.host strict wildcard "*.EXAMPLE.*"', false],
    ['http.host in {"a" "www.Example.com"}', true],
    ["http.host in {}", false],
    ["x.number in {1..10 440..450}", true],
    ["x.number in {1..10 444..450}", false],
    ["x.number & 1", true],
    ["x.number & 4", false],
    ["x.number ge 0x1bb", true],
    ["ip.src eq 192.0.2.7", true],
    ["ip.src in {10.0.0.0/8 192.0.2.0/24}", true],
    ["ip.src in {192.0.2.1..192.0.2.6 192.0.2.8}", false],
    ["ip.src in {::/0}", false],
    ["ip.src lt ::1", false],
    ["ip.src ne ::1", true],
    ["ip.src eq ::ffff:192.0.2.7", false],
    ["x.flag", true],
    ["not x.flag", false],
    ["x.flag xor x.flag xor x.flag", true],
    ["not x.flag or x.flag and not x.flag", false],
    ["true", true],
    ["false", false],
    ["(true)", true],
  ];
  test.each(rows)("%s is %s", (text, outcome) => {
    expect(evaluate(text)).toBe(outcome);
  });
});

describe("each element", () => {
  const rows: readonly (readonly [text: string, outcome: boolean])[] = [
    ['any(x.words[*] eq "b")', true],
    ['all(x.words[*] eq "b")', false],
    ['all(x.words[*] in {"a" "b"})', true],
    ["any(x.flags)", true],
    ["all(x.flags)", false],
    ["any((x.flags[*]))", true],
    ["any(not x.flags)", true],
    ["any((x.flags and x.other))", false],
    // The result has the length of the shorter side.
    ["any((x.flags or x.other))", true],
    ["all((x.other or x.flags))", false],
    ['any((x.words[*] eq "b" and x.more[*] eq "c"))', true],
    ['any((x.words[*] eq "a" and x.more[*] eq "c"))', false],
    ['any(x.table[*][*] eq "c")', true],
    ['all(x.table[*][0] in {"a" "b"})', true],
    ['any(x.map[*][*] eq "0")', true],
    ['x.map["a"][1] eq "0"', true],
    ['any(upper(x.words[*])[*] eq "B")', true],
    ['any(starts_with(http.request.headers["accept"][*], "image/"))', true],
    ['upper(x.words[*])[1] eq "B"', true],
    ["len(x.words) eq 2", true],
  ];
  test.each(rows)("%s is %s", (text, outcome) => {
    expect(evaluate(text)).toBe(outcome);
  });
});

describe("missing values", () => {
  const rows: readonly (readonly [text: string, documented: boolean, engine: boolean])[] = [
    ['x.absent eq "a"', false, false],
    ['x.absent ne "a"', false, true],
    ['not x.absent eq "a"', true, true],
    ['x.absent contains ""', false, false],
    ['x.absent wildcard "*"', false, false],
    ['x.absent in {"a"}', false, false],
    ['lower(x.absent) eq ""', false, false],
    ["len(x.absent) ge 0", false, false],
    ['x.words[7] eq "a"', false, false],
    ['x.words[7] ne "a"', false, true],
    ['any(x.map["no"][*] eq "a")', false, false],
    ['all(x.map["no"][*] eq "a")', true, true],
    ['all(x.map["no"][*] ne "a")', true, true],
    ['all(http.request.headers["x-empty"][*] eq "a")', true, true],
    ['any(starts_with(x.map["no"][*], "a"))', false, false],
    ['all(starts_with(x.map["no"][*], "a"))', false, false],
    ['all((starts_with(x.map["no"][*], "a")))', true, true],
    ['all(not starts_with(x.map["no"][*], "a"))', true, true],
    ['all(not not ends_with(lower(x.map["no"][*])[*], "a"))', true, true],
    ['all((starts_with(x.map["no"][*], "a") xor not ends_with(x.words[*], "a")))', true, true],
    ['any((starts_with(x.map["no"][*], "a")))', false, false],
    ['any(not starts_with(x.map["no"][*], "a"))', false, false],
    ['concat(x.absent, http.host) eq "www.Example.com"', true, true],
    ['concat(x.absent, x.absent) eq ""', false, false],
    ['coalesce(x.absent, "b") eq "b"', true, true],
  ];
  test.each(rows)("%s", (text, documented, engine) => {
    expect(evaluate(text)).toBe(documented);
    expect(evaluate(text, { missing: "engine" })).toBe(engine);
  });

  const undetermined: readonly (readonly [text: string, outcome: Outcome])[] = [
    ['x.absent eq "a"', "undetermined"],
    ['not x.absent ne "a"', "undetermined"],
    ['x.absent eq "a" or x.flag', true],
    ['x.absent eq "a" and not x.flag', false],
    ['x.absent eq "a" and x.flag', "undetermined"],
    ['x.absent eq "a" xor x.flag', "undetermined"],
  ];
  test.each(undetermined)("%s can be left open", (text, outcome) => {
    expect(evaluate(text, { missing: "undetermined" })).toBe(outcome);
  });

  test("a field of the wrong type is missing", () => {
    const { root } = parse("x.number eq 1", scheme);
    expect(compile(root)({ "x.number": "1" })).toBe(false);
  });
});

describe("regex_replace", () => {
  /** A reference is written without its dollar sign. */
  const rows: readonly (readonly [pattern: string, replacement: string, result: string])[] = [
    ["^/shop/(.*)$", "/{1}", "/café"],
    ["(o)(p)?", "<{2}{1}>", "/sh<po>/café"],
    ["h(x)?", "[{1}]", "/s[]op/café"],
    ["s.*?/", "", "/café"],
    ["(?U)s.*/", "", "/café"],
    ["nothing", "x", "/shop/café"],
    ["o", "$${0}{9}", "/sh$op/café"],
    ["(?u)é", "e", "/shop/cafe"],
    ["(?:a|b){0}(s)", "{1}{1}", "/sshop/café"],
    ["(a){0}(s)", "{2}{2}", "/sshop/café"],
    ["([a-z]){2}", "{1}", "/hop/café"],
    ["", "x", "x/shop/café"],
  ];
  test.each(rows)("%s with %s", (pattern, replacement, result) => {
    expect(
      make(
        `regex_replace(http.request.uri.path, "${pattern}", "${replacement.replaceAll("{", "${")}")`,
      ),
    ).toBe(result);
  });

  test("is unknown for a pattern that the matcher does not support", () => {
    expect(make('regex_replace(http.host, "(a{1000}){1000}", "b")')).toBe("unknown");
  });
});

describe("unknown values", () => {
  test("are undetermined, and so is what depends on them", () => {
    expect(evaluate("ip.src in $office")).toBe("undetermined");
    expect(evaluate("ip.src in $office or x.flag")).toBe(true);
    expect(evaluate('is_jwt_valid("a")')).toBe("undetermined");
    expect(compile(parse("x.nonsense eq 1").root)({})).toBe("undetermined");
  });

  test("a list can be given", () => {
    const lists = (name: string) => (name === "office" ? () => true : undefined);
    expect(evaluate("ip.src in $office", { lists })).toBe(true);
  });

  test("every function runs or is listed as unsupported", () => {
    const missing = functions.filter((it) => !it.quantifier && !implementationOf(it));
    expect(missing.map((it) => it.name).sort()).toEqual([...notRunHere].sort());
  });
});

describe("functions", () => {
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const digest = (name: string) => createHash(name).update("www.Example.com").digest();
  const rows: readonly (readonly [text: string, value: unknown])[] = [
    ["upper(http.request.uri.path)", "/SHOP/CAFé"],
    ['concat(http.host, "/", x.words[0])', "www.Example.com/a"],
    ["concat(x.words, x.more)", ["a", "b", "b", "c", "d"]],
    ['ends_with(http.host, ".com")', true],
    ['contains(http.host, "Exa")', true],
    ['wildcard(http.host, "*.example.*")', true],
    ["substring(http.host, 4, 11)", "Example"],
    ["substring(http.host, -3)", "com"],
    ["substring(http.host, 90, 95)", ""],
    ['split(http.request.uri.path, "/", 2)', ["", "shop/café"]],
    ['split(http.host, ".", 128)', ["www", "Example", "com"]],
    ['join(x.words, "-")', "a-b"],
    ['has_key(x.map, "a")', true],
    ['has_value(x.words, "z")', false],
    ['has_value(x.words, "b")', true],
    ["len(x.bytes)", 3],
    ['remove_bytes(http.host, ".w")', "Examplecom"],
    ['remove_query_args(http.request.uri.query, "a", "c")', "b=2"],
    ["encode_base64(x.bytes)", "AP8Q"],
    ['encode_base64("\\xff\\xfe", "up")', "__4="],
    ["encode_base64(sha256(http.host))", base64(digest("sha256"))],
    ["encode_base64(sha512(http.host))", base64(digest("sha512"))],
    [
      'encode_base64(hmac(http.host, "key", "sha256"))',
      base64(createHmac("sha256", "key").update("www.Example.com").digest()),
    ],
    ["cidr(ip.src, 24, 48) ", { family: 4, value: 3_221_225_984 }],
    ["to_string(cidr(ip.src, 24, 48))", "192.0.2.0"],
    ["to_string(cidr6(ip.src, 48))", "192.0.2.7"],
    ["to_string(x.number)", "443"],
    ["to_string(x.flag)", "true"],
    ['ip_in_range(ip.src, "192.0.2.0/24")', true],
    // The bytes are 00 ff 10.
    ["bit_slice(x.bytes, 4, 12)", 15],
    ["bit_slice(x.bytes, 0, 24)", 65296],
    ["bit_slice(x.bytes, 16, 24)", 16],
    ["bit_slice(x.bytes, 19, 20)", 1],
    ["bit_slice(x.bytes, 23, 24)", 0],
    ['hmac(http.host, "key", "constructor")', undefined],
    ["bit_slice(x.bytes, 16, 25)", undefined],
    ["bit_slice(x.bytes, 8, 8)", undefined],
    [
      `wildcard_replace(http.host, "*.EXAMPLE.*", "https://example.\${2}/\${1}/$\${1}")`,
      `https://example.com/www/\${1}`,
    ],
    ['wildcard_replace(http.host, "*.EXAMPLE.*", "a", "s")', "www.Example.com"],
    ["uuidv4(x.bytes)", undefined],
    ["hash_in_range(1, 10, http.host)", "unknown"],
  ];
  test.each(rows)("%s", (text, value) => {
    expect(make(text)).toEqual(value);
  });

  const decodings: readonly (readonly [encoded: string, options: string, value: string])[] = [
    ["a%20b+c", "", "a b c"],
    ["%C3%A9", "", "é"],
    ["100%", "", "100%"],
    ["%u00e9", "", "%u00e9"],
    ["%u00e9", "u", "é"],
    ["%252520", "", "%2520"],
    ["%252520", "r", " "],
    ["%25u0041", "ur", "A"],
    ["%%32%35", "r", "%"],
  ];
  test.each(decodings)("url_decode of %s with '%s'", (encoded, options, value) => {
    const text = `url_decode(http.host${options ? `, "${options}"` : ""})`;
    expect(make(text, { "http.host": encoded })).toBe(value);
  });

  test("recursive decoding takes one pass", () => {
    const deep = `%${"25".repeat(200_000)}41`;
    expect(make('url_decode(http.host, "r")', { "http.host": deep })).toBe("A");
  });

  test("decodes Base64 in both alphabets, with and without padding", () => {
    const decoded = (text: string) => make("decode_base64(http.host)", { "http.host": text });
    expect(decoded("Y2Fmw6k=")).toBe("café");
    expect(decoded("Y2Fmw6k")).toBe("café");
    expect(decoded("_-8")).toBe(decoded("/+8="));
    expect(decoded("a*b")).toBeUndefined();
  });

  test("looks up JSON paths", () => {
    const from = { "http.host": '{"a": [1, {"b": "é", "n": 42, "f": 42.0}]}' };
    expect(make('lookup_json_string(http.host, "a", 1, "b")', from)).toBe("é");
    expect(make('lookup_json_integer(http.host, "a", 1, "n")', from)).toBe(42);
    expect(make('lookup_json_integer(http.host, "a", 1, "f")', from)).toBeUndefined();
    expect(make('lookup_json_integer(http.host, "a", 7)', from)).toBeUndefined();
    expect(make('lookup_json_string(http.host, "a")', { "http.host": "{'a':1}" })).toBeUndefined();
  });

  test("creates a UUID from the given bytes", () => {
    const seed = new Uint8Array(16).fill(0xff);
    const withSeed = schemeWith({ "x.seed": "Bytes" });
    const { root } = parse("# @value\nuuidv4(x.seed)", withSeed);
    const { value } = compileValueOn(root, {})(fieldsIn({ "x.seed": seed }));
    expect(value).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });

  test("a signed URL is valid until it expires", () => {
    const issued = 1_484_063_000;
    const mac = createHmac("sha256", "secret").update(`/cat.jpg${issued}`).digest("base64");
    const uri = `/cat.jpg?verify=${issued}-${encodeURIComponent(mac)}`;
    const valid = (seconds: number, address: string) => {
      const text = `is_timed_hmac_valid_v0("secret", http.host, ${seconds}, http.request.timestamp.sec, 8)`;
      return compile(parse(text).root)({ ...request, "http.host": address });
    };
    expect(valid(10_800, uri)).toBe(true);
    expect(valid(100, uri)).toBe(false);
    expect(valid(10_800, uri.replace("cat", "dog"))).toBe(false);
    expect(valid(10_800, "/cat.jpg")).toBe(false);
  });
});
