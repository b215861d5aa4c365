import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { findingsIn } from "../../../server/src/cfrule/meaning.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { times } from "../../support/long.ts";
import { outcomesOf, rule } from "../random-rules.ts";

const logic = /^(?:never-matches|always-matches|redundant-condition)$/;

function found(text: string): string[] {
  return cfrule
    .analyze(text, defaultContext)
    .diagnostics()
    .filter((it) => logic.test(it.code))
    .map((it) => `${it.code} ${text.slice(it.start, it.end)}`);
}

const path = "http.request.uri.path";
const uri = "http.request.uri";
const each = 'http.request.headers["x-a"][*]';

describe("conditions that are never all true", () => {
  test.each([
    [`${path} matches "^/(a|b)$"`, `${path} eq "/c"`],
    [`${path} matches "[.]php$"`, `${path} in {"/a.html" "/b"}`],
    [`${path} wildcard "/api/*"`, `starts_with(${path}, "/shop")`],
    ['http.host wildcard "*.example.com"', 'ends_with(http.host, ".net")'],
    ["len(http.host) gt 10", 'http.host eq "short"'],
    ["len(http.request.uri.query) eq 0", 'http.request.uri.query contains "a="'],
    ["len(http.host) lt 3", 'http.host contains "example"'],
    ['any(http.request.headers["x"][*] eq "a")', 'all(http.request.headers["x"][*] ne "a")'],
    [
      'any(http.request.headers["x"][*] eq "ab")',
      'not any(len(http.request.headers["x"][*])[*] eq 2)',
    ],
    ['http.user_agent contains "bot"', 'not lower(http.user_agent) contains "bot"'],
    ['upper(http.user_agent) eq "BOT"', 'lower(http.user_agent) ne "bot"'],
    [`ends_with(${path}, ".php")`, `${path}.extension eq "jpg"`],
    [`ends_with(${path}, "x.php")`, `${path}.extension ne "php"`],
    [`ends_with(${path}, "/.env")`, `${path}.extension eq "env"`],
    [`${path} eq "/.ENV"`, `${path}.extension eq "env"`],
    [`${path} eq "/a"`, `${uri} eq "/b?x=1"`],
    ['http.request.uri.query contains "x="', `${uri} eq "/b"`],
    [`starts_with(${uri}, "/a/")`, `starts_with(${path}, "/b/")`],
    ['http.host eq "a.example"', 'starts_with(http.request.full_uri, "https://b.example/")'],
    ["not ssl", 'starts_with(http.request.full_uri, "https://")'],
    [`${path} eq "/a"`, 'http.request.full_uri eq "https://a.example/b"'],
    ["cf.client.bot", "not cf.bot_management.verified_bot"],
    ['ip.src.country eq "DE"', 'ip.src.continent eq "AS"'],
    ['ip.src.country in {"DE" "FR"}', 'ip.src.continent in {"NA" "SA"}'],
    ['ip.geoip.country eq "DE"', "not ip.src.is_in_european_union"],
    [
      '(http.host eq "a" or ssl and http.host eq "b")',
      '(http.host eq "c" or ssl and http.host eq "d")',
    ],
  ])("%s | %s", (first, second) => {
    expect(found(`${first} and ${second}`)).toEqual([`never-matches ${second}`]);
    const [message] = cfrule
      .analyze(`${first} and ${second}`, defaultContext)
      .diagnostics()
      .filter((it) => it.code === "never-matches");
    expect(message?.message).toContain(" are never both true, so the rule matches no request.");
  });
});

/** Three conditions that are unrelated to all others. */
function others(outer: "and" | "or"): string {
  const [inner, is] = outer === "or" ? ["and", "eq"] : ["or", "ne"];
  const parts = ["a", "b", "c"].map(
    (it) => `(${path} ${is} "/${it}" ${inner} ip.src.city ${is} "${it}")`,
  );
  return parts.join(` ${outer} `);
}

describe("a contradiction inside of a group is found, although another one depends on what is around it", () => {
  const value = 'http.request.headers["x-a"][0]';
  const any = `any(${each} le lower(http.host))`;
  test.each([
    [`(${value} ne ${value} and ${any} or ssl) and not all(${each} gt lower(http.host))`, any],
    [
      "ip.src.city le http.host or (ip.src lt cf.edge.server_ip and http.host ge ip.src.city and ip.src gt cf.edge.server_ip)",
      "ip.src gt cf.edge.server_ip",
    ],
  ])("%s", (text, last) => {
    expect(found(text)).toEqual([`never-matches ${last}`]);
  });
});

test("a wildcard with letters of the other case is compared with others, because it ignores their case", () => {
  const last = 'lower(http.host) wildcard "A*b"';
  const text = `lower(http.host) eq "" and (ssl xor (tcp.dstport eq 80 and ${last}))`;
  expect(found(text)).toEqual([`never-matches ${last}`]);
});

test.each([
  `all(${each} contains "")`,
  `(all(${each} contains "") and all(${each} contains "")) or all(${each} contains "")`,
  `(all(${each} contains "") and not not all(${each} contains "")) or ssl or all(${each} contains "")`,
])("a quantifier decides the whole rule, even if it is repeated: %s", (text) => {
  expect(found(text).filter((it) => it.startsWith("always"))).toEqual([
    `always-matches ${each} contains ""`,
  ]);
  expect(outcomesOf(text)).toMatch(/^\W*(?:true\W*)+$/);
});

describe("what is around an xor", () => {
  test("does not remove its operands", () => {
    const text = 'ssl and not (not ssl xor (ssl or http.host eq "a"))';
    expect(fixAll(cfrule, text, defaultContext, { style: true })).toContain(" xor ");
  });

  test("is not removed because of what it has removed inside", () => {
    const outer = "ssl or ip.src eq 192.0.2.1";
    const text = `${outer} or ((${outer}) xor http.host eq "a" xor http.host eq "a")`;
    expect(fixAll(cfrule, text, defaultContext, { style: true })).toMatch(/^ssl or /);
  });

  test("decides the parts of its operands", () => {
    const text =
      'ssl and http.host ne "b" and ((ssl and http.host eq "a") xor ip.src eq 192.0.2.1)';
    expect(found(text)).toEqual(["redundant-condition ssl"]);
  });
});

describe("a regex", () => {
  test.each([
    ['http.host matches "a$b"', ['never-matches http.host matches "a$b"']],
    ['http.host matches "[a&&b]"', ['never-matches http.host matches "[a&&b]"']],
    ['http.host matches "^a+$"', []],
    // Another check reports it.
    ['http.user_agent matches "(bot)*" and http.user_agent contains "x"', []],
    ['http.user_agent matches "/^bot$/i" and http.user_agent ne "x"', []],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expected));
});

describe("groups that require different values", () => {
  const [a, b] = ['(http.host eq "a" and ssl)', '(http.host eq "b" and ssl)'];
  test.each([
    [`${a} or ${b}`, []],
    [`${a} or ${b} or ssl`, [`redundant-condition ${a}`, `redundant-condition ${b}`]],
    [`not (${a} or ${b})`, []],
    // No other value is left.
    [`http.host in {"a" "b"} and (${a} or ${b})`, ['redundant-condition http.host eq "b"']],
    [
      `${a} or ${b} or http.host ne "a"`,
      [`redundant-condition ${b}`, 'redundant-condition http.host eq "a"'],
    ],
  ])("%s", (text, expected) => expect(found(text).sort()).toEqual(expected));
});

describe("groups with a condition on something of their own", () => {
  const [own, other] = ['(http.host eq "a" and ssl)', "(tcp.dstport eq 80 and ssl)"];
  test.each([
    [`${own} or ${other}`, []],
    [`${own} or ssl`, [`redundant-condition ${own}`]],
    [`${own} or ${other} or not ssl`, ["redundant-condition ssl", "redundant-condition ssl"]],
    [`ssl and (${own} or ${other})`, ["redundant-condition ssl", "redundant-condition ssl"]],
    // Another check reports the second part, from which anything would follow.
    ['(not http.host in {"b"} or ssl) and (ssl xor ssl)', []],
  ])("%s", (text, expected) => expect(found(text).sort()).toEqual(expected));
});

describe("a part that is redundant as a whole, and the values of a list", () => {
  const [one, two] = ["(ssl and tcp.dstport in {80 81})", "(ssl and tcp.dstport in {80 81 90})"];
  test.each([
    [`${one} or ${two}`, [`redundant-condition ${one}`]],
    [`${two} or ${one}`, [`redundant-condition ${one}`]],
    [`http.host eq "a" and (${one} or ${two})`, [`redundant-condition ${one}`]],
    // Neither part can be removed.
    [
      `(ssl and tcp.dstport eq 80) or (tcp.dstport in {80 81} and http.host eq "a" and ssl)`,
      ["redundant-condition 80"],
    ],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expected));
});

describe("parts of an xor and of a quantifier", () => {
  const x = 'http.request.headers["x"][*]';
  test.each([
    [
      'ssl xor ((http.host eq "a" or http.host eq "b") and (http.host eq "c" or http.host eq "d"))',
      ['never-matches (http.host eq "c" or http.host eq "d")'],
    ],
    [
      `any((${x} eq "a" or ${x} eq "b") and (${x} eq "c" or ${x} eq "d"))`,
      [`never-matches (${x} eq "c" or ${x} eq "d")`],
    ],
    [
      `any((${x} eq "a" or ${x} eq "b") and (${x} eq "a" or ${x} eq "c" or ${x} eq "b"))`,
      [`redundant-condition (${x} eq "a" or ${x} eq "c" or ${x} eq "b")`],
    ],
    // The truth of the whole does not hide the reason.
    [
      '(ssl and not ssl) xor (http.host eq "a" and http.host eq "b")',
      [
        'never-matches (ssl and not ssl) xor (http.host eq "a" and http.host eq "b")',
        "never-matches not ssl",
        'never-matches http.host eq "b"',
      ],
    ],
    // Equal operands cancel each other out, so an `xor` that repeats them is no copy of one that does not.
    [
      '(ssl xor http.host eq "a") or (ssl xor ssl xor ssl xor http.host eq "a" xor http.host eq "a")',
      [],
    ],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expected));
});

describe("parts that change nothing", () => {
  test.each([
    [
      '(ssl and http.host eq "a") or (ssl and http.host eq "a" and ip.src eq 192.0.2.1)',
      "ssl and http.host",
    ],
    [
      '(ssl and http.host contains "a") or (http.host eq "xa" and ssl and ip.src eq 192.0.2.1)',
      'http.host eq "xa"',
    ],
    ['(ssl or http.host eq "a") and (ssl or http.host eq "a" or ip.src eq 192.0.2.1)', "ip.src"],
    ['(ssl and http.host eq "a") or (ssl and http.host ne "a")', 'http.host ne "a"'],
    [`(ssl and http.host ne "a") or (ssl and http.host ne "b") or ${others("or")}`, "ne"],
    [`(ssl or http.host eq "a") and (ssl or http.host eq "b") and ${others("and")}`, "eq"],
    [
      `(ssl and http.host in {"a" "b"}) or ${others("or")} or (http.host in {"b" "c"} and ssl)`,
      '"b"',
    ],
    [
      `(ssl and http.host contains "a") or ${others("or")} or (ssl and http.host eq "ba")`,
      'http.host eq "ba"',
    ],
    ['http.host in {"a" "b" "c"} and http.host ne "c"', '"c"'],
    ['http.host in {"a" "b" "c"} or starts_with(http.host, "c")', '"c"'],
    [
      "ip.src in {192.0.2.1 198.51.100.0/24} and not ip.src in {198.51.100.0/24}",
      "198.51.100.0/24",
    ],
    [`${path} matches "^/a/b" or ${path} wildcard "/a/*"`, 'matches "^/a/b"'],
    [`${path} matches "^/a/b" and len(${path}) gt 3`, "len("],
    ['ssl and (http.host matches "^a[bc]" or starts_with(http.host, "a"))', 'matches "^a[bc]"'],
    ["tcp.dstport eq 4 and tcp.dstport & 4", "& 4"],
    // No message is about the quantifier, although it decides the group.
    [`not all(${each} contains "") and http.host in {"a" "b" "c"} and http.host ne "c"`, '"c"'],
  ])("%s", (text, part) => {
    const [first, ...more] = found(text);
    expect(more).toEqual([]);
    expect(first).toMatch(/^redundant-condition/);
    expect(first).toContain(part);
    const fixed = fixAll(cfrule, text, defaultContext, { style: true });
    expect(fixed.length).toBeLessThan(text.length);
    const relation = [text, fixed].map((it) => outcomesOf(it));
    expect(relation[1]).toBe(relation[0]);
  });
});

test.each([
  "cf.bot_management.score bitwise_and 2 or cf.bot_management.score ge 2",
  "cf.waf.score in {20 0} and cf.waf.score gt 10",
  "tcp.dstport gt 0 and tcp.dstport bitwise_and 4",
  "cf.threat_score eq 0 or cf.threat_score gt 10",
  "any((cf.bot_management.detection_ids[*] ge 0 or cf.bot_management.detection_ids[*] lt 5))",
  'lower(http.request.uri.path.extension) eq "php"',
  'ip.src.country eq "DE" and ip.src.continent eq "EU"',
  "cf.bot_management.verified_bot or cf.client.bot",
])("what follows only from documented values is not fixed automatically: %s", (text) => {
  expect(fixAll(cfrule, text, defaultContext, { style: true })).toBe(text);
});

describe("nothing is claimed", () => {
  test.each([
    `${path} matches "^/(a|b)" and ends_with(${path}, "/b")`,
    `${path} eq "/a" and ${uri} eq "/a?x=1"`,
    `${path} eq "/a" and starts_with(http.request.full_uri, "https://")`,
    'http.host eq "a.example" and http.request.full_uri wildcard "https://a.example/*"',
    'ip.src.country eq "DE" and ip.src.continent eq "EU"',
    'not ip.src.country eq "DE" and ip.src.continent eq "EU"',
    `ends_with(${path}, ".tar.gz") and ${path}.extension eq "gz"`,
    'lower(http.host) contains "a" and not http.host contains "a"',
    '(http.host eq "a" and ssl) or (http.host eq "b" and ssl)',
    `(http.host eq "a" and ssl) or (http.host eq "b" and ssl) or ${others("or")}`,
    'http.host in {"a" "b"} and ip.src ne 192.0.2.1',
    'any(http.request.headers["x"][*] eq "a") and any(http.request.headers["x"][*] ne "a")',
    'http.request.headers["x"][0] ne "a" and http.request.headers["x"][0] ne "b"',
    "cf.client.bot or cf.bot_management.verified_bot",
    "ip.src in $office and not ip.src in $home",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test("proofs about a random rule hold for every request", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(rule, (text) => {
      const parsed = parse(text);
      if (parsed.problems.length > 0) return;
      for (const finding of findingsIn(parsed)) {
        seen.add(finding.kind);
        if (finding.kind !== "clash" || !finding.isWhole) continue;
        const wrong = finding.truth === "never" ? "true" : "false";
        assert.ok(!outcomesOf(text).split(/[ |]+/).includes(wrong), text);
      }
    }),
    { seed: 20_261_120, numRuns: times(38, 1500) },
  );
  expect([...seen].sort()).toEqual(["clash", "decided", "redundant", "value"]);
});
