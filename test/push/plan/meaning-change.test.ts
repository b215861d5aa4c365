import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import {
  type Difference,
  type MeaningChange,
  meaningChange,
} from "../../../server/src/core/meaning/difference.ts";
import type { Meaning } from "../../../server/src/core/meaning/meaning.ts";
import { defaultContext, languageFor } from "../../../server/src/languages.ts";
import {
  describeMeaningChange,
  type MeaningText,
} from "../../../server/src/push/plan/meaning-change.ts";
import { condition, requests, rule } from "../../cfrule/random-rules.ts";
import { pairs } from "../../lpfilter/random-filters.ts";
import { times } from "../../support/long.ts";
import { excluded } from "../../support/relations.ts";

const seed = 20_261_117;

type Resource = "filter" | "rule";

function read(resource: Resource, text: string): Meaning | undefined {
  return languageFor(resource).analyze(text, defaultContext).meaning?.();
}

function changeOf(resource: Resource, before: string, after: string): MeaningChange | undefined {
  const [was, is] = [read(resource, before), read(resource, after)];
  return was && is && meaningChange(is, was, (text) => read(resource, text));
}

/** What a sample says about a claim: does each of the two texts match it, and the conditions of each difference? */
type Matches = (text: string) => boolean;

function holds(
  { relation, gained, lost }: MeaningChange,
  [before, after]: readonly [string, string],
  matches: Matches,
): boolean {
  const [was, is] = [matches(before), matches(after)];
  if (excluded[relation]?.includes(`${is} ${was}`)) return false;
  return isTrueOf(gained, is, was, matches) && isTrueOf(lost, was, is, matches);
}

function isTrueOf(
  difference: Difference | undefined,
  one: boolean,
  other: boolean,
  matches: Matches,
): boolean {
  if (!difference?.where) return true;
  const { form, text } = difference.where;
  const meets = matches(text);
  switch (form) {
    case "exact":
      return meets === (one && !other);
    case "within":
      return (one && meets) === (one && !other);
    case "all":
      return one === (other || meets);
  }
}

/** Texts before and after an edit: most edits keep a part. */
const edits = fc.constantFrom("other", "and", "or", "shorter");

function textsOf(
  edit: string,
  first: string,
  second: string,
  joined: (by: "and" | "or") => string,
): readonly [string, string] {
  if (edit === "other") return [first, second];
  if (edit === "shorter") return [joined("or"), first];
  return [first, joined(edit === "and" ? "and" : "or")];
}

/** Counts the descriptions, so that the test does not pass because there are none. */
class Forms {
  readonly seen = new Set<string>();
  count = 0;

  add({ gained, lost }: MeaningChange): void {
    for (const it of [gained?.where, lost?.where]) {
      if (!it) continue;
      this.seen.add(it.form);
      this.count++;
    }
  }
}

function cached<Item>(make: (text: string) => Item): (text: string) => Item {
  const known = new Map<string, Item>();
  return (text) => {
    const found = known.get(text) ?? make(text);
    known.set(text, found);
    return found;
  };
}

test("every line agrees with what is said about a changed filter", () => {
  const forms = new Forms();
  fc.assert(
    fc.property(pairs, edits, ({ first, second, lines }, edit) => {
      const parts = [first, second].map((it) => (JSON.parse(it) as { where: unknown }).where);
      const texts = textsOf(edit, first, second, (by) =>
        JSON.stringify({ where: { [by]: parts } }),
      );
      const change = changeOf("filter", ...texts);
      assert.ok(change);
      forms.add(change);
      const reading = cached((text) => read("filter", text));
      for (const line of lines) {
        const isRight = holds(change, texts, (text) => reading(text)?.matches({ line }) === true);
        assert.ok(isRight, JSON.stringify([texts, change, line]));
      }
    }),
    { seed, numRuns: times(50, 1000) },
  );
  expect(forms.count).toBeGreaterThan(times(15, 300));
  expect([...forms.seen].sort()).toEqual(["all", "exact", "within"]);
});

const changedRule = fc.oneof(
  { weight: 4, arbitrary: condition },
  fc.tuple(condition, fc.constantFrom("and", "or"), condition).map((it) => it.join(" ")),
  rule,
);

test("every request agrees with what is said about a changed rule", () => {
  const forms = new Forms();
  fc.assert(
    fc.property(changedRule, changedRule, edits, (first, second, edit) => {
      const texts = textsOf(edit, first, second, (by) => `(${first}) ${by} (${second})`);
      const change = changeOf("rule", ...texts);
      if (!change) return;
      forms.add(change);
      for (const missing of ["false", "engine"] as const) {
        const compiled = cached((text) => compile(parse(text).root, { missing }));
        for (const request of requests) {
          const isRight = holds(change, texts, (text) => compiled(text)(request) === true);
          assert.ok(isRight, JSON.stringify([texts, change, request]));
        }
      }
    }),
    { seed, numRuns: times(30, 1200) },
  );
  expect(forms.count).toBeGreaterThan(times(10, 400));
  expect([...forms.seen].sort()).toEqual(["all", "exact", "within"]);
});

type Where = string | readonly [field: string, operator: string, value: unknown][];

function sentence(before: Where, after: Where): string | undefined {
  return described(before, after)?.text;
}

function described(before: Where, after: Where): MeaningText | undefined {
  const text = (it: Where) =>
    typeof it === "string"
      ? it
      : JSON.stringify({
          where: { and: it.map(([key, operator, value]) => ({ key, operator, value })) },
        });
  const name = typeof before === "string" ? "expression" : "filter";
  const change = { name, before: text(before), after: text(after) };
  return describeMeaningChange([change], () => defaultContext);
}

const status = (operator: string, value: unknown): Where => [
  ["EdgeResponseStatus", operator, value],
];
const path = (operator: string, value: unknown): Where => [["ClientRequestPath", operator, value]];
const host = ["ClientRequestHost", "eq", "a"] as [string, string, unknown];
const country = ["ClientCountry", "eq", "us"] as [string, string, unknown];
const several = [host, country, ["ClientRequestPath", "startsWith", "/x"]] as [
  string,
  string,
  unknown,
][];

test.each<[Where, Where, string]>([
  [
    status("geq", 500),
    status("geq", 502),
    "Keeps less than before: no longer lines where EdgeResponseStatus is 500 or 501, such as",
  ],
  [
    status("geq", 500),
    status("geq", 400),
    "Keeps everything it kept, and also lines where EdgeResponseStatus is 400 to 499, such as",
  ],
  [
    status("in", [500, 502, 503]),
    status("eq", 503),
    "no longer lines where EdgeResponseStatus is 500 or 502, such as",
  ],
  [
    status("lt", 500),
    status("geq", 500),
    "Keeps nothing that it kept: no longer lines where EdgeResponseStatus is less than 500, such as {}, but now lines where EdgeResponseStatus is at least 500, such as",
  ],
  [
    status("geq", 500),
    status("lt", 600),
    'Keeps other lines than before: no longer lines where EdgeResponseStatus is at least 600, such as {"EdgeResponseStatus":600}, but also lines where EdgeResponseStatus is less than 500, such as',
  ],
  [
    path("startsWith", "/a"),
    path("startsWith", "/a/b"),
    'where ClientRequestPath does not start with "/a/b" and ClientRequestPath starts with "/a", such as {"ClientRequestPath":"/a"}.',
  ],
  [
    [["EdgeResponseCompressionRatio", "gt", 1.5]],
    [["EdgeResponseCompressionRatio", "gt", 2]],
    "is greater than 1.5 and EdgeResponseCompressionRatio is at most 2, such as",
  ],
  [
    several,
    [...several, country, ["EdgeResponseStatus", "geq", 500]],
    "Keeps less than before: of the lines it kept, no longer those where EdgeResponseStatus is less than 500, such as",
  ],
  [
    [...several, ["EdgeResponseStatus", "in", [500, 501]]],
    several,
    "Keeps everything it kept, and more: of the lines it now keeps, those where EdgeResponseStatus is neither 500 nor 501 are new, such as",
  ],
  [
    [...several, ["EdgeResponseStatus", "in", [500, 501, 503]]],
    several,
    "those where EdgeResponseStatus is none of 500, 501 or 503 are new, such as",
  ],
  [
    [...several, ["ClientRequestReferer", "in", ["b or c", "d"]]],
    several,
    'those where ClientRequestReferer is neither "b or c" nor "d" are new, such as',
  ],
  [
    "ip.src in {192.0.2.0/24}",
    "ip.src in {192.0.2.0/25}",
    "Matches less than before: no longer requests where ip.src in {192.0.2.128/25}, such as",
  ],
  [
    "ip.src in {192.0.2.1}",
    "ip.src in {192.0.2.0..192.0.2.2 2001:db8::/32}",
    "also requests where ip.src in {192.0.2.0 192.0.2.2 2001:db8::/32}, such as",
  ],
  [
    "cf.bot_management.score lt 30",
    "cf.bot_management.score lt 20",
    "no longer requests where cf.bot_management.score in {20..29}, such as",
  ],
  [
    'http.user_agent in {"a" "b"}',
    'http.user_agent in {"a" "c\\"\\\\"}',
    'also requests where http.user_agent eq "c\\"\\\\", such as',
  ],
  [
    'http.host eq "a" or ssl or http.referer eq "x" or http.user_agent eq "z"',
    'http.host eq "a" or ssl or http.referer eq "x" or http.user_agent eq "z" or http.request.method eq "PUT"',
    'Matches everything it matched, and now all requests where http.request.method eq "PUT", such as',
  ],
])("%j → %j", (before, after, expected) => {
  expect(sentence(before, after)).toContain(expected);
});

test("limits of integers are not written", () => {
  expect(sentence("http.response.code in {404..599}", "http.response.code gt 100")).toBe(
    "Matches everything it matched, and also requests where not (http.response.code in {404..599}) and http.response.code gt 100, such as 'GET https://example.com/ http.response.code=101'.",
  );
});

test("a difference without a short description is an example", () => {
  const [before, after] = ["a", "b"].map(
    (it) => `http.host contains "${it}" and ssl or http.referer contains "${it}" and not ssl`,
  );
  expect(sentence(before ?? "", after ?? "")).toMatch(
    /^Matches other requests than before: no longer requests such as '[^']+', but also requests such as '[^']+'\.$/,
  );
});

test("a long condition is left out", () => {
  const long = "x".repeat(250);
  expect(sentence(`http.host eq "${long}"`, 'http.host eq "a"')).toContain(
    "nothing that it matched: no longer requests such as",
  );
});

test.each<[Where, Where, readonly string[], boolean]>([
  [
    status("geq", 500),
    status("lt", 600),
    [
      "No longer keeps lines where EdgeResponseStatus is at least 600.",
      "Also keeps lines where EdgeResponseStatus is less than 500.",
    ],
    false,
  ],
  [
    status("lt", 500),
    status("geq", 500),
    ["Keeps nothing that it kept.", "Now keeps lines where EdgeResponseStatus is at least 500."],
    true,
  ],
  [
    status("eq", 500),
    [
      ["EdgeResponseStatus", "eq", 1],
      ["EdgeResponseStatus", "eq", 2],
    ],
    ["Keeps nothing that it kept."],
    true,
  ],
  ["ssl", "ssl or false", ["The same requests as before: only the text changes."], false],
  [
    'http.host eq "a"',
    'http.host eq "a" and ssl',
    ['No longer matches requests where not (ssl) and http.host eq "a".'],
    false,
  ],
])("a question says first what is lost: %j → %j", (before, after, effects, losesAll) => {
  expect(described(before, after)).toMatchObject({ effects, losesAll });
});

test("a change without an example has a sentence", () => {
  const before = "sha256(http.host) eq sha256(http.user_agent) and ip.src in $a";
  const after = "ssl and ip.src in $a";
  expect(sentence(before, after)).toBe("Matches other requests than before.");
});

test.each([
  [
    'http.request.headers["x"][0] ne "a"',
    'not http.request.headers["x"][0] eq "a"',
    "It depends on what 'ne' does if a value is missing, which the documentation leaves open.",
  ],
  [
    "cf.waf.score & 6 and ip.src in $a",
    "cf.waf.score & 6 and ip.src in $b",
    "It depends on 'ip.src in $a', 'ip.src in $b', which Weir cannot know.",
  ],
  [
    'cf.random_seed eq "a"',
    "hash_in_range(0, 5, cf.random_seed) lt 2",
    "It depends on 'hash_in_range(0,5,cf.random_seed)', which Weir cannot compare.",
  ],
  [
    'http.user_agent eq "a" and ip.src in $a',
    'http.request.headers["user-agent"][0] eq "a" and ip.src in $a',
    "It may depend on how 'http.user_agent', 'http.request.headers[\"user-agent\"]' relate, which Weir cannot compare.",
  ],
  [
    'http.user_agent eq "a" and len(http.request.headers["user-agent"]) gt 0 and ip.src in $a',
    'http.user_agent eq "a" and len(http.request.headers["user-agent"]) gt 0 and ip.src in $b',
    "It depends on 'ip.src in $a', 'ip.src in $b', which Weir cannot know.",
  ],
  ["ssl and", "ssl", "The file or the service has errors, or parts that are filled in later."],
])("a change that cannot be judged has a reason: %s → %s", (before, after, why) => {
  expect(sentence(before, after)).toBe(`Weir cannot tell which requests change. ${why}`);
});
