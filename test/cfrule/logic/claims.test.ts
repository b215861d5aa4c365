import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { analyze } from "../../support/check.ts";

const fields = { "x.flags": "Array<Boolean>", "x.map": "Map<Boolean>" };

function codes(text: string): string[] {
  return analyze(cfrule, text, { extraFields: { rules: fields } })
    .diagnostics()
    .map((it) => it.code);
}

describe("an incomplete condition has no claim", () => {
  test.each([
    ['http.host in {"a" and http.host eq "b"', "expression-syntax"],
    ['http.host eq "b" and http.host in {"a"', "expression-syntax"],
    ["tcp.dstport in {9..1} and tcp.dstport eq 5", "reversed-range"],
    ["tcp.dstport eq 5 and tcp.dstport in {6..", "expression-syntax bad-number"],
    ['http.host wildcard "a**b" and http.host eq "x"', "wildcard-syntax"],
    ['http.host in {"a" 5} and http.host eq "b"', "value-type"],
    ['http.host eq "b" and http.host in {"a" 5}', "value-type"],
    ["http.hots and not http.hots", "unknown-field unknown-field"],
    ['http.host matches "(" and http.host eq "a"', "regex-syntax"],
    ['http.host eq and http.host eq "a"', "expression-syntax"],
    ['starts_with(http.request.headers["a"][*], "b") and ssl', "missing-quantifier"],
    ["ip.src in {} and ip.src eq 192.0.2.1", "empty-set"],
  ])("%s: %s", (text, found) => {
    expect(codes(text).join(" ")).toBe(found);
  });
});

describe("impossible and constant conditions", () => {
  test.each([
    ["x.flags[0] and not x.flags[0]", "never-matches"],
    ['x.map["a"] or not x.map["a"]', "always-matches"],
    ['starts_with(http.host, "a") and not starts_with(http.host, "a")', "never-matches"],
    ["all(x.flags) and not all(x.flags)", "never-matches"],
    ["http.host in $list and not http.host in $list", "never-matches"],
    ["ip.src in {192.0.2.0/24} and ip.src in {2001:db8::/32}", "never-matches"],
    ["not ip.src in {0.0.0.0/0 ::/0}", "never-matches"],
    ["ip.src in {0.0.0.0/0 ::/0}", "always-matches"],
    ["ip.src ne 192.0.2.1 or ip.src ne 192.0.2.2", "always-matches"],
    ['http.host ne "a" or not http.host in {"b"}', "always-matches"],
    ['not (not http.host ne "a") or http.host ne "b"', "always-matches"],
    ["tcp.dstport lt 0", "never-matches"],
    ['http.host contains "a" and http.host contains "ab"', "redundant-condition"],
    ['http.host wildcard "a*" and http.host strict wildcard "A*"', "redundant-condition"],
    [
      'any(http.request.headers["a"][*] in {"b" "c"}) and any(http.request.headers["a"][*] in {"c" "b"})',
      "duplicate-condition",
    ],
  ])("%s: %s", (text, claim) => {
    expect(codes(text)).toContain(claim);
  });

  test.each([
    "ip.src in $a and not ip.src in $b",
    'http.host wildcard "*a" and http.host strict wildcard "A*"',
    "tcp.dstport in {0..65535}",
    "not tcp.dstport in {0..65535}",
  ])("undecided: %s", (text) => {
    expect(codes(text)).toEqual([]);
  });
});

describe("whether a value may be missing", () => {
  const asks = 'http.request.headers["a"][0] ne "b"';
  test.each([
    [asks, true],
    [`has_key(http.request.headers, "a") and ${asks}`, false],
    [`has_value(http.request.headers.names, "a") and ${asks}`, false],
    [`len(http.request.headers["a"]) gt 0 and ${asks}`, false],
    ['http.request.uri.query ne "" and http.request.uri.args["a"][0] ne "b"', true],
    ['http.request.uri.query contains "a=" and http.request.uri.args["a"][0] ne "b"', true],
    ['http.cookie ne "a"', false],
  ])("%s: %s", (text, missing) => {
    expect(codes(text).includes("may-be-missing")).toBe(missing);
  });
});
