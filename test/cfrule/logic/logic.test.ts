import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingsOf, isSimpleRule } from "../../../server/src/cfrule/findings.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { findingsIn } from "../../../server/src/cfrule/meaning.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import type { Expression } from "../../../server/src/cfrule/syntax/tree.ts";
import { truthType } from "../../../server/src/cfrule/syntax/types.ts";
import type { Finding, Truth } from "../../../server/src/core/logic/part.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze } from "../../support/check.ts";
import { times } from "../../support/long.ts";
import { outcomes, outcomesOf, rule, settings } from "../random-rules.ts";

function found(text: string) {
  return findingsOf({ parsed: parse(text) });
}

function ofKind<Kind extends Finding<never>["kind"]>(text: string, kind: Kind) {
  return found(text).filter((it) => it.kind === kind) as Extract<
    ReturnType<typeof found>[number],
    { kind: Kind }
  >[];
}

describe("verdicts are correct", () => {
  // A group or quantifier is also a condition about itself.
  test.each([
    'any(http.request.headers["x"][*] contains "")',
    '(all(http.request.headers["x"][*] contains "") and !len(http.request.headers["x"][0]) in {0..2} and all(http.request.headers["x"][*] contains "")) or not all(http.request.headers["x"][*] contains "")',
    "((len(http.host) in {1..3} or len(http.host) le 2) and (len(http.host) in {1..3} or len(http.host) le 2)) and not ((len(http.host) in {1..3} or len(http.host) le 2) and (len(http.host) in {1..3} or len(http.host) le 2) and len(http.host) le 2 and len(http.host) le 2)",
  ])("a part that is decided for two reasons counts once: %s", (text) => {
    expect(ofKind(text, "clash").filter((it) => it.isWhole)).toEqual([]);
  });

  test("for the whole rule", () => {
    fc.assert(
      fc.property(rule, (text) => {
        for (const { isWhole, truth } of ofKind(text, "clash")) {
          if (isWhole) expectAlways(outcomesOf(text), truth, text);
        }
      }),
      settings,
    );
  });

  test("for a part of a rule", () => {
    fc.assert(
      fc.property(rule, (text) => {
        for (const { truth, members, parent, unlessMissing } of ofKind(text, "clash")) {
          const [only] = members;
          // If every part is decided, an outer condition may be the reason.
          const part = members.length > 1 ? parent : only;
          const node: Expression | undefined = part?.node.expression;
          if (!part || !node || unlessMissing || truthType(node)?.kind !== "Boolean") continue;
          const isTrue = (truth === "always") !== part.node.negated;
          const about = `${text}: ${text.slice(node.start, node.end)}`;
          expectAlways(outcomes(node), isTrue ? "always" : "never", about);
        }
      }),
      settings,
    );
  });
});

test("nothing follows from a simple rule", () => {
  const joined = new Set<string>();
  fc.assert(
    fc.property(rule, (text) => {
      const parsed = parse(text);
      if (!isSimpleRule({ parsed })) return;
      if (parsed.root.kind === "logical") joined.add(text);
      assert.deepEqual(findingsIn(parsed), [], text);
    }),
    { ...settings, numRuns: times(250, 10_000) },
  );
  expect(joined.size).toBeGreaterThan(2);
});

test.each([
  'http.host eq "a" and ip.src in {192.0.2.0/24}',
  '(http.host eq "a" and ssl) or (http.user_agent eq "b" and not ip.src eq 192.0.2.1)',
  'http.host wildcard "*.a" or (lower(http.user_agent) contains "b" and ip.src in $office)',
])("%s is simple", (text) => {
  expect(isSimpleRule({ parsed: parse(text) })).toBe(true);
});

test.each([
  'http.host eq "a" or http.host eq "b"',
  'http.host eq "a" and (ssl or http.host eq "b")',
  'http.host eq "a" and (ssl or lower(http.host) eq "b")',
  '(http.host eq "a" and ssl) or (ssl and http.host eq "a")',
  'http.host contains ""',
  'http.host wildcard "*"',
  "ip.src in {0.0.0.0/0 ::/0}",
  "ssl xor ssl",
  "not (ssl and ssl)",
  "(true)",
])("%s is not simple", (text) => {
  expect(isSimpleRule({ parsed: parse(text) })).toBe(false);
});

/** The fixes that keep the meaning. */
const sure = [
  "double-negation",
  "duplicate-condition",
  "mixed-and-or",
  "mixed-spelling",
  "negated-comparison",
  "prefer-in",
  "redundant-condition",
  "redundant-parentheses",
];

test("a safe fix keeps the meaning", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(rule, (text) => {
      const before = outcomesOf(text);
      for (const { code, fixes } of analyze(cfrule, text).diagnostics()) {
        for (const { edits, guess } of fixes) {
          if (guess || !sure.includes(code)) continue;
          seen.add(code);
          const after = applyEdits(text, edits);
          assert.equal(outcomesOf(after), before, `${code}: ${text} → ${after}`);
        }
      }
    }),
    { ...settings, numRuns: times(100, 2000) },
  );
  expect([...seen].sort()).toEqual(sure);
});

test("a guessed fix leaves a valid rule", () => {
  fc.assert(
    fc.property(rule, (text) => {
      for (const { code, fixes } of analyze(cfrule, text).diagnostics()) {
        for (const { edits } of fixes) {
          const after = applyEdits(text, edits);
          assert.deepEqual(parse(after).problems, [], `${code}: ${text} → ${after}`);
        }
      }
    }),
    settings,
  );
});

describe("never", () => {
  test.each([
    "http.response.code lt 200 and http.response.code gt 300",
    'http.host in {"a" "b"} and http.host in {"c" "d"}',
    'http.host eq "a" and not http.host in {"a" "b"}',
    'http.host contains "x" and http.host in {"a" "b"}',
    "ip.src in {10.0.0.0/8} and ip.src in {192.168.0.0/16}",
    "ip.src in {10.0.0.0/8} and ip.src gt 192.0.2.1",
    'starts_with(http.host, "a") and starts_with(http.host, "b")',
    "ssl and not ssl",
    'any(http.request.headers["x-a"][*] eq "b") and not any(http.request.headers["x-a"][*] eq "b")',
    'any((http.request.headers["x-a"][*] eq "b" and http.request.headers["x-a"][*] eq "c"))',
    "not (ssl or not ssl)",
    "http.response.code gt 400 and http.response.code lt 403 and not http.response.code in {401 402}",
    'http.request.headers["x-a"][0] eq "a" and http.request.headers["x-a"][0] eq "b"',
    "http.host in $a_list and not http.host in $a_list",
    "cf.threat_score ge 5",
  ])("%s", (text) => {
    expect(ofKind(text, "clash").some((it) => it.truth === "never")).toBe(true);
  });
});

describe("always", () => {
  test.each([
    "not (http.response.code lt 200 and http.response.code gt 300)",
    'not http.request.headers["x-a"][0] eq "a" or not http.request.headers["x-a"][0] eq "b"',
    "ssl or not ssl",
    "ip.src in {0.0.0.0/0} or ip.src in {::/0}",
    "http.response.code lt 300 or http.response.code ge 300",
    "cf.threat_score le 10",
    "(true)",
  ])("%s", (text) => {
    expect(ofKind(text, "clash").some((it) => it.isWhole && it.truth === "always")).toBe(true);
  });
});

describe("no diagnostics for", () => {
  test.each([
    'http.request.headers["x-a"][0] contains ""',
    'len(http.request.headers["x-a"][0]) ge 0',
    'not http.request.headers["x-a"][0] eq "a" and http.host ne "b"',
    'http.request.headers["x-a"][0] ne "a" and not http.request.headers["x-b"][0] eq "a"',
    'any(http.request.headers["x-a"][*] eq "b") and any(http.request.headers["x-a"][*] eq "c")',
    "cf.bot_management.score gt 0",
    "ip.src in {0.0.0.0/0}",
    'http.host contains "a" and http.host contains "b"',
    'starts_with(http.host, "a") and ends_with(http.host, "a")',
    "http.host in $a_list and http.host in $b_list",
    "not ip.src lt 192.0.2.1 and not ip.src ge 192.0.2.1",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test("handles ten thousand conditions and addresses", () => {
  const addresses = Array.from({ length: 10_000 }, (_, i) => `8.${i >> 8}.${i & 255}.1`);
  const large = `ip.src in {${addresses.join(" ")}}`;
  expect(ofKind(`${large} and not ${large}`, "clash")).toHaveLength(1);
  const repeated = ofKind(Array(4).fill(`(${large})`).join(" or "), "redundant");
  expect(repeated.map((it) => it.isRepeated)).toEqual([true, true, true]);
  const chain = addresses.map((it) => `ip.src eq ${it}`).join(" or ");
  const diagnostics = analyze(cfrule, chain).diagnostics();
  const fix = diagnostics.find((it) => it.code === "prefer-in")?.fixes[0];
  expect(fix && applyEdits(chain, fix.edits)).toBe(large);
});

function expectAlways(found: string, truth: Truth, about: string): void {
  const other = truth === "never" ? "true" : "false";
  assert(!found.split(/[ |]+/).includes(other), `${truth}: ${about}`);
}
