import { describe, expect, test } from "vitest";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze } from "../../support/check.ts";

const fixed = (text: string) => fixAll(cfrule, text, defaultContext, { style: true });
const found = (text: string) =>
  analyze(cfrule, text)
    .diagnostics()
    .map((it) => `${it.severity} ${it.code}`);

describe("no diagnostics for scores with a special value for 'not scored'", () => {
  test.each([
    "cf.bot_management.score gt 0 and cf.bot_management.score lt 30",
    "cf.bot_management.score eq 0",
    "cf.bot_management.score lt 1",
    "cf.bot_management.score in {0 2..29}",
    "not cf.bot_management.score eq 0",
    "cf.waf.score eq 100",
    "cf.waf.score.sqli eq 100",
    "cf.waf.score.xss le 20 or cf.waf.score.xss eq 100",
    "cf.waf.score.rce lt 100",
    "cf.waf.score.rce in {1..20 100}",
    "cf.llm.prompt.injection_score lt 100",
    "http.response.code ge 500 and http.response.code lt 600",
    "http.response.code ge 100 and http.response.code le 599",
  ])("%s", (text) => {
    expect(found(text).filter((it) => /warning|error/.test(it))).toEqual([]);
    expect(fixed(text)).toBe(text);
  });
});

describe("fixes that may change the meaning are not applied", () => {
  test.each([
    "ip eq 192.0.2.1",
    "tcp eq 192.0.2.1",
    'http.user_agent matches "/bot/i"',
    'http.cookie["session"] eq "x"',
    'http.request.uri.query["a"] eq "b"',
    'http.request.uri["a"] eq "b"',
    'http.request.body.raw["x"] eq "b"',
    'http.user_agent["x"] eq "b"',
    'http.host[0] eq "a"',
    "cf.tls_version < 1.2",
    "cf.tls_version in {1.0 1.1}",
    "http.request.version eq 1.1",
    "http.request.version eq 2",
    "http.request.uri.path eq admin",
    "http.request.method eq post",
    'http.request.method eq "post"',
    'any(http.request.headers["X-Api-Key"][*] eq "a")',
    'http.request.uri.path.extension eq ".php"',
    "tcp.dstport in {80-443}",
    "ip.src eq ::ffff:192.0.2.1",
    'http.request.uri.path matches "\\\\.(php|asp)$"',
    'http.request.uri.path matches "^\\\\/api\\\\/"',
    'any(http.request.headers["x-a"i][*] eq "b")',
    "http.host eq =example.com",
    'http.host in "a.com b.com"',
    'http.host in "a.com,b.com"',
    'http.user_agent in "Mozilla/5.0 (X11)"',
    "http.user_agent eq empty",
  ])("%s", (text) => expect(fixed(text)).toBe(text));

  test.each([
    "http.user_agent is empty",
    "http.user_agent is not set and ssl",
    "ip.src is missing",
    'http.request.headers["a"] is empty',
  ])("the presence test in %s", (text) => expect(fixed(text)).toBe(text));
});

test.each([
  ["ip.src=1.2.3.4", "ip.src eq 1.2.3.4"],
  ["tcp.dstport=443", "tcp.dstport eq 443"],
  ['http.host="a"', 'http.host eq "a"'],
  ["ip.src!==1.2.3.4", "ip.src ne 1.2.3.4"],
  ["ip.src<>1.2.3.4", "ip.src ne 1.2.3.4"],
  ["ip.src==192.0.2.0/24", "ip.src in {192.0.2.0/24}"],
  ["http.host===example.com", 'http.host eq "example.com"'],
  ['http.host="a"AND(ssl)', 'http.host eq "a" and (ssl)'],
  ['http.host=~"a[0-9]"', 'http.host matches "a[0-9]"'],
  ['ssl and http.host!~"a[0-9]"', 'ssl and not http.host matches "a[0-9]"'],
  ["cf.tls_version eq TLSv1.2", 'cf.tls_version eq "TLSv1.2"'],
  ['upper(http.host) strict wildcard "a"', 'upper(http.host) eq "a"'],
])("%s is fixed to %s", (text, after) => expect(fixed(text)).toBe(after));

describe("a doubled backslash", () => {
  test.each([
    String.raw`"\\.(php|asp)$"`,
    String.raw`r"\\.php"`,
    String.raw`"^\\/api"`,
    String.raw`"a\\-b"`,
    String.raw`"a\\?b"`,
    String.raw`"a\\*b"`,
    String.raw`"a\\(b\\)"`,
    String.raw`"a\\$"`,
    String.raw`"\\d{3}"`,
    String.raw`"\\w+"`,
    String.raw`"[\\w.]+"`,
    String.raw`"\\bcurl\\b"`,
  ])("is the only warning in %s", (pattern) => {
    const codes = new Set(found(`http.user_agent matches ${pattern}`));
    expect([...codes]).toEqual(["warning regex-doubled-backslash"]);
  });

  test.each([
    String.raw`r"[\\/]x[0-9]"`,
    String.raw`r"^C:\\dir\\data[0-9]"`,
    String.raw`r"^\\\\server[0-9]"`,
    String.raw`r"\.php[0-9]"`,
  ])("may be intentional in %s", (pattern) =>
    expect(found(`http.user_agent matches ${pattern}`)).toEqual([]),
  );
});

describe("a condition is only removed if the rest has the same meaning", () => {
  const requests = [{}, { "http.request.headers": { "x-a": ["cba"] } }] as const;
  const ends = (part: string) => `ends_with(http.request.headers["x-a"][*], "${part}")`;
  const contains = 'http.request.headers["x-a"][*] contains "a"';

  /** If the array is missing, `all` is false for a call alone, but true for an 'and' with it. */
  test.each([
    [`all((${ends("a")} and ${ends("ba")}))`],
    [`all((${ends("a")} and ${ends("ba")} and ${ends("cba")}))`],
    [`all((${ends("a")} or ${ends("a")}))`],
    [`all((${ends("a")} and ${contains}))`],
    [`all((${contains} and ${contains} and ${ends("a")}))`],
    [`all(not (${ends("a")} and ${ends("ba")}))`],
  ])("%s", (text) => {
    const [before, after] = [text, fixed(text)].map((it) => compile(parse(it).root, {}));
    for (const it of requests) expect(after?.(it)).toBe(before?.(it));
  });

  test("'any' is false either way", () => {
    const text = `any((${ends("a")} and ${ends("ba")}))`;
    expect(fixed(text)).toBe(`any((${ends("ba")}))`);
  });

  test.each([
    ['http.host gt "" and http.host in {"ab" ""}', 'http.host gt "" and http.host in {"ab"}'],
    ['http.host ge "a" and http.host in {"ab" ""}', 'http.host ge "a" and http.host in {"ab"}'],
    ['http.host le "" or not http.host in {"ab" ""}', 'http.host le "" or not http.host in {"ab"}'],
  ])("%s: the fixes do not rely on each other", (text, after) => {
    const fixes = analyze(cfrule, text)
      .diagnostics()
      .flatMap((it) => it.fixes);
    expect(fixes.map((it) => applyEdits(text, it.edits))).toEqual([after]);
  });
});

describe("a value that is not UTF-8 stays", () => {
  test.each([
    ['ip.src.city strict wildcard "a\\xff"', 'ip.src.city eq "a\\xff"'],
    [
      'ip.src.city strict wildcard "a\\\\\\\\\\xff"',
      'ip.src.city strict wildcard "a\\\\\\\\\\xff"',
    ],
    ['ip.src.city strict wildcard "a\\\\\\\\"', 'ip.src.city eq "a\\\\"'],
  ])("%s", (text, after) => {
    expect(fixed(text)).toBe(after);
  });
});

describe("redundant parentheses do not hide a duplicate in an 'xor'", () => {
  test.each([
    ['ssl xor (http.host eq "a" xor ssl)', false],
    ['ssl xor not (http.host eq "a" xor ssl)', false],
    ['http.host eq "a" xor (ssl xor ssl)', true],
  ])("%s", (text, isNever) => {
    const messages = analyze(cfrule, text)
      .diagnostics()
      .filter((it) => it.code === "duplicate-condition")
      .map((it) => it.message);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.includes("never true")).toBe(isNever);
  });
});
