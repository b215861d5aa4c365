import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import { fits, type Shrinking } from "../../server/src/core/shrink/size.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { times } from "../support/long.ts";
import { requests, rule } from "./random-rules.ts";

const shrinksOf = (text: string) =>
  cfrule.analyze(text, defaultContext).shrink?.({ start: 0, end: text.length }) ?? [];

function shrink(text: string): Shrinking & { readonly text: string } {
  const [found] = shrinksOf(text);
  assert.ok(found && !("error" in found), text);
  return { ...found, text: applyEdits(text, found.edits) };
}

test("the result matches the same requests, is never longer, and rarely has anything left to shorten", () => {
  let shortened = 0;
  let unfinished = 0;
  fc.assert(
    fc.property(rule, (text) => {
      if (parse(text).problems.length > 0) return;
      const { text: after, before: from, after: to } = shrink(text);
      if (after !== text) shortened++;
      assert.ok((to.characters ?? 0) <= (from.characters ?? 0));
      assert.equal(cfrule.analyze(after, defaultContext).pushed()?.length, to.characters);
      for (const missing of ["false", "engine"] as const) {
        const [was, is] = [text, after].map((it) => compile(parse(it).root, { missing }));
        for (const it of requests)
          assert.equal(is?.(it), was?.(it), `${text}\n${after}\n${JSON.stringify(it)}`);
      }
      if (shrink(after).text !== after) unfinished++;
    }),
    { seed: 20_261_116, numRuns: times(4), endOnFailure: true },
  );
  expect(shortened).toBeGreaterThan(times(1));
  // Hard ones exceed the work limit.
  expect(unfinished).toBeLessThanOrEqual(times(0, 20));
});

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(" or ");

test.each([
  [
    "prefixes that another covers",
    `${many(50, (it) => `starts_with(http.request.uri.path, "/a${it}")`)} or starts_with(http.request.uri.path, "/a")`,
    'starts_with(http.request.uri.path, "/a")',
  ],
  [
    "words that another covers",
    `http.user_agent contains "bot" or ${many(40, (it) => `http.user_agent contains "bot${it}"`)}`,
    'http.user_agent contains "bot"',
  ],
  ["negations that cancel out", "not not not not ssl", "ssl"],
  ["several values of one field", 'http.host eq "a" or http.host eq "b"', 'http.host in {"a" "b"}'],
  ["excluded values", 'http.host ne "a" and not http.host in {"b"}', 'not http.host in {"a" "b"}'],
  ["a set of one", "ip.src in {192.0.2.1}", "ip.src eq 192.0.2.1"],
  [
    "a network of one",
    "ip.src in {192.0.2.1/32 198.51.100.7}",
    "ip.src in {192.0.2.1 198.51.100.7}",
  ],
  [
    "adjacent networks",
    "ip.src in {10.0.0.0/25 10.0.0.128/25 192.0.2.1}",
    "ip.src in {10.0.0.0/24 192.0.2.1}",
  ],
  ["addresses of a network", "ip.src in {10.0.0.7 10.0.0.0/24}", "ip.src in {10.0.0.0/24}"],
  [
    "a long address",
    "ip.src in {2001:0db8:0000:0000:0000:0000:0000:0001 192.0.2.1}",
    "ip.src in {192.0.2.1 2001:db8::1}",
  ],
  ["adjacent numbers", "tcp.dstport in {80 81 82 83 443}", "tcp.dstport in {80..83 443}"],
  ["parentheses", '((http.host eq "a"))', 'http.host eq "a"'],
  [
    "a longer prefix",
    'starts_with(http.request.uri.path, "/api/v1") or starts_with(http.request.uri.path, "/api")',
    'starts_with(http.request.uri.path, "/api")',
  ],
  [
    "a value with a prefix",
    'http.request.uri.path in {"/a" "/b/c"} or starts_with(http.request.uri.path, "/b")',
    'http.request.uri.path eq "/a" or starts_with(http.request.uri.path, "/b")',
  ],
  ["absorption", 'ssl or ssl and http.host eq "a"', "ssl"],
  ["a negated repetition", 'ssl or not ssl and http.host eq "a"', 'ssl or http.host eq "a"'],
  [
    "a shared comparison",
    'ssl and http.host eq "a" or ssl and http.host eq "b"',
    'ssl and http.host in {"a" "b"}',
  ],
  [
    "a comparison that some share",
    'ip.src.country eq "DE" and ssl or http.host eq "x" or ip.src.country eq "DE" and tcp.dstport eq 1',
    'http.host eq "x" or ip.src.country eq "DE" and (ssl or tcp.dstport eq 1)',
  ],
  [
    "a shared alternative",
    '(ip.src.country eq "DE" or ssl) and (ip.src.country eq "DE" or http.host eq "a")',
    'ip.src.country eq "DE" or ssl and http.host eq "a"',
  ],
  ["bounds", "tcp.dstport ge 1 and tcp.dstport lt 6", "tcp.dstport in {1..5}"],
  ["a bound and its value", "tcp.dstport gt 5 or tcp.dstport eq 5", "tcp.dstport ge 5"],
  ["a negated comparison", 'not http.host eq "a"', 'http.host ne "a"'],
  [
    "many negations",
    'not ssl and not http.request.uri.path contains "a" and not http.user_agent contains "b"',
    'not (ssl or http.request.uri.path contains "a" or http.user_agent contains "b")',
  ],
  ["a raw string", 'http.host eq r#"abc"#', 'http.host eq "abc"'],
  ["backslashes", 'http.host eq "a\\\\b\\\\c"', 'http.host eq r"a\\b\\c"'],
  [
    "a set that is repeated",
    'http.request.method in {"PUT" "POST"} and http.host eq "a.com" and http.request.method in {"PUT" "POST"}',
    'http.host eq "a.com" and http.request.method in {"PUT" "POST"}',
  ],
  [
    "networks that are repeated",
    "ip.src in {10.0.0.0/8 192.0.2.1} and ip.src in {10.0.0.0/8 192.0.2.1}",
    "ip.src in {10.0.0.0/8 192.0.2.1}",
  ],
  [
    "alternatives that are repeated",
    '(ssl or http.host eq "a") and (ssl or http.host eq "a") and (ssl or http.host eq "a")',
    'ssl or http.host eq "a"',
  ],
  ["nothing in a rule that is short", 'ssl and http.host eq "a"', 'ssl and http.host eq "a"'],
])("shortens %s", (_, before, after) => {
  expect(shrink(before).text).toBe(after);
});

test("comments and directives stay", () => {
  const { text } = shrink(`# @action block
# the shop
http.host eq "a" # main
or http.host eq "b" or ssl # not yet
`);
  expect(text).toBe(`# @action block
# the shop
http.host in {"a" "b"} # main
 or ssl # not yet
`);
});

test("symbols replace words only if the rule is too long otherwise", () => {
  const conditions = Array.from(
    { length: 120 },
    (_, i) => `http.cookie contains "value${1000 + i}"`,
  );
  const long = `not ssl and (${conditions.join(" or ")})`;
  const { before, after, limits, text } = shrink(long);
  expect(before.characters).toBeGreaterThan(4096);
  expect(fits({ after, limits })).toBe(true);
  expect(text).toMatch(/^!ssl&&\(http\.cookie contains "value1000"\|\|http/);
});

test("a rule with errors is refused, and a value expression is kept", () => {
  for (const text of ["", "http.host eq", "http.hots eq 1"]) {
    expect(shrinksOf(text), text).toMatchObject([{ error: expect.stringMatching(/^Cannot be/) }]);
  }
  expect(shrinksOf('# @value\nconcat("a", http.host)')).toEqual([]);
});

test.each([
  ["strings", (i: number) => `http.host eq "h${i}"`],
  ["numbers", (i: number) => `tcp.dstport eq ${1000 + 7 * i}`],
  ["headers", (i: number) => `http.request.headers["x"][0] eq "h${i}"`],
])("150 %s of one field become one set", (_, condition) => {
  const { text } = shrink(Array.from({ length: 150 }, (_, i) => condition(i)).join(" or "));
  expect(text).toMatch(/^\S+ in \{[^{}]*\}$/);
});
