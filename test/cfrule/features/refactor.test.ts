import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { generate } from "../../conformance/generate.ts";
import { mutate } from "../../conformance/mutate.ts";
import { Random } from "../../conformance/random.ts";
import { analyze } from "../../support/check.ts";
import { times } from "../../support/long.ts";
import { readCursor } from "../../support/marks.ts";
import { outcomesOf, rule, settings } from "../random-rules.ts";

function offered(marked: string) {
  const { text, offset } = readCursor(marked);
  const found = analyze(cfrule, text).refactorings({ start: offset, end: offset });
  return new Map(found.map((it) => [it.title, applyEdits(text, it.edits)]));
}

test.each([
  ['http.host eq "a\\x00<|>b"', "Convert to a raw string"],
  ['http.host eq "a\\x0a<|>b"', "Convert to a raw string"],
  ['not http.host <|>eq "a"', "Negate"],
])("%s does not offer: %s", (marked, title) => {
  expect(offered(marked).has(title)).toBe(false);
});

describe("rewrites", () => {
  test.each([
    ['http.host eq "a" <|>or http.host eq "b"', "Use one 'in'", 'http.host in {"a" "b"}'],
    [
      'ssl and http.host <|>in {"a" "b"}',
      "Expand to one 'eq' per value",
      'ssl and (http.host eq "a" or http.host eq "b")',
    ],
    [
      '<|>not (ssl or http.host eq "a")',
      "Move 'not' into the group",
      'not ssl and not http.host eq "a"',
    ],
    ["ssl and <|>!(sip || !ssl)", "Move 'not' into the group", "ssl and (not sip && ssl)"],
    [
      'not ssl <|>and not http.host eq "a"',
      "Move 'not' out of the group",
      'not (ssl or http.host eq "a")',
    ],
    ["ssl <|>or sip and ssl", "Add implied parentheses", "ssl or (sip and ssl)"],
    ["ssl or <|>(sip and ssl)", "Remove the parentheses", "ssl or sip and ssl"],
    ['http.host eq "<|>a\\\\b"', "Convert to a raw string", 'http.host eq r"a\\b"'],
    ['http.host eq r#"<|>a"b"#', "Convert to a quoted string", 'http.host eq "a\\"b"'],
    ['http.host matches "<|>a\\.b"', "Convert to a raw string", 'http.host matches r"a\\.b"'],
    [
      'not http.host eq "<|>a" and ssl',
      "Convert all operators to symbols",
      '!http.host == "a" && ssl',
    ],
    [
      '!http.host<|>=="a"&&!ssl',
      "Convert all operators to English",
      'not http.host eq "a" and not ssl',
    ],
    ['http.host <|>eq "a"', "Negate", 'not http.host eq "a"'],
    ["not<|> ssl", "Remove 'not'", "ssl"],
    ['not http.host <|>eq "a"', "Remove 'not'", 'http.host eq "a"'],
    ['http.host <|>ne "a"', "Convert to 'not' and the opposite operator", 'not http.host eq "a"'],
    ['<|>not http.host eq "a"', "Use 'ne' instead of 'not'", 'http.host ne "a"'],
    ['http.host <|>eq "a" or ssl', "Add parentheses", '(http.host eq "a") or ssl'],
    [
      "cf.threat_score <|>gt 0",
      "Ignore 'never-matches' here",
      "# weir-ignore never-matches\ncf.threat_score gt 0",
    ],
  ])("%s: %s", (marked, title, after) => {
    expect(offered(marked).get(title)).toBe(after);
  });

  test("are not offered where they would change the meaning", () => {
    const titles = [...offered('not http.request.headers["a"]<|>[0] eq "b"').keys()];
    expect(titles).not.toContain("Use 'ne' instead of 'not'");
    expect([...offered("ssl and <|>(sip or ssl)").keys()]).not.toContain("Remove the parentheses");
    expect([...offered('http.request.headers["<|>a"][0] eq "b"').keys()]).not.toContain(
      "Convert to a raw string",
    );
  });
});

const changing = new Set(["Negate", "Remove 'not'"]);

test("a rewrite keeps the meaning of any rule", () => {
  fc.assert(
    fc.property(rule, fc.nat(), (text, at) => {
      const before = outcomesOf(text);
      const offset = at % text.length;
      for (const { title, edits } of analyze(cfrule, text).refactorings({
        start: offset,
        end: offset,
      })) {
        const after = applyEdits(text, edits);
        const about = `${title}: ${text} → ${after}`;
        if (changing.has(title)) assert.deepEqual(parse(after).problems, [], about);
        else assert.equal(outcomesOf(after), before, about);
      }
    }),
    settings,
  );
});

test("any text can be checked and refactored", () => {
  const random = new Random(11);
  for (let i = 0; i < times(10); i++) {
    random.odd = random.chance(0.5) ? 0 : 0.4;
    const text = mutate(random, generate(random), "ssl");
    const analysis = analyze(cfrule, text);
    const offset = random.below(text.length + 1);
    const whole = analysis.refactorings({ start: offset, end: offset });
    const fixes = analysis.diagnostics().flatMap((it) => it.fixes);
    for (const { title, edits } of [...whole, ...fixes]) {
      const inside = edits.every((it) => 0 <= it.start && it.end <= text.length);
      assert(inside, `${title}: ${text}`);
    }
  }
});
