import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { regexSet } from "../../../server/src/cfrule/logic/formula/regex-set.ts";
import { wildcardSet } from "../../../server/src/cfrule/logic/formula/text-claims.ts";
import { compileRegex } from "../../../server/src/cfrule/regex/compile.ts";
import { variablesOf } from "../../../server/src/cfrule/requests/candidates.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { matchWildcard, readWildcard } from "../../../server/src/cfrule/syntax/wildcard.ts";
import {
  compareMeanings,
  type Meaning,
  type Witness,
} from "../../../server/src/core/meaning/meaning.ts";
import type { Relation } from "../../../server/src/core/meaning/relation.ts";
import { Budget } from "../../../server/src/core/solver/budget.ts";
import { and } from "../../../server/src/core/solver/formula.ts";
import { solve } from "../../../server/src/core/solver/solve.ts";
import { includes } from "../../../server/src/core/solver/text/text-set.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { times } from "../../support/long.ts";
import { excluded } from "../../support/relations.ts";
import { requests, rule } from "../random-rules.ts";

function meaningOf(text: string): Meaning | undefined {
  return cfrule.analyze(text, defaultContext).meaning?.();
}

function compare(first: string, second: string): Relation<Witness> {
  const [a, b] = [meaningOf(first), meaningOf(second)];
  assert.ok(a && b, `${first}\n${second}`);
  return compareMeanings(a, b);
}

/** Whether the text compares two arrays element by element, about which nothing else is known. */
function isZipped(text: string): boolean {
  return /(any|all)\(\([^()]*x-a[^()]*args|(any|all)\(\([^()]*args[^()]*x-a/.test(text);
}

test("a witness is an ordinary request if possible", () => {
  const path = 'http.request.uri.path contains "/admin"';
  expect(compare(path, `http.host eq "a" and ${path}`)).toMatchObject({
    onlyFirst: { request: "GET https://example.com/admin", fields: {} },
    both: { request: "GET https://a/admin", fields: {} },
  });
  expect(compare('http.user_agent eq ""', "false").onlyFirst).toMatchObject({
    fields: { "http.user_agent": "" },
  });
});

test.each([
  {
    text: "any(cf.bot_management.detection_ids[*] eq 5) and len(cf.bot_management.detection_ids) eq 3",
    fields: { "cf.bot_management.detection_ids": [5, 0, 0] },
  },
  {
    text: "cf.bot_management.detection_ids[2] eq 5 and cf.bot_management.detection_ids[0] ne 0",
    fields: { "cf.bot_management.detection_ids": [1, 0, 5] },
  },
])("a witness of $text has its known values, and placeholders of the same type", (row) => {
  expect(compare(row.text, "false").onlyFirst).toMatchObject({ fields: row.fields });
});

test.each([
  ['eq "jpg"', 'ends_with(http.request.uri.path, ".jpg")', "https://example.com/..jpG"],
  ['eq "jpg"', 'starts_with(http.request.uri.path, "/static/")', "https://example.com/index.jpg"],
])("the extension and the path of a witness agree: %s beside %s", (extension, path, only) => {
  const found = compare(`http.request.uri.path.extension ${extension}`, path);
  expect(found).toMatchObject({
    name: "overlapping",
    onlyFirst: { request: `GET ${only}`, fields: {} },
  });
});

test("a field that is never missing has a value in each sample, whatever it is compared with", () => {
  expect(compare('ip.src.country contains ""', 'http.host contains ""').name).toBe("equal");
});

test("the country and the continent of a witness agree", () => {
  const found = compare('ip.src.country eq "DE"', 'ip.src.continent eq "EU"');
  // That it is narrower is only documented.
  expect(found).toMatchObject({ name: "unknown", onlyFirst: null });
  expect(found.onlySecond).toMatchObject({
    fields: { "ip.src.country": "AD", "ip.src.continent": "EU" },
  });
  const apart = compare('ip.src.country eq "DE"', "not ip.src.is_in_european_union");
  expect(apart).toMatchObject({ both: null });
  expect(compare('ip.src.country eq "BR"', 'ip.src.continent eq "EU"').both).toBeNull();
  const union = compare('ip.src.continent eq "EU"', "ip.src.is_in_european_union");
  expect(union).toMatchObject({ name: "unknown", onlySecond: null });
  expect(compare("cf.client.bot", "cf.bot_management.verified_bot").name).toBe("unknown");
});

test("a placeholder does not replace a known number", () => {
  const score = "not cf.bot_management.score ge 31 and cf.bot_management.score eq 5";
  expect(compare(score, 'http.request.uri.path eq "/a"')).toMatchObject({
    name: "overlapping",
    both: { request: "GET https://example.com/a", fields: { "cf.bot_management.score": 5 } },
  });
});

test("nothing is claimed that depends on 'ne' of a missing value", () => {
  const [ne, eq] = ["ne", "eq"].map((it) => `http.request.headers["y"][0] ${it} "/"`);
  expect(compare(ne ?? "", `not ${eq}`)).toEqual({
    name: "unknown",
    onlyFirst: null,
    onlySecond: null,
    both: { request: "GET https://example.com/", fields: { "http.request.headers": { y: [""] } } },
  });
  const present = 'len(http.request.headers["y"][0]) ge 0';
  expect(compare(`${present} and ${ne}`, `${present} and not ${eq}`).name).toBe("equal");
  expect(compare('http.host ne "/"', 'not http.host eq "/"').name).toBe("equal");
  expect(compare(`${ne} and ssl`, ne ?? "").name).toBe("narrower");
});

function many(count: number, part: (index: number) => string, by = " xor "): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(by);
}

test("both directions of a hard pair have the same answer", () => {
  const decoded =
    'decode_base64(wildcard_replace(http.request.body.form["b"][0], "/a/*", "/b/${1}"))';
  const looked =
    'lookup_json_string(regex_replace(cf.tls_client_auth.cert_not_after, "^a", "b"), "c")';
  const first = `((upper(udp) eq cf.random_seed or ${decoded} eq "10" or http.request.uri.path eq "/") xor (upper(udp) eq cf.random_seed xor ${decoded} eq "10" xor ${decoded} eq "10")) and ${decoded} wildcard "*b" and http.request.uri.path strict wildcard "*b"`;
  const second = `${looked} contains "" or not ((${looked} ge "b" and ip_in_range(cf.edge.server_ip, "192.0.2.0/24") and tcp.flags le icmp.code))`;
  const [a, b] = [first, second].map((it) => cfrule.analyze(it, defaultContext).meaning?.());
  if (!a || !b) throw new Error("Both rules have a meaning.");
  const names = [compareMeanings(a, b), compareMeanings(b, a), compareMeanings(a, b)];
  expect(names.map((it) => it.name)).toEqual(["narrower", "wider", "narrower"]);
});

test("the search stops at its work limit", () => {
  const operands = Array.from({ length: 40 }, (_, i) => `http.request.uri.args["a${i}"][0] eq "x"`);
  const found = compare(operands.join(" xor "), operands.toReversed().join(" xor "));
  expect(found.name).toBe("equal");
});

test.each([
  [
    'ssl xor not http.host eq "a" xor ip.src eq ::1',
    'not (ip.src eq ::1 xor (http.host eq "a" xor ssl))',
    "equal",
  ],
  ['ssl xor http.host eq "a" xor ssl', 'http.host eq "a"', "equal"],
  ["ssl xor not ssl", "http.host eq http.host", "equal"],
  ['ssl xor http.host eq "a"', 'ssl xor http.host eq "b"', "overlapping"],
  [
    many(30, (it) => `http.host contains "${it}x"`),
    many(30, (it) => `http.host contains "${29 - it}x"`),
    "equal",
  ],
])("the order of 'xor' does not matter: %s | %s", (first, second, name) => {
  expect(compare(first, second).name).toBe(name);
});

test("no request contradicts a claim, and few results are unknown", () => {
  let unknown = 0;
  let compared = 0;
  fc.assert(
    fc.property(rule, rule, (first, second) => {
      const [a, b] = [meaningOf(first), meaningOf(second)];
      if (!a || !b) return;
      compared++;
      const found = compareMeanings(a, b);
      if (found.name === "unknown" && !isZipped(first) && !isZipped(second)) unknown++;
      for (const missing of ["false", "engine"] as const) {
        const [is, other] = [first, second].map((it) => compile(parse(it).root, { missing }));
        for (const it of requests) {
          const sides = `${is?.(it)} ${other?.(it)}`;
          assert.ok(!excluded[found.name]?.includes(sides), `${found.name} ${JSON.stringify(it)}`);
        }
      }
    }),
    { seed: 20_260_101, numRuns: times(10) },
  );
  expect(compared).toBeGreaterThan(times(7));
  expect(unknown).toBeLessThanOrEqual(compared / 15);
});

const piece = fc.constantFrom(
  "a",
  "b",
  "c",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\b",
  "^",
  "$",
  "|",
  "(?i:A)",
  "x",
);
const suffix = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}");
const pattern = fc
  .array(fc.tuple(piece, suffix), { maxLength: 5 })
  .map((all) => all.map(([a, b]) => (/^(\||\^|\$|\\b)$/.test(a) ? a : a + b)).join(""));
const text = fc.string({ unit: fc.constantFrom(..."abcAx1\n "), maxLength: 6 });

test("the automaton of a regex agrees with RE2", () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 10, maxLength: 10 }), (regex, texts) => {
      const [set, matcher] = [regexSet(regex), compileRegex(regex)];
      if (!set || !matcher) return;
      for (const it of texts)
        assert.equal(includes(set, it), matcher.test(it), JSON.stringify([regex, it]));
    }),
    { seed: 3, numRuns: times(63) },
  );
});

test("the automaton of a wildcard agrees with the matcher", () => {
  const wildcard = fc.string({ unit: fc.constantFrom(..."abA*"), maxLength: 6 });
  fc.assert(
    fc.property(wildcard, text, fc.boolean(), (it, value, strict) => {
      const expected = matchWildcard(readWildcard(it), value, { strict });
      if (!it.includes("**")) assert.equal(includes(wildcardSet(it, strict), value), expected, it);
    }),
    { seed: 3, numRuns: times(50) },
  );
});

describe("a list with known items is a set of these", () => {
  const listItems = {
    offices: ["192.0.2.0/25", "192.0.2.128/25", "2001:db8::/32"],
    hosts: ["example.com", "*.Shop.example"],
    asns: ["AS64496", 64497],
    none: [],
    foreign: ["b\u00fccher.example"],
  };
  const relationOf = (first: string, second: string) => {
    const [a, b] = [first, second].map((it) =>
      cfrule.analyze(it, { ...defaultContext, listItems }).meaning?.(),
    );
    assert.ok(a && b);
    return compareMeanings(a, b);
  };

  test.each([
    ["ip.src in $offices", "ip.src in {192.0.2.0/24 2001:db8::/32}", "equal"],
    ["ip.src in $offices", "ip.src eq 192.0.2.7", "wider"],
    ["not ip.src in $offices", "ip.src in {192.0.2.0/30}", "disjoint"],
    ["ip.src in $offices", "ip.src in $none", "wider"],
    ["ip.src in $none", "ip.src eq 192.0.2.1 and ip.src eq 192.0.2.2", "equal"],
    ["ip.src.asnum in $asns", "ip.src.asnum in {64496..64497}", "equal"],
    ["http.host in $hosts", 'http.host eq "example.com"', "wider"],
    ["http.host in $hosts", 'http.host eq "A.shop.EXAMPLE"', "wider"],
    ["http.host in $hosts", 'http.host eq ".shop.example"', "disjoint"],
    ["http.host in $hosts", 'http.host eq "shop.example"', "disjoint"],
    [
      "http.host in $hosts",
      'lower(http.host) eq "example.com" or (lower(http.host) matches "[.]shop[.]example$" and len(http.host) gt 13)',
      "equal",
    ],
    ["ip.src in $offices", "ip.src in $other", "unknown"],
    ["http.host in $foreign", "http.host in $foreign", "equal"],
    ["http.host in $foreign", 'http.host eq "a"', "unknown"],
  ])("%s | %s", (first, second, relation) => {
    expect(relationOf(first, second).name).toBe(relation);
  });

  test("examples are inside or outside of the list", () => {
    const { onlyFirst, both } = relationOf("ip.src in $offices", "ip.src in {192.0.2.0/30}");
    expect(onlyFirst).toMatchObject({
      fields: { "ip.src": expect.stringMatching(/^192\.0\.2\.(?![0-3]$)|^2001:db8:/) },
    });
    expect(both).toMatchObject({
      fields: { "ip.src": expect.stringMatching(/^192\.0\.2\.[0-3]$/) },
    });
  });
});

describe("rules that contradict each other", () => {
  test.each([
    ['http.request.uri.path matches "^/(a|b)$"', 'http.request.uri.path eq "/c"'],
    ['http.host wildcard "*.example.com"', 'starts_with(http.host, "x") and len(http.host) lt 5'],
    ["len(http.host) gt 10", 'http.host eq "short"'],
    ["len(http.request.uri.query) eq 0", 'http.request.uri.query contains "a="'],
    ['any(http.request.headers["x"][*] eq "a")', 'all(http.request.headers["x"][*] ne "a")'],
    ['http.user_agent contains "bot"', 'not lower(http.user_agent) contains "bot"'],
    ["ip.src in {192.0.2.0/24}", "ip.src in {192.0.3.0/24 2001:db8::/32}"],
    ["http.response.code in {400..499}", "http.response.code ge 500"],
    ["ssl", "not ssl"],
  ])("%s | %s", (first, second) => {
    expect(compare(first, second).name).toBe("disjoint");
  });
});

describe("a contradiction is reported", () => {
  test.each([
    ['http.request.uri.path matches "^/(a|b)$"', 'http.request.uri.path eq "/c"'],
    ['http.host wildcard "*.example.com"', 'ends_with(http.host, ".net")'],
    ["len(http.host) gt 10", 'http.host eq "short"'],
    ["len(http.request.uri.query) eq 0", 'http.request.uri.query contains "a="'],
    ['any(http.request.headers["x"][*] eq "a")', 'all(http.request.headers["x"][*] ne "a")'],
    ['http.user_agent contains "bot"', 'not lower(http.user_agent) contains "bot"'],
  ])("%s | %s", (first, second) => {
    const found = cfrule.analyze(`${first} and ${second}`, defaultContext).diagnostics();
    const messages = found.filter((it) => it.code === "never-matches").map((it) => it.message);
    expect(messages).toEqual([
      `'${first}' and '${second}' are never both true, so the rule matches no request. Use 'or', or change one.`,
    ]);
  });

  test.each([
    'http.request.uri.path matches "^/(a|b)$" and http.request.uri.path eq "/b"',
    'len(http.host) gt 3 and http.host eq "short"',
    'lower(http.host) contains "a" and not http.host contains "a"',
    'any(http.request.headers["x"][*] eq "a") and any(http.request.headers["x"][*] ne "a")',
  ])("none in %s", (text) => {
    const codes = cfrule
      .analyze(text, defaultContext)
      .diagnostics()
      .map((it) => it.code);
    expect(codes).not.toContain("never-matches");
    expect(codes).not.toContain("always-matches");
  });
});

describe("equal rules", () => {
  test.each([
    ['http.host eq "a" or http.host eq "b"', 'http.host in {"b" "a"}'],
    ["ip.src in {192.0.2.0/25 192.0.2.128/25}", "ip.src in {192.0.2.0/24}"],
    ['http.host matches "^a"', 'starts_with(http.host, "a")'],
    ['lower(http.host) contains "a"', 'http.host contains "a" or http.host contains "A"'],
    ["len(http.host) le 0", 'http.host eq ""'],
    ['all(http.request.headers["x"][*] ne "a")', 'not any(http.request.headers["x"][*] eq "a")'],
    ["ssl xor not ssl", "true"],
    ['ip.geoip.country eq "DE"', 'ip.src.country eq "DE"'],
    ['url_decode(http.host) eq "a" and ssl', 'ssl and url_decode(http.host) eq "a"'],
    ["ip.src in $office and ssl", "ssl and ip.src in $office"],
  ])("%s | %s", (first, second) => {
    expect(compare(first, second).name).toBe("equal");
  });
});

test("a missing value makes a difference", () => {
  const header = 'http.request.headers["x"][0]';
  expect(compare(`not ${header} eq "a"`, `${header} ne "a"`).name).not.toBe("equal");
  expect(
    compare(`has_key(http.request.headers, "x") and not ${header} eq "a"`, `not ${header} eq "a"`)
      .name,
  ).toBe("narrower");
});

test("a field that is missing is null in a witness, whatever its type", () => {
  const score = "cf.bot_management.score";
  expect(compare(`${score} lt 30`, `not ${score} ge 30`)).toMatchObject({
    name: "narrower",
    onlySecond: { fields: { [score]: null } },
  });
  expect(compare("not http.request.body.truncated", "true")).toMatchObject({ name: "narrower" });
  expect(compare('any(http.request.body.form.names[*] eq "a")', "true")).toMatchObject({
    name: "narrower",
  });
});

describe("an array with an element exists and is not empty", () => {
  const header = 'http.request.headers["x"]';
  test.each([
    [`any(${header}[*] eq "a")`, 'has_key(http.request.headers, "x")', "narrower"],
    [`any(${header}[*] eq "a")`, `len(${header}) gt 0`, "narrower"],
    ['any(http.request.headers.names[*] eq "X")', 'has_key(http.request.headers, "x")', "narrower"],
    [
      'any(lower(http.request.headers.names[*])[*] eq "x")',
      'has_key(http.request.headers, "x")',
      "equal",
    ],
    [`any(${header}[*] eq "a")`, `len(${header}) eq 0`, "disjoint"],
    [`any(${header}[*] eq "a") and ${header}[0] ne "a"`, `len(${header}) gt 1`, "unknown"],
    [`len(${header}) ge 1`, `len(${header}) gt 0`, "equal"],
    [`len(${header}) ge 3`, `len(${header}) gt 0`, "narrower"],
    [`len(${header}) eq 0`, 'has_key(http.request.headers, "x")', "narrower"],
    [`not any(${header}[*] eq "a")`, 'has_key(http.request.headers, "x")', "overlapping"],
  ])("%s | %s", (first, second, relation) => {
    expect(compare(first, second).name).toBe(relation);
  });
});

describe("parts of a URL", () => {
  const whole = "http.request.full_uri";
  test.each([
    [`${whole} eq "https://a.example/x?y=1"`, 'http.host eq "a.example"', "narrower"],
    [`${whole} eq "https://a.example/x"`, "not ssl", "disjoint"],
    [
      `starts_with(${whole}, "https://a.example/x")`,
      'starts_with(http.request.uri.path, "/x")',
      "narrower",
    ],
    ['starts_with(http.request.uri.query, "a=1")', 'http.request.uri contains "?a=1"', "narrower"],
    ['http.request.uri eq "/a?b"', 'http.request.uri.path eq "/a"', "narrower"],
    ['http.request.uri contains "admin"', 'http.request.uri.path contains "admin"', "wider"],
    [`${whole} contains "admin"`, 'http.request.uri contains "admin"', "wider"],
    [`${whole} wildcard "https://*.example.com/*"`, "ssl", "narrower"],
  ])("%s | %s", (first, second, relation) => {
    expect(compare(first, second).name).toBe(relation);
  });

  test("examples have a path, and an extension is in it", () => {
    const query = 'starts_with(http.request.uri.query, "a=1")';
    expect(compare(query, 'http.request.uri contains "?a=1"').both).toEqual({
      request: "GET https://example.com/?a=1",
      fields: {},
    });
    expect(compare('http.request.uri.path.extension eq "php"', "true").both).toEqual({
      request: "GET https://example.com/index.php",
      fields: {},
    });
  });
});

test("a witness is a request", () => {
  const found = compare(
    'http.request.uri.path eq "/a" and ip.src in {192.0.2.0/24}',
    'http.request.uri.path eq "/a"',
  );
  expect(found).toEqual({
    name: "narrower",
    onlyFirst: null,
    onlySecond: { request: "GET https://example.com/a", fields: { "ip.src": "192.0.3.0" } },
    both: { request: "GET https://example.com/a", fields: { "ip.src": "192.0.2.1" } },
  });
});

test("a request made of the values is a witness where the solver knows too little", () => {
  const [first, second] = ['url_decode(http.host) eq "a"', 'url_decode(http.host) eq "b"'];
  expect(compare(first, second)).toEqual({
    name: "disjoint",
    onlyFirst: { request: "GET https://a/", fields: {} },
    onlySecond: { request: "GET https://b/", fields: {} },
    both: null,
  });
});

test.each([
  many(12, (it) => `http.host contains "w${it}"`),
  many(20, (it) => `tcp.dstport eq ${it}`),
  many(10, (it) => `len(http.request.headers["h${it}"][0]) gt ${it}`),
  many(25, (it) => `len(http.host) eq ${it} and http.user_agent contains "w${it}"`, " or "),
])(
  "a long rule equals its double negation, and is wider than itself with another condition: %#",
  (text) => {
    expect(compare(text, `not (not (${text}))`).name).toBe("equal");
    expect(compare(text, `ssl and (${text})`).name).toBe("wider");
  },
);

test.each([
  ["cf.waf.score & 6", "cf.waf.score in {2 4 6}", "wider"],
  ["tcp.dstport bitwise_and 1", "tcp.dstport in {2 4}", "disjoint"],
  ["tcp.dstport & 1", "not tcp.dstport & 1", "disjoint"],
  ["tcp.dstport & 2", "tcp.dstport & 3", "narrower"],
  ["tcp.dstport & 3", "tcp.dstport in {1 2 3} or tcp.dstport & 3", "equal"],
])("bits: %s is to %s", (first, second, relation) => {
  expect(compare(first, second).name).toBe(relation);
});

test.each([
  ['http.request.uri.path ne "/"', "ssl and not ssl", "GET http://example.com/a"],
  ['not http.host contains "a"', 'http.host eq "b"', "GET https://c/"],
  ['http.request.uri.path lt "/b"', 'http.request.uri.path eq "/"', "GET https://example.com/a"],
])("a witness can be sent: %s", (first, second, request) => {
  expect(compare(first, second).onlyFirst).toEqual({ request, fields: {} });
});

const header = 'http.request.headers["a"]';

test.each([
  [`all((starts_with(${header}[*], "a")))`, `all(starts_with(${header}[*], "a"))`, "wider"],
  [`all(not not starts_with(${header}[*], "a"))`, `all((starts_with(${header}[*], "a")))`, "equal"],
  [`all(not starts_with(${header}[*], "a"))`, `not any(starts_with(${header}[*], "a"))`, "equal"],
  [`all(starts_with(${header}[*], "a"))`, 'has_key(http.request.headers, "a")', "narrower"],
  [`all(ends_with(${header}[*], "")) or ssl`, "http.host ne http.host or ssl", "wider"],
])(
  "a missing array is empty in parentheses and after 'not' only: %s, %s",
  (first, second, name) => {
    const result = compare(first, second);
    expect(result.name).toBe(name);
    const differs = name === "wider" ? result.onlyFirst : result.onlySecond;
    expect(differs === null).toBe(name === "equal");
  },
);

test.each([
  [`has_key(http.request.headers, "a") and not any(${header}[*] contains "")`, "false"],
  ['has_key(http.request.headers, "X-A")', "false"],
  ['http.request.uri.path.extension eq "PHP"', "false"],
  ['http.request.uri.path.extension eq "p?p"', "false"],
  ['http.host eq ""', "false"],
  ['http.host contains "/"', "false"],
  ['http.request.method eq "get"', "false"],
  ['http.request.uri.path contains "/../"', "false"],
  ['http.request.uri.path contains " "', "false"],
  ['http.request.uri.path eq "admin"', "false"],
  ['http.request.uri contains "#"', "false"],
  ['http.request.full_uri eq "example.com"', "false"],
  ['http.user_agent contains "\\x0a"', "false"],
  ['http.cookie eq " a=1"', "false"],
  ['any(http.request.uri.args["a"][*] contains "&")', "false"],
  ['any(http.request.cookies["a"][*] contains ";")', "false"],
  ['any(http.request.headers.names[*] eq "a b")', "false"],
  ['http.request.version eq "HTTP/2" and any(http.request.headers.names[*] eq "X-A")', "false"],
  ["cf.waf.score eq 0", "false"],
  ['cf.waf.score.class eq ""', "false"],
  ['cf.waf.score eq 10 and cf.waf.score.class eq "clean"', "false"],
  ['ip.src.country eq "de"', "false"],
  ["cf.edge.server_port eq 0", "false"],
])("evidence that no client can send is not shown: %s", (first, second) => {
  expect(compare(first, second).onlyFirst).toBeNull();
});

test.each([
  ['http.host eq "/a/"', 'http.host eq "b"', "disjoint"],
  [
    'starts_with(http.request.uri.path, "a")',
    'not starts_with(http.request.uri.path, "a")',
    "disjoint",
  ],
  ['starts_with(http.request.uri.path, "/")', "true", "narrower"],
  [
    'url_decode(http.request.uri.path, "r") eq "b"',
    'not url_decode(http.request.uri.path, "r") eq "b"',
    "disjoint",
  ],
  [
    'lookup_json_integer(raw.http.request.uri, "b") ge 2',
    'lookup_json_integer(raw.http.request.uri, "b") eq 29',
    "wider",
  ],
  ['any(cf.waf.content_scan.obj_results[*] eq "a")', "ip.src in {192.0.2.1}", "overlapping"],
])("values that no client can send count, without being shown: %s, %s", (first, second, name) => {
  const found = compare(first, second);
  expect(found.name).toBe(name);
  expect(compare(second, first).name).toBe(
    name === "wider" ? "narrower" : name === "narrower" ? "wider" : name,
  );
  expect([found.onlyFirst, found.onlySecond, found.both]).toContain(null);
});

const values = "http.request.headers.values";

test.each([
  ["cf.threat_score eq 0", 'raw.http.request.uri.args.names[1] strict wildcard "*b"'],
  ['raw.http.request.uri.args.values[2] eq "a"', 'has_value(http.request.uri.args.names, "a")'],
  ["raw.http.request.uri.args.values[2] lt http.referer", 'http.request.uri.path eq "/b"'],
  ['http.host eq "b"', 'raw.http.request.uri.args["b"][1] eq "a"'],
  ["ssl", "any(cf.sequence.msec_since_op[*] gt 1)"],
  ['http.request.headers.names[2] contains "x-y"', 'http.user_agent contains "a"'],
  [`all(${values}[*] wildcard "a*")`, `any(${values}[*] in {"ab" "c"})`],
])("lists, maps and the URL have what a rule asks of them: %s, %s", (first, second) => {
  expect(compare(first, second).name).toBe("overlapping");
});

const names = "http.request.headers.names";

test.each([
  [`any(${names}[*] eq "X-A")`, { [names]: ["X-A", "host"] }, ["x-a", "host"]],
  ['any(http.request.headers.values[*] eq "1")', {}, ["x-example-1", "host"]],
  [`has_key(http.request.headers, "x-a") and any(${names}[*] eq "X-A")`, {}, ["x-a", "host"]],
  [`has_key(http.request.headers, "x-a") and not any(${names}[*] eq "x-a")`, {}, ["x-a", "host"]],
])("the listed headers are there: %s", (text, fields, headers) => {
  const { onlyFirst } = compare(text, "false");
  assert.ok(onlyFirst && "fields" in onlyFirst);
  expect(onlyFirst.fields).toMatchObject(fields);
  expect(Object.keys(onlyFirst.fields["http.request.headers"] ?? {})).toEqual(headers);
});

test("no shown request lacks a field that every request has", () => {
  const first = 'http.request.headers["x-b"][0] eq "ab" and not len(http.request.method) gt 0';
  const { name, onlyFirst } = compare(first, 'http.host eq "a"');
  expect([name, onlyFirst]).toEqual(["overlapping", null]);
});

test.each([
  ['http.request.uri.args["b"][0] eq "x"', "?b=x"],
  ['http.request.uri.args["b"][1] eq "x" and has_key(http.request.uri.args, "c")', "?b=&b=x&c="],
  ['any(http.request.uri.args.values[*] eq "x")', "?x=x"],
  ['http.request.uri.args.names[0] eq "q" and http.request.uri.path eq "/a"', "a?q="],
])("arguments are shown in the URL: %s", (text, end) => {
  expect(compare(text, "false").onlyFirst).toEqual({
    request: `GET https://example.com/${end}`,
    fields: {},
  });
});

test.each([
  ['cf.waf.score.class eq "attack"', "cf.waf.score le 20", "attack"],
  ['cf.waf.score.class in {"clean" "attack"}', "cf.waf.score in {1..20 81..99}", "attack"],
])("an attack score is in its class: %s and %s", (first, second, name) => {
  const { both, onlySecond } = compare(first, second);
  expect(both).toMatchObject({ fields: { "cf.waf.score.class": name } });
  expect(onlySecond).toBeNull();
});

test.each(["cidr(ip.src, 24, 32) in {192.0.2.0/24}", 'to_string(ip.src) contains "7"'])(
  "an address is tried with addresses: %s",
  (text) => {
    const [address] = variablesOf(parse(text).root, {});
    for (const it of address?.values ?? []) expect(String(it)).toMatch(/^[\da-f]*[.:]/);
  },
);

const element = (index: string) => `${header}[${index}] contains`;

test.each(["100", "20000000", "4294967295"])("a witness needs no array of %s elements", (index) => {
  expect(compare(`${element(index)} "A"`, `${element(index)} "B"`).name).toBe("unknown");
  expect(compare(`${element(index)} "A"`, `not ${element(index)} "A"`).both).toBeNull();
  expect(compare(`not ${element(index)} "A"`, "ssl").both).not.toBeNull();
  expect(compare(`${element("99")} "A"`, `${element("99")} "B"`).name).toBe("overlapping");
});

test("wildcards with as many stars as fit are compared with bounded work", () => {
  const stars = (count: number, between: string) => Array(count).fill("*").join(between);
  const on = (field: string, pattern: string) => `${field} wildcard "${pattern}"`;
  const [path, host] = ["http.request.uri.path", "lower(http.host)"];
  const compared = (first: string, second: string) => compare(first, second).name;
  expect(compared(on(path, stars(2000, "a")), on(path, stars(2000, "b")))).toBe("overlapping");
  expect(compared(on(host, stars(2000, "a")), on(host, stars(1999, "a")))).toMatch(
    /narrow|unknown/,
  );
  expect(compared(on(path, stars(40, "ab")), on(path, stars(20, "ab")))).toBe("narrower");
  expect(compared(on(path, stars(40, "ab")), on(path, "*ba*b*aa*"))).toBe("overlapping");
});

describe("conditions with functions are conditions on their arguments", () => {
  const path = "http.request.uri.path";
  const body = 'lookup_json_string(http.request.body.raw, "a")';
  const args = "http.request.uri.args";
  const [agent, listed] = ["http.user_agent", "http.request.headers.values"];
  const cleaned = 'remove_query_args(http.request.uri.query, "a", "utm")';

  test.each([
    [`substring(${path}, 0, 3) eq "/ab"`, `starts_with(${path}, "/ab")`, "equal"],
    ['substring(http.host, -2) eq "ab"', 'ends_with(http.host, "ab")', "equal"],
    ['concat("x", http.host) eq "xa"', 'http.host eq "a"', "equal"],
    ['concat(http.host, "x") contains "ax"', 'http.host matches "a$|ax"', "equal"],
    ['coalesce(http.host, "b") eq "a"', 'http.host eq "a"', "equal"],
    ['coalesce(ip.src.city, "b") eq "b"', 'ip.src.city eq "b"', "wider"],
    ['contains(http.host, "a")', 'http.host contains "a"', "equal"],
    ['wildcard(http.host, "*.A")', 'http.host wildcard "*.a"', "equal"],
    ["cidr(ip.src, 24, 64) eq 192.0.2.0", "ip.src in {192.0.2.0/24}", "equal"],
    ["cidr(ip.src, 24, 64) in {192.0.2.0/31}", "ip.src in {192.0.2.0/24}", "equal"],
    ["cidr6(ip.src, 32) eq 2001:db8::", "ip.src in {2001:db8::/32}", "equal"],
    ["cidr6(ip.src, 32) eq 192.0.2.1", "ip.src eq 192.0.2.1", "equal"],
    ['ip_in_range(ip.src, "192.0.2.0/24")', "ip.src in {192.0.2.0/24}", "equal"],
    ['to_string(ip.src.asnum) eq "5"', "ip.src.asnum eq 5", "equal"],
    ['to_string(ip.src.asnum) contains "5"', "ip.src.asnum in {15 57}", "wider"],
    ['to_string(tcp.dstport) matches "^80"', "tcp.dstport eq 80", "wider"],
    ['to_string(ip.src.asnum) contains "5"', "ip.src.asnum in {14 5}", "overlapping"],
    ['to_string(ip.src) eq "7"', "false", "equal"],
    ['to_string(ip.src) in {"::1" "x"}', "ip.src eq ::1", "equal"],
    ['to_string(ssl) contains "r"', "ssl", "equal"],
    ["ip.src.asnum & 6", "ip.src.asnum & 2 or ip.src.asnum & 4", "equal"],
    ["ip.src.asnum & 4", "ip.src.asnum & 2", "overlapping"],
    ["ip.src.asnum & 8 and not ip.src.asnum & 2", "ip.src.asnum & 6", "overlapping"],
    ["len(http.host) & 4 and len(http.host) lt 6", "len(http.host) in {4 5}", "equal"],
    ["len(http.host) & 4096 and len(http.host) lt 4096", "false", "equal"],
    ["ip.src.asnum & 4096 and ip.src.asnum in {0..4095}", "false", "equal"],
    ["ip.src.asnum in {4096..8191}", "ip.src.asnum & 4096", "narrower"],
    ["ip.src.asnum in {-8..-1} and ip.src.asnum & 8", "ip.src.asnum in {-8..-1}", "equal"],
    [`${cleaned} eq "a"`, "false", "equal"],
    [`${cleaned} eq "b=1&c"`, 'http.request.uri.query eq "b=1&c"', "wider"],
    [`${cleaned} contains "&&"`, 'http.request.uri.query contains "&"', "narrower"],
    [`${cleaned} eq "ab=2"`, 'http.request.uri.query matches "(^|&)ab=2(&|$)"', "narrower"],
    ['decode_base64(http.user_agent) eq "ab"', `${agent} matches "^YW[IJKL]={0,2}$"`, "equal"],
    ['upper(decode_base64(http.user_agent)) eq "B"', `${agent} eq "10"`, "disjoint"],
    ['decode_base64(concat("A", http.host)) eq "ab"', "false", "equal"],
    ['regex_replace(http.host, "^a", "b") eq "b"', 'http.host in {"a" "b"}', "equal"],
    ['regex_replace(http.host, "aab", "x") eq "ax"', 'http.host in {"aaab" "ax"}', "equal"],
    [`wildcard_replace(${path}, "/a/*", "/b/\${1}") eq "/b/c"`, `${path} eq "/b/c"`, "wider"],
    [
      `wildcard_replace(${path}, "/a/*", "/b/\${1}", "s") eq "/b/c"`,
      `${path} in {"/b/c" "/a/c"}`,
      "equal",
    ],
    ['lookup_json_string(substring(http.host, -4, -1), "ab") eq "b"', "false", "equal"],
    ['substring(http.host, -4, -1) eq "abc"', 'substring(http.host, 1, 4) eq "abc"', "overlapping"],
    ['lookup_json_string(substring(http.host, 0, 1), "a") eq "b"', "false", "equal"],
    ["lookup_json_integer(http.request.body.raw, 0) eq 5", `${body} eq "b"`, "disjoint"],
    [`any(${listed}[*] ge "")`, "ssl", "overlapping"],
    [`http.request.headers.names[2] ne "b"`, 'not http.host lt "x"', "overlapping"],
    ['sha256(http.host) matches "b$"', "ssl", "overlapping"],
    [`raw.${args}["a"][1] eq "a"`, `${args}["b"][1] eq "a"`, "overlapping"],
    [`has_value(${args}.names, "q")`, `any(${args}.names[*] eq "q")`, "equal"],
    [`any(${args}.names[*] eq "q")`, `has_key(${args}, "q")`, "equal"],
    [`${args}["x"][1] eq "a"`, `len(${args}["x"]) ge 2`, "narrower"],
    [`${args}["x"][1] eq "a"`, `${args}["x"][0] contains ""`, "narrower"],
    ['url_decode(http.user_agent) eq "a b"', 'http.user_agent eq "a+b"', "wider"],
    ['encode_base64(http.host) eq "YQ"', 'http.host eq "a"', "equal"],
    ['encode_base64(http.user_agent) strict wildcard "/a/*"', "ssl and not ssl", "wider"],
    ['encode_base64(http.user_agent) contains "x-y"', "ssl and not ssl", "equal"],
    ['encode_base64(http.user_agent) in {"a" "x.y"}', `encode_base64(${agent}) eq "/a"`, "equal"],
    ['encode_base64(http.host) contains "b"', 'http.host contains "q"', "overlapping"],
    ['encode_base64(http.host, "pu") matches "[^A-Za-z0-9_=-]"', "ssl and not ssl", "equal"],
    ['encode_base64(substring(http.host, 0, 1)) contains "10"', "ssl and not ssl", "equal"],
    ['encode_base64("ab") eq "YWI"', "ssl or not ssl", "equal"],
    ['to_string(ip.src) lt "/a"', 'to_string(ip.src) contains "x"', "equal"],
    ['to_string(ip.src) contains "10"', "not ssl", "overlapping"],
    ['to_string(ip.src) wildcard "A*b"', "not ssl", "overlapping"],
    ['to_string(ip.src) contains "x-y"', "ssl and not ssl", "equal"],
    ['lookup_json_string(upper(http.user_agent), "key") eq "a"', "ssl and not ssl", "equal"],
    ['lookup_json_string(http.user_agent, "k") eq "a"', "ssl", "overlapping"],
    ["any(cf.sequence.msec_since_op[*] & 1)", "ssl", "overlapping"],
    ['concat(http.host, ip.src.city) eq "b"', 'concat(http.host, ip.src.city) eq ""', "disjoint"],
    ['concat(decode_base64(http.host), "a") eq "A"', "ssl and not ssl", "equal"],
    ["len(http.host) eq ip.src.asnum", "ssl", "overlapping"],
    ['remove_bytes(http.host, ".") eq ""', 'http.host matches "^[.]*$"', "equal"],
    ['split(http.host, ".", 3)[1] eq "a"', 'http.host matches "^[^.]*[.]a([.]|$)"', "equal"],
    [`${body} eq "b"`, `${body} eq "c"`, "disjoint"],
    [`${body} eq "b"`, `${body} in {"b" "c"}`, "narrower"],
    ["bit_slice(ip, 8, 16) lt 4", "bit_slice(ip, 8, 16) lt 10", "narrower"],
    ["bit_slice(ip, 8, 16) gt 300", "http.host ne http.host", "equal"],
    ["len(sha256(http.host)) eq 32", "http.host eq http.host", "equal"],
  ])("%s | %s", (first, second, name) => {
    expect(compare(first, second).name).toBe(name);
  });
});

test.each([
  ["to_string(cf.bot_management.detection_ids[*])[*] matches", '"^1"', '"^2"'],
  ["len(http.request.body.multipart.filenames[*])[*] eq", "1", "2"],
])("the elements of an array have different results: %s", (condition, one, other) => {
  const formula = meaningOf(`any(${condition} ${one}) and any(${condition} ${other})`);
  assert.ok(formula);
  const facts = formula.facts(formula.terms);
  expect(solve(and(formula.formula, ...facts), new Budget(10_000)).kind).toBe("possible");
});

const jsonKey = (field: string) => `lookup_json_integer(${field}, "a") eq 1`;

test.each([
  // The letters of a name can be written as escapes.
  [jsonKey("http.user_agent"), 'http.user_agent matches "a|u0061"'],
  [jsonKey("upper(http.user_agent)"), 'http.user_agent contains "A" or not ssl'],
])("nothing is claimed that an evaluator contradicts: %s | %s", (first, second) => {
  const { name, both } = compare(first, second);
  expect([name, both !== null]).not.toContainEqual("disjoint");
});

test("functions in functions cost little", () => {
  const nested = `${"url_decode(".repeat(30)}http.host${")".repeat(30)}`;
  expect(compare(`${nested} eq "a"`, `${nested} contains "a"`).name).not.toBe("equal");
});

test.each([
  [
    'http.host eq http.referer and http.referer eq "a"',
    'http.host eq "a" and http.referer eq "a"',
    "equal",
  ],
  [
    "ip.src.asnum eq cf.edge.server_port and cf.edge.server_port eq 80",
    "ip.src.asnum eq 80",
    "narrower",
  ],
  [
    "http.host eq http.referer and http.referer eq http.user_agent",
    "http.host eq http.user_agent",
    "narrower",
  ],
  ['http.host lt http.referer and http.referer lt "b"', 'http.host lt "b"', "narrower"],
])("equal values are equal: %s | %s", (first, second, name) => {
  expect(compare(first, second).name).toBe(name);
});

test.each([
  ["ip.src in $office", "not ip.src in $office", "disjoint"],
  ["ip.src in $office", "ip.src in $office and ssl", "wider"],
  ["ip.src in $office or ssl", "ip.src in $office", "wider"],
  ["cidr(ip.src, 31, 127) in $office", "ssl", "overlapping"],
  ['is_jwt_valid("a")', 'is_jwt_valid("a") or ssl', "narrower"],
])("a relation that does not depend on unknown content has no example: %s | %s", (...row) => {
  const [first, second, name] = row;
  expect(compare(first, second).name).toBe(name);
});

test("lists that may be equal have an unknown relation", () => {
  expect(compare("ip.src in $office", "ip.src in $home").name).toBe("unknown");
});

test("with little work, no requests are tried", () => {
  const [a, b] = [meaningOf('to_string(ip.src) contains "10"'), meaningOf("not ssl")];
  assert.ok(a && b);
  const search = vi.fn();
  for (const work of [20_000, 450_000]) compareMeanings({ ...a, search }, { ...b, search }, work);
  expect(search.mock.calls.map((it) => it.at(-1))).toEqual([1, 1, 1]);
});
