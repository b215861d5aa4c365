import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { compareMeanings, type Witness } from "../../../server/src/core/meaning/meaning.ts";
import type { Relation } from "../../../server/src/core/meaning/relation.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { times } from "../../support/long.ts";

function compare(first: string, second: string): Relation<Witness> {
  const [a, b] = [first, second].map((it) => cfrule.analyze(it, defaultContext).meaning?.());
  assert.ok(a && b, `${first}\n${second}`);
  return compareMeanings(a, b);
}

const headerFields = [
  ["http.user_agent", "user-agent", "x"],
  ["http.referer", "referer", "x"],
  ["http.x_forwarded_for", "x-forwarded-for", "x"],
  ["http.cookie", "cookie", "x"],
  ["http.host", "host", "x"],
  ["http.request.full_uri", "host", "https://x/"],
] as const;

test.each(headerFields)("%s and the header %s", (field, header, value) => {
  const own = `${field} eq "${value}"`;
  const map = `http.request.headers["${header}"]`;
  for (const other of [`${map}[0] eq "x"`, `any(${map}[*] eq "x")`, `len(${map}[0]) eq 1`]) {
    const pairs = [
      [own, other],
      [other, own],
      [own, `${own} and ${other}`],
      [`${own} and ssl`, other],
    ] as const;
    for (const [first, second] of pairs) {
      const found = compare(first, second);
      assert.equal(found.name, "unknown", `${first}\n${second}`);
      for (const it of [found.onlyFirst, found.onlySecond, found.both]) {
        if (!it || !("fields" in it)) continue;
        const { "http.request.headers": headers, ...fields } = it.fields;
        const values = (headers as Record<string, string[]> | undefined)?.[header];
        const host = /^GET https?:..([^/]*)/.exec(it.request)?.[1];
        const shown = header === "host" ? host : fields[field];
        if (values && shown !== undefined)
          assert.deepEqual(values, [shown], `${first}\n${second}\n${JSON.stringify(it)}`);
      }
    }
  }
});

test("requests are shown in which they agree", () => {
  const [agent, header] = ["http.user_agent", 'http.request.headers["user-agent"][0]'];
  expect(compare(`${agent} contains "a"`, `${header} contains "b"`)).toMatchObject({
    name: "overlapping",
    onlySecond: { fields: { [agent]: "b", "http.request.headers": { "user-agent": ["b"] } } },
    both: { fields: { [agent]: "ab", "http.request.headers": { "user-agent": ["ab"] } } },
  });
  expect(compare(`${agent} eq "x"`, `${header} eq "y"`)).toMatchObject({
    name: "unknown",
    onlySecond: { fields: { [agent]: "y" } },
    both: null,
  });
  expect(compare(`${agent} eq "x"`, `${agent} eq "x" or ${header} eq "x" and false`).name).toBe(
    "equal",
  );
});

test("cookies, and the text with all of them", () => {
  const [text, theme] = ["http.cookie", 'any(http.request.cookies["theme"][*] eq "dark")'];
  expect(compare(`${text} contains "id="`, theme)).toMatchObject({
    name: "overlapping",
    onlySecond: { fields: { [text]: "theme=dark" } },
    both: { fields: { [text]: "id=; theme=dark" } },
  });
  const header = 'http.request.headers["cookie"][0]';
  for (const it of [text, header]) {
    expect(compare(`${it} eq "theme=dark"`, theme)).toMatchObject({ name: "unknown" });
    expect(compare(`${it} eq "theme=%64ark"`, theme)).toMatchObject({
      name: "unknown",
      both: null,
    });
  }
});

test("names and values of all headers have those of the field", () => {
  const [agent, all] = ['http.user_agent eq "x"', "http.request.headers"];
  expect(compare(agent, `any(${all}.values[*] eq "x")`).onlyFirst).toBeNull();
  expect(compare(agent, `any(lower(${all}.names[*])[*] eq "user-agent")`).onlyFirst).toBeNull();
  expect(compare(agent, `any(${all}.names[*] eq "x-debug")`)).toMatchObject({
    name: "overlapping",
    both: { fields: { [`${all}.names`]: ["x-debug", "user-agent", "host"] } },
  });
  const cookie = 'any(http.request.cookies["a"][*] eq "1")';
  expect(compare(cookie, `any(${all}.values[*] contains "a=1")`).onlyFirst).toBeNull();
});

const text = fc.constantFrom("", "a", "b", "ab", "ba");
const condition = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("http.user_agent", 'http.request.headers["user-agent"][0]'),
      fc.constantFrom("eq", "contains"),
      text,
    )
    .map(([operand, operator, it]) => `${operand} ${operator} "${it}"`),
  text.map((it) => `any(http.request.headers["user-agent"][*] eq "${it}")`),
  fc.constantFrom('has_key(http.request.headers, "user-agent")', "len(http.user_agent) gt 2"),
);
const mixed = fc
  .tuple(condition, condition, condition, fc.constantFrom("and", "or"), fc.boolean())
  .map(([a, b, c, operator, not]) => `${not ? "not " : ""}(${a} ${operator} ${b}) and not ${c}`);

const short = ["", "a", "b", "ab", "ba", "aa", "bb", "x"];
const long = [
  "aaa",
  "cc",
  "cac",
  "xxx",
  ...short,
  ...short.flatMap((x) => short.map((y) => x + y)),
];
const others = [undefined, [], ...long.flatMap((x) => short.map((y) => [x, y]))];

/** The outcomes of rules for requests with one user agent, and for others, if they are the same for any value of the field. */
function outcomes(...texts: readonly string[]): ReadonlySet<string> {
  const rules = texts.map((it) => compile(parse(it).root));
  const results = (fields: readonly string[], values?: readonly string[]): readonly string[] => {
    const headers = new Map(values ? [["user-agent", values]] : []);
    const found = fields.map((field) =>
      rules
        .map((it) => it({ "http.user_agent": field, "http.request.headers": headers }))
        .join(" "),
    );
    return new Set(found).size === 1 ? found.slice(0, 1) : [];
  };
  return new Set([
    ...long.flatMap((it) => results([it], [it])),
    ...others.flatMap((it) => results(short, it)),
  ]);
}

test("relations are those among requests in which they agree", () => {
  let known = 0;
  fc.assert(
    fc.property(mixed, mixed, (first, second) => {
      const { name } = compare(first, second);
      if (name === "unknown") return;
      known++;
      const seen = outcomes(first, second);
      const [one, two, both] = ["true false", "false true", "true true"].map((it) => seen.has(it));
      const right = two ? (one ? (both ? "overlapping" : "disjoint") : "narrower") : "wider";
      assert.equal(name, one || two ? right : "equal", `${first}\n${second}`);
    }),
    { seed: 20_260_103, numRuns: times(8) },
  );
  expect(known).toBeGreaterThan(times(2));
});

test.each([
  ["http.request.accepted_languages[0]", 'http.request.headers["accept-language"][0]'],
  ["http.response.content_type.media_type", 'http.response.headers["content-type"][0]'],
])("nothing is claimed about %s and %s", (field, header) => {
  const found = compare(`${field} eq "en"`, `${header} eq "en"`);
  expect(found).toEqual({ name: "unknown", onlyFirst: null, onlySecond: null, both: null });
});

test.each([
  ['http.user_agent eq "x"', 'http.user_agent contains "x" and ssl', { "http.user_agent": "x" }],
  [
    'http.request.headers["user-agent"][0] eq "x"',
    'len(http.request.headers["user-agent"]) eq 2',
    { "http.request.headers": { "user-agent": ["x", ""] } },
  ],
  [
    'http.user_agent eq "x"',
    'http.request.headers["accept"][0] eq "y"',
    { "http.user_agent": "x", "http.request.headers": { accept: ["y"] } },
  ],
])("without the other, nothing changes: %s and %s", (first, second, fields) => {
  expect(compare(first, second)).toMatchObject({ name: "overlapping", both: { fields } });
});
