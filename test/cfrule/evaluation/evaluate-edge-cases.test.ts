import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { schemeWith } from "../../../server/src/cfrule/catalog/scheme.ts";
import {
  compile,
  compileValueOn,
  fieldsIn,
} from "../../../server/src/cfrule/evaluation/evaluate.ts";
import type { Request } from "../../../server/src/cfrule/evaluation/value.ts";
import { textOfBytes } from "../../../server/src/cfrule/syntax/bytes.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";

/** Rare expressions, missing values and invalid texts can all be evaluated. */

const scheme = schemeWith({
  "x.number": "Integer",
  "x.bytes": "Bytes",
  "x.flags": "Array<Boolean>",
  "x.words": "Array<String>",
  "x.ips": "Array<IP>",
  "x.map": "Map<Array<String>>",
  "x.one": "Map<String>",
  "x.json": "String",
  "x.absent": "Array<String>",
});

const request: Request = {
  "http.host": "www.example.com",
  "http.request.uri.path": "/a/b",
  "http.request.uri.query": "a=1&b=2",
  "http.request.timestamp.sec": 1_484_063_137,
  "ip.src": "2001:db8::7",
  ssl: true,
  "x.number": 7n as unknown as number,
  "x.bytes": new Uint8Array([0x0f, 0xf0]),
  "x.flags": [true, false],
  "x.words": ["a", "b"],
  "x.ips": ["192.0.2.1", { family: 6, value: 1n }] as unknown as string[],
  "x.map": new Map([["b", ["2"]]]) as unknown as Record<string, string[]>,
  "x.one": { a: "1" },
  "x.json": '{ "n": 99999999999999999999, "list": [1], "word": "w" }',
};

const holds = (text: string) => compile(parse(text, scheme).root)(request);

function made(text: string): unknown {
  const { root } = parse(`# @value\n${text}`, scheme);
  const { value } = compileValueOn(root, {})(fieldsIn(request));
  if (typeof value === "symbol") return "unknown";
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" ? textOfBytes(value) : value;
}

describe("a rule", () => {
  test.each<[text: string, outcome: boolean | "undetermined"]>([
    // IPv6 addresses.
    ['to_string(cidr(ip.src, 24, 32)) eq "2001:db8::"', true],
    ['to_string(cidr6(ip.src, 32)) eq "2001:db8::"', true],
    ['ip_in_range(ip.src, "2001:db8::/32")', true],
    ['ip_in_range(ip.src, "192.0.2.0/24")', false],
    ['ip_in_range(ip.src, "nowhere")', false],
    ["has_value(x.ips, 192.0.2.1)", true],
    ["has_value(x.ips, ::1)", true],
    ["has_value(x.ips, ::2)", false],
    // Values from other programs.
    ["x.number eq 7", true],
    ['x.map["b"][0] eq "2"', true],
    ['x.map["c"][0] eq "2"', false],
    ["bit_slice(x.bytes, 4, 12) eq 255", true],
    ["bit_slice(x.bytes, 4, 99) eq 255", false],
    // Comparisons as arguments.
    ['to_string(http.host eq "a") eq "false"', true],
    ['to_string(not http.host eq "a") eq "true"', true],
    ["has_value(x.flags, not ssl)", true],
    ['len(x.words[*] eq "a") eq 2', true],
    ['has_value(x.words[*] eq "a", true)', true],
    ['has_value(x.words[*] eq "z", true)', false],
    // Missing elements.
    ['x.words[7] eq "a"', false],
    ['any(x.absent[*] eq "a")', false],
    ['all(x.absent[*] eq "a")', true],
    ["any(not x.flags)", true],
    ["all(not x.flags)", false],
  ])("%s: %s", (text, outcome) => {
    expect(holds(text)).toBe(outcome);
  });

  test.each([
    "http.hots",
    'http.hots eq "a"',
    'nothing(http.host) eq "a"',
    'lower() eq "a"',
    'lower(x.number) eq "a"',
    'any(http.hots[*] eq "a")',
    "any(ssl)",
    "any(true)",
    "any(x.flags or ssl)",
    'any(x.words eq "a")',
    'concat("a", x.words[*]) eq "a"',
    'to_string(http.hots eq "a") eq "false"',
    'has_value(http.hots[*] eq "a", true)',
    'any(http.host eq "a")',
    'http.host matches "("',
    "http.host eq",
    'x.words[http] eq "a"',
    'any(lower(http.hots[*])[*] eq "a")',
    "x.number in {1..}",
    "",
  ])("with errors is evaluated, and never true: %s", (text) => {
    expect(holds(text)).not.toBe(true);
  });
});

describe("a value", () => {
  test.each<[text: string, value: unknown]>([
    ['lookup_json_integer(x.json, "n")', undefined],
    ['lookup_json_string(x.json, "list", 0)', undefined],
    ['lookup_json_string(x.json, "word", "deeper")', undefined],
    ['lookup_json_string(x.json, "word")', "w"],
    ["substring(http.host, 9223372036854775807)", ""],
    ["cidr(ip.src, 24, 129)", undefined],
    ["substring(http.host, -9223372036854775808, 3)", "www"],
    [`wildcard_replace(http.host, "www.*", "\${1}")`, "example.com"],
    [`wildcard_replace(http.host, "www.*", "\${7}")`, ""],
    [`wildcard_replace(http.host, "*.org", "\${1}")`, "www.example.com"],
    [`wildcard_replace(http.host, "api.*", "\${1}")`, "www.example.com"],
    ['wildcard_replace(http.host, "www.example.com", "it")', "it"],
    ['wildcard_replace(http.host, "www.example", "it")', "www.example.com"],
    ['wildcard_replace(http.host, "**", "it")', "www.example.com"],
    ['wildcard_replace(http.host, "WWW.*", "it", "s")', "www.example.com"],
    [`wildcard_replace(http.host, "www.*", "$$\${1}")`, "$example.com"],
    ['remove_query_args(http.request.uri.query, "a")', "b=2"],
    ['decode_base64("aGVsbG8")', "hello"],
    ['decode_base64("aGVsb")', undefined],
    ['url_decode("a%2Bb")', "a+b"],
    ["http.hots", "unknown"],
    ["nothing(http.host)", "unknown"],
    ["x.words[*]", "unknown"],
    ['http.host eq "a"', "unknown"],
    ["concat(http.hots, http.host)", "unknown"],
  ])("%s", (text, value) => {
    expect(made(text)).toEqual(value);
  });
});

test("values of the wrong type are missing", () => {
  const wrong: Request = {
    "http.host": 7,
    "ip.src": 7,
    "x.map": ["a"],
    "x.words": "a",
    "x.number": 1.5,
  };
  const ask = (text: string) => compile(parse(text, scheme).root)(wrong);
  for (const text of [
    'http.host ne ""',
    "ip.src in {0.0.0.0/0 ::/0}",
    'x.map["a"][0] eq "a"',
    'any(x.words[*] eq "a")',
    "x.number gt 0",
  ])
    expect(ask(text)).toBe(false);
});

test("checks a signature with a key longer than a block", () => {
  const key = "k".repeat(100);
  const now = 1_484_063_137;
  const signed = (message: string) => {
    const code = createHmac("sha256", key).update(`${message}${now}`).digest("base64");
    return `${message}?verify=${now}-${encodeURIComponent(code)}`;
  };
  const check = (path: string, flags = "") =>
    compile(
      parse(
        `is_timed_hmac_valid_v0("${key}", http.request.uri, 100, http.request.timestamp.sec, 8${flags})`,
        scheme,
      ).root,
    )({ "http.request.uri": path, "http.request.timestamp.sec": now + 10 });
  expect(check(signed("/a"))).toBe(true);
  expect(check(signed("/a").replace("/a", "/b"))).toBe(false);
  expect(check("/a")).toBe(false);
});
