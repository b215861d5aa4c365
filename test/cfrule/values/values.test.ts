import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { quote } from "../../../server/src/cfrule/syntax/recovery/wrong-value.ts";
import { type Diagnostic, maxDiagnostics } from "../../../server/src/core/diagnostic.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze, checkDiagnostics, checkFix } from "../../support/check.ts";
import { times } from "../../support/long.ts";
import { regexes, values } from "../../support/random/regex-arbitraries.ts";

const seed = 20_260_801;

function findings(text: string, codes: ReadonlySet<string>): readonly Diagnostic[] {
  return analyze(cfrule, text)
    .diagnostics()
    .filter((it) => codes.has(it.code));
}

/** Each fix leaves a valid text with the same meaning. */
function checkSame(text: string, codes: ReadonlySet<string>, requests: readonly object[]): void {
  const before = compile(parse(text).root);
  for (const { code, fixes } of findings(text, codes)) {
    for (const { edits, guess } of fixes) {
      const fixed = applyEdits(text, edits);
      expect(parse(fixed).problems, `${code}: ${fixed}`).toEqual([]);
      if (guess) continue;
      const after = compile(parse(fixed).root);
      for (const request of requests) {
        const where = `${code}: ${text} → ${fixed} on ${JSON.stringify(request)}`;
        expect(after(request as never), where).toBe(before(request as never));
      }
    }
  }
}

const setCodes = new Set([
  "duplicate-value",
  "covered-value",
  "overlapping-ranges",
  "single-value-range",
  "loose-address",
]);

describe("fixes of sets keep the values", () => {
  const gap = fc.constantFrom(" ", "  ", "\n  ", " # a comment\n", "\r\n");
  const setOf = (items: fc.Arbitrary<string>) =>
    fc
      .array(fc.tuple(gap, items), { minLength: 1, maxLength: 6 })
      .chain((all) => gap.map((end) => `{${all.flat().join("")}${end}}`));

  test("numbers", () => {
    const number = fc.integer({ min: 0, max: 12 });
    const item = fc.oneof(
      number.map(String),
      fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}..${Math.max(a, b)}`),
    );
    const requests = Array.from({ length: 14 }, (_, it) => ({ "ip.src.asnum": it }));
    fc.assert(
      fc.property(setOf(item), (set) => checkSame(`ip.src.asnum in ${set}`, setCodes, requests)),
      { seed, numRuns: times(13) },
    );
  });

  test("addresses", () => {
    const item = fc.constantFrom(
      ..."192.0.2.1 192.0.2.0/31 192.0.2.0/30 192.0.2.2..192.0.2.5 192.0.2.0..192.0.2.2 192.0.2/24".split(
        " ",
      ),
      ..."192.0.2.3..192.0.2.3 192.000.2.4 2001:db8::1 2001:db8::/126 2001:db8::2..2001:db8::9".split(
        " ",
      ),
    );
    const requests = [..."0123456789"].flatMap((it) => [
      { "ip.src": `192.0.2.${it}` },
      { "ip.src": `2001:db8::${it}` },
    ]);
    fc.assert(
      fc.property(setOf(item), (set) => checkSame(`ip.src in ${set}`, setCodes, requests)),
      { seed, numRuns: times(13) },
    );
  });

  test("strings", () => {
    const item = fc.constantFrom('"a"', '"b"', 'r"a"', '"\\x61"', 'r#"b"#', "61:62", '"ab"');
    const requests = ["a", "b", "ab", "c"].map((it) => ({ "http.host": it }));
    fc.assert(
      fc.property(setOf(item), (set) => checkSame(`http.host in ${set}`, setCodes, requests)),
      { seed, numRuns: times(13) },
    );
  });
});

describe("fixes of patterns keep the matches", () => {
  const codes = new Set([
    "regex-as-literal",
    "regex-doubled-quantifier",
    "prefer-raw-string",
    "wildcard-without-star",
  ]);
  const asRequests = (texts: readonly string[]) => texts.map((it) => ({ "http.user_agent": it }));

  test("regular expressions", () => {
    // Without quotes: they need a backslash, except in a class.
    const plain = fc
      .array(
        fc.constantFrom(
          ..."^ $ a b / \\. \\\\ \\* (?i) (a|b) (?:ab) a++ b** .* é ^a$ |".split(" "),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((it) => it.join(""));
    const texts = fc.array(values, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.oneof(plain, regexes({ unicode: false })), texts, (regex, some) => {
        const text = `http.user_agent matches "${regex}"`;
        fc.pre(parse(text).problems.length === 0);
        const requests = asRequests([...some, "", "a", "b", "ab", "A", "/", "a.b", "*", "\\", "é"]);
        checkSame(text, codes, requests);
      }),
      { seed, numRuns: times(19) },
    );
  });

  test("wildcard patterns", () => {
    const pattern = fc
      .array(fc.constantFrom("a", "B", "*", "\\*", "\\\\", "/", '"', "é"), { maxLength: 4 })
      .map((it) => it.join(""));
    const operator = fc.constantFrom("wildcard", "strict wildcard");
    fc.assert(
      fc.property(operator, pattern, (name, it) => {
        const text = `http.user_agent ${name} ${quote(it)}`;
        fc.pre(parse(text).problems.length === 0);
        checkSame(
          text,
          codes,
          asRequests(["", "a", "A", "b", "B", "aB", "ab", "*", "\\", "/", '"']),
        );
      }),
      { seed, numRuns: times(13) },
    );
  });
});

test("removing a value keeps adjacent comments", () => {
  checkFix(
    cfrule,
    `
ip.src in {
  192.0.2.1 # the office
  192.0.2.0/24 198.51.100.7
}`,
    `
ip.src in {
  # the office
  192.0.2.0/24 198.51.100.7
}`,
    { code: "covered-value" },
  );
  checkFix(
    cfrule,
    `
ip.src in {
  192.0.2.0/24 # the office
  192.0.2.1 198.51.100.7
}`,
    `
ip.src in {
  192.0.2.0/24 # the office
  198.51.100.7
}`,
    { code: "covered-value" },
  );
});

test("no diagnostics for unknown fields", () => {
  checkDiagnostics(
    cfrule,
    'x.new eq "get" or lower(x.new) eq "put" or x.number in {-1 70000} or starts_with(x.new, "a?b")',
    { extraFields: { rules: { "x.new": "String", "x.number": "Integer" } } },
  );
});

test("no diagnostics where any value is possible", () => {
  checkDiagnostics(
    cfrule,
    `
http.user_agent contains "^a" or http.cookie contains "x$" or http.referer contains "a/*"
`,
  );
  checkDiagnostics(
    cfrule,
    'http.request.uri.path.extension eq "" or ip.src.subdivision_1_iso_code eq "" or cf.response.error_type eq ""',
  );
  checkDiagnostics(cfrule, 'concat(http.request.method, http.host) eq "getexample"');
});

test("stops after too many invalid values in a set", () => {
  const countries = Array.from({ length: 3 * maxDiagnostics }, (_, it) => `"c${it}"`).join(" ");
  const found = analyze(cfrule, `ip.src.country in {${countries}}`).diagnostics();
  expect(found.length).toBe(maxDiagnostics + 1);
  expect(found.at(-1)?.code).toBe("too-many-findings");
});
