import { describe, expect, test } from "vitest";
import { comparisons, type KnownComparison } from "../../../server/src/cfrule/catalog/operators.ts";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze } from "../../support/check.ts";
import { checkRuleFix, checkRuleTree } from "../../support/rule.ts";

/** The rule after all safe fixes. */
function fixed(text: string): string {
  return fixAll(cfrule, text, defaultContext, { style: true });
}

describe("a negation as part of an operator", () => {
  const negations: readonly (readonly [text: string, tree: string, after: string])[] = [
    ["ip.src !in {192.0.2.1}", "~not(in(ip.src, {192.0.2.1}))", "not ip.src in {192.0.2.1}"],
    ["ip.src not in {192.0.2.1}", "~not(in(ip.src, {192.0.2.1}))", "not ip.src in {192.0.2.1}"],
    ["ip.src ! in {192.0.2.1}", "~not(in(ip.src, {192.0.2.1}))", "not ip.src in {192.0.2.1}"],
    ['http.host not eq "a"', '~ne(http.host, "a")', 'http.host ne "a"'],
    ['http.host not == "a"', '~ne(http.host, "a")', 'http.host ne "a"'],
    ['http.host is not equal to "a"', '~ne(http.host, "a")', 'http.host ne "a"'],
    ['http.host not contains "a"', '~not(contains(http.host, "a"))', 'not http.host contains "a"'],
    ['http.host !~ "^a"', "~not(matches(http.host, /^a/))", 'not http.host matches "^a"'],
    ["tcp.dstport not lt 5", "~not(lt(tcp.dstport, 5))", "not tcp.dstport lt 5"],
    ["tcp.dstport !>= 5", "~not(ge(tcp.dstport, 5))", "not tcp.dstport ge 5"],
    [
      'http.host not starts_with "a"',
      '~not(starts_with(http.host, "a"))',
      'not starts_with(http.host, "a")',
    ],
    [
      'any(http.request.headers["a"][*] not in {"b"})',
      '~any(~not(in(http.request.headers["a"][*], {"b"})))',
      'any(not http.request.headers["a"][*] in {"b"})',
    ],
  ];
  test.each(negations)("%s", (text, tree, after) => {
    checkRuleTree(text, tree);
    checkRuleFix(text, after);
  });

  /** Values for the operators, and requests for which each is true or false. */
  const operands: Readonly<Record<KnownComparison["operand"], string>> = {
    value: '"b"',
    literal: '"b"',
    set: '{"b"}',
    regex: '"b"',
    wildcard: '"b"',
  };
  const spellings = comparisons
    .filter((it) => (it.accepts as readonly string[]).includes("String"))
    .flatMap(({ name, symbols, alsoWritten, operand }: KnownComparison) =>
      [name, ...symbols, ...alsoWritten].map((spelling) => [spelling, name, operand] as const),
    );
  test.each(spellings)("of %s is never lost", (spelling, name, operand) => {
    const value = operands[operand];
    const expected = compile(parse(`not http.host ${name} ${value}`).root);
    for (const not of ["not ", "! ", "!"]) {
      const text = `http.host ${not}${spelling} ${value}`;
      for (const { fixes } of analyze(cfrule, text).diagnostics()) {
        for (const { edits } of fixes) {
          const after = parse(applyEdits(text, edits));
          if (after.problems.length > 0) continue;
          for (const host of ["a", "b", "c"]) {
            const request = { "http.host": host };
            expect(compile(after.root)(request), after.text).toBe(expected(request));
          }
        }
      }
    }
  });
});

describe("nothing is concluded from recovered nodes", () => {
  const guessed: readonly (readonly [text: string, codes: string])[] = [
    // The logical operator is unknown.
    ['http.host eq "a" http.host eq "b"', "expression-syntax"],
    ['http.host eq "a", http.host eq "b"', "expression-syntax"],
    ['http.host eq "a" AND http.host eq "a"', "unknown-operator"],
    ["ssl == true and ssl == false", "operator-type operator-type"],
    ['http.host eq "a" and http.host not in {"a"}', "unknown-operator"],
    ['http.host eq "a" and http.host foo "b"', "unknown-operator"],
    ["(ssl and not ssl", "expression-syntax"],
    ['http.request.method eq "get', "expression-syntax"],
    ['http.request.method = "get"', "unknown-operator"],
    ['http.host eq "a" and http.host eq ', "expression-syntax"],
    ["ssl and", "expression-syntax"],
    ["tcp.dstport in {80 80", "expression-syntax"],
    ["(ssl) == true", "operator-type"],
    [
      'any(http.request.headers["a"][*] = "b") and any(http.request.headers["a"][*] = "b")',
      "unknown-operator unknown-operator",
    ],
    // Other parts are checked as usual.
    ['ssl http.request.method eq "get"', "expression-syntax value-case"],
    ['ip.geoip.country = "DE"', "deprecated-field unknown-operator"],
    ['not not ssl and http.host = "a"', "double-negation unknown-operator"],
  ];
  test.each(guessed)("%s", (text, codes) => {
    const found = analyze(cfrule, text).diagnostics();
    expect(
      found
        .map((it) => it.code)
        .sort()
        .join(" "),
    ).toBe(codes);
  });

  test.each([
    ['http.host eq "a" and http.host not in {"a"}', 'http.host eq "a" and not http.host in {"a"}'],
    ["ssl == true and ssl == false", "ssl and not ssl"],
  ])("%s gets only the safe fix", (text, after) => expect(fixed(text)).toBe(after));
});

describe("a guessed fix is not applied automatically", () => {
  const doubtful: readonly (readonly [text: string, offered: string])[] = [
    ['http.host eq “a" and http.host eq "b”', 'http.host eq "a\\" and http.host eq \\"b"'],
    ["http.host eq 'a and http.host eq 'b'", 'http.host eq "a and http.host eq "b\''],
    ['http.host in {"a"; "b"}', 'http.host in {"a" "b"}'],
    ["tcp.dstport in {80|443}", "tcp.dstport in {80 443}"],
    ["tcp.dstport in (80;443)", "tcp.dstport in {80 443}"],
    ['http.host ~* "a"', 'http.host matches "(?i)a"'],
    ['http.host like "a%"', 'http.host wildcard "a*"'],
    ['http.host not like "a%"', 'not http.host wildcard "a*"'],
    ["http.host eq null", 'http.host eq ""'],
    ["http.host matches [a-z]+", 'http.host matches "[a-z]+"'],
    ["http.host matches /a.b/i", 'http.host matches "(?i)a.b"'],
    ["(http.host matches (a|b)c)", '(http.host matches "(a|b)c")'],
    ["http.user_agent contains Mozilla/5.0 (X11)", 'http.user_agent contains "Mozilla/5.0" (X11)'],
    ['http.host eq b"a"', 'http.host eq "a"'],
    ["http.response.code in {0500 320}", "http.response.code in {500 320}"],
  ];
  test.each(doubtful)("%s", (text, offered) => {
    const [first] = analyze(cfrule, text).diagnostics();
    expect(applyEdits(text, first?.fixes[0]?.edits ?? [])).toBe(offered);
    expect(fixed(text)).toBe(text);
  });

  test.each([
    ["http.host eq “a”", 'http.host eq "a"'],
    ["http.host in {‘a’ 'b'}", 'http.host in {"a" "b"}'],
    ['http.host in {a "b"}', 'http.host in {"a" "b"}'],
    ["http.host eq a # b", 'http.host eq "a" # b'],
    ["http.host matches r'a.b'", 'http.host matches r"a.b"'],
    ["http.host matches '^[a-z]\\d+$'", 'http.host matches r"^[a-z]\\d+$"'],
    ["http.host ~ “^[a-z]\\d+$”", 'http.host ~ r"^[a-z]\\d+$"'],
    ["http.host wildcard 'a\\*b*'", 'http.host wildcard r"a\\*b*"'],
    [
      'any(http.request.headers["x"][*] eq "a" OR http.request.headers["x"][*] contains "b")',
      'any((http.request.headers["x"][*] eq "a" or http.request.headers["x"][*] contains "b"))',
    ],
    ["starts_with(http.host, r'a')", 'starts_with(http.host, r"a")'],
    ['starts_with((http.host), "a")', 'starts_with(http.host, "a")'],
    ['lower((http.host)) eq "a"', 'lower(http.host) eq "a"'],
    ["http.response.code in {500 .. 599}", "http.response.code in {500..599}"],
    ["ip.src in {192.0.2.1 - 192.0.2.9}", "ip.src in {192.0.2.1..192.0.2.9}"],
    ['http.host in {"a", "b"}', 'http.host in {"a" "b"}'],
    [
      'join(http.request.headers["a"][*], ",") eq "b"',
      'join(http.request.headers["a"], ",") eq "b"',
    ],
  ])("%s has a safe fix", (text, after) => expect(fixed(text)).toBe(after));

  test.each([
    ["tcp.dstport matches 80", "operator-type"],
    ["tcp.dstport contains GET", "operator-type"],
    ["http.host is not null", "expression-syntax"],
    ["tcp.dstport is null", "value-type"],
  ])("%s is one problem", (text, code) => {
    expect(
      analyze(cfrule, text)
        .diagnostics()
        .map((it) => it.code),
    ).toEqual([code]);
  });
});

describe("one error is reported once", () => {
  const single: readonly string[] = [
    'http.host eq "abc\nand ssl',
    'http.host eq "abc and ssl\nand http.request.method eq "GET"',
    'http.host in {"a" "b}\nand ssl',
    'starts_with(http.host, "a)',
    'http.host eq abc"',
    '(http.host eq "a" and ssl',
    'http.host eq "a") and ssl',
    'http.host eq "a" and and ssl',
    'http.host eq "a" and\nor ssl',
    'http.host "a"',
    'http.host eq eq "a"',
    'http.host != contains "a"',
    'http.host eq "a" ssl',
    'http.host eq "a" "b"',
    "tcp.dstport eq 80, 443, 8080",
    "tcp.dstport in 80 443",
    "http.host eq foo bar and ssl",
    'http.request.method eq "GET" or eq "POST"',
    'http.host contains "a" and contains "b"',
    'lower(http.host eq "a"',
    'lower http.host eq "a"',
    'lower(http.host)) eq "a"',
    'starts_with(http.host "a")',
    'starts_with(http.host; "a")',
    'any http.request.headers["a"][*] eq "b"',
    'any(http.request.headers["a"] eq "b")',
    "if ssl then block",
    'http.host eq "a" ? 1 : 0',
    'http.host eq "a";',
    "expression: ssl",
    'http.host eq lower("A") and ssl',
    'http.request.uri.path + "a" eq "b"',
    'http.host is one of {"a" "b"}',
    "http.host isn't null",
    'http.host eq \\"a\\"',
    "ssl // note",
    "/* two\n lines */\nssl",
    "ssl and NOT ssl",
    "ip.src in {$office 192.0.2.1}",
    "ip.src in $ office",
    'http.host.contains("a")',
    'lower((http.host)) eq "a"',
    "(len(( http.host ) ) gt 1)",
    'starts_with((http.host), "a")',
    'http.request.headers[0] eq "a"',
    'http.request.headers["x"]["y"]["z"] eq "a"',
    'http.request.headers["x"',
    "http.request.headers[\n",
    'any(lower(http.request.headers["x"])[*] eq "a")',
    'any(http.request.headers["x"][*] eq "a")[*]',
    "http.host matches r'b'",
    "http.host in {r'b' \"c\"}",
    "starts_with(http.host, r'a')",
    "tcp.dstport in {80 .. 443}",
    "tcp.dstport in {80 - 443}",
    "ip.src in {192.0.2.1 - 192.0.2.9}",
  ];
  test.each(single)("%j", (text) => {
    const found = analyze(cfrule, text).diagnostics();
    expect(found.map((it) => it.message)).toHaveLength(1);
  });

  test("and the next line is checked again", () => {
    const text = 'http.hots eq foo bar\nhttp.hots eq "b"\nand http.hots eq "c"';
    expect(
      analyze(cfrule, text)
        .diagnostics()
        .map((it) => it.code),
    ).toEqual(["unknown-field", "expression-syntax", "unknown-field"]);
  });
});

describe("fixes for syntax of other languages", () => {
  test.each([
    ["NOT ssl", "not ssl"],
    ["ssl // note", "ssl # note"],
    ["-- note\nssl", "# note\nssl"],
    ["// @action block\nssl", "# @action block\nssl"],
    ["<!-- note -->\nssl", "# note\nssl"],
    ["/*\n * two\n * lines\n */\nssl", "# two\n# lines\nssl"],
    ["tcp.dstport in {80 // web\n443}", "tcp.dstport in {80 # web\n443}"],
    ["ssl /* note */ and ssl", "ssl  and ssl"],
    ["ip.src in {$office}", "ip.src in $office"],
    ["not ip.src in ($office)", "not ip.src in $office"],
    ['ip.src in "$office"', "ip.src in $office"],
    ["ip.src ne $office", "not ip.src in $office"],
    ["ip.src in $office-ips", "ip.src in $office_ips"],
    ["ip.src in $ office", "ip.src in $office"],
    ["ip.src in {$office 192.0.2.1}", "(ip.src in $office or ip.src in {192.0.2.1})"],
    ['ip.src in {"192.0.2.0/24"}', "ip.src in {192.0.2.0/24}"],
    ['ip.src in "192.0.2.0/24"', "ip.src in {192.0.2.0/24}"],
    ["ip.src ne 192.0.2.0/24", "not ip.src in {192.0.2.0/24}"],
    ["ip.src not eq 192.0.2.0/24", "not ip.src in {192.0.2.0/24}"],
    ["ip.src eq 192.0.2.*", "ip.src in {192.0.2.0/24}"],
    ["ip.src in {192.0.2.0/255.255.255.0}", "ip.src in {192.0.2.0/24}"],
    ['substring(http.host, "1") eq "a"', 'substring(http.host, 1) eq "a"'],
    ["starts_with(http.host, 5)", 'starts_with(http.host, "5")'],
    ['lower(http.request.headers["a"]) eq "b"', 'lower(http.request.headers["a"][0]) eq "b"'],
    ['any(http.request.headers["a"] eq "b")', 'any(http.request.headers["a"][*] eq "b")'],
    ['http.host "a"', 'http.host eq "a"'],
    ['http.host eq "a" "b"', 'http.host in {"a" "b"}'],
    ["tcp.dstport ne 80, 443", "not tcp.dstport in {80 443}"],
    ["tcp.dstport in 80, 443", "tcp.dstport in {80 443}"],
    ["http.host eq foo bar", 'http.host eq "foo bar"'],
    ['http.host eq \\"a\\"', 'http.host eq "a"'],
    [
      'http.host eq "abc and http.request.method eq "GET"',
      'http.host eq "abc" and http.request.method eq "GET"',
    ],
    ['http.uri.path eq "/a"', 'http.request.uri.path eq "/a"'],
    ['http.request.headers.accept eq "a"', 'http.request.headers["accept"][0] eq "a"'],
  ])("%j", (text, after) => {
    const [first] = analyze(cfrule, text).diagnostics();
    expect(applyEdits(text, first?.fixes[0]?.edits ?? [])).toBe(after);
  });

  test.each(["if and ssl", 'banana eq "a"', "in { ssl }"])("no suggestion for %s", (text) => {
    const [first] = analyze(cfrule, text).diagnostics();
    expect(first?.message).not.toContain("Did you mean");
  });

  test("a list name has a maximum length", () => {
    const name = "a".repeat(50);
    expect(analyze(cfrule, `ip.src in $${name}`).diagnostics()).toEqual([]);
    const [first] = analyze(cfrule, `ip.src in $${name}a`).diagnostics();
    expect(first?.message).toBe("List name is 51 characters; the limit is 50.");
  });
});
